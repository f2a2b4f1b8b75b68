import type { OrderStatus } from "../../agent/shop-words.ts";
import type { WorkspaceId } from "../../ids.ts";
import type { OperatorCommand } from "../../operations/operator-commands.ts";
import type { Role } from "../../operations/principal.ts";
import type { Prompts } from "../learning/prompts.ts";
import type { RunReviews } from "../learning/run-reviews.ts";
import type { LoggedLine, LostSale, ShopHealth, ShopStats } from "./shop-health.ts";

/** Who speaks: the conversation's own contact. Neither their words nor a model choose any of it. */
export interface Speaker {
  readonly workspaceId: string;
  readonly conversationId: string;
  readonly contactId: string;
}

/**
 * - `unbound`: this phone belongs to no member, or to one who has left
 * - `changed`: WhatsApp has said since that another person may hold this number
 * - `role`: the member's role does not reach so far
 * - `wrong_code`: no such code waits, or it has expired
 * - `too_many_codes`: wrong too often within an hour
 */
export type CommandRefusal = "unbound" | "changed" | "role" | "wrong_code" | "too_many_codes";

export type Judgement =
  | {
      readonly kind: "allowed";
      readonly userId: string;
      readonly name: string;
      readonly role: Role;
      readonly seesSales: boolean;
    }
  | { readonly kind: "refused"; readonly reason: CommandRefusal };

export interface ShopReport {
  readonly waitForPerson: number;
  readonly withPerson: number;
  readonly openTasks: number;
  readonly questions: number;
  /** Runs in the dead letters that were not looked at. */
  readonly deadLetters: number;
  readonly messagesToday: number;
  readonly days: readonly ReportedDay[];
}

/**
 * The orders that were made on a civil day of the shop. `confirmed` counts those on their way too. `total` in whole units, without
 * cancelled and returned ones.
 */
export interface ReportedDay {
  readonly day: "today" | "yesterday";
  readonly confirmed: number;
  readonly pending: number;
  readonly cancelled: number;
  readonly returned: number;
  readonly total: number;
}

export interface DeskOrder {
  readonly number: string;
  readonly status: OrderStatus;
  readonly name: string | null;
  readonly phone: string | null;
  readonly pack: string | null;
  readonly total: number;
  readonly hasAddress: boolean;
  readonly createdAt: Date;
}

export interface DeskQuestion {
  readonly id: string;
  readonly question: string;
  readonly expiresAt: Date;
}

/** A run as a reviewer sees it. Texts are cut. */
export interface ReviewedRun {
  readonly traceId: string;
  readonly at: Date;
  readonly status: "started" | "completed" | "failed";
  readonly input: string;
  readonly output: string;
  /** 0 to 1; null where nothing judged it. */
  readonly minScore: number | null;
  readonly avgScore: number | null;
  /** The name of the lowest score, and what it says. */
  readonly weakest: string | null;
}

export interface TraceContext extends Omit<ReviewedRun, "minScore" | "avgScore" | "weakest"> {
  readonly scores: readonly TraceScore[];
  readonly steps: readonly { readonly name: string; readonly status: string; readonly latencyMs: number | null }[];
  readonly tools: readonly {
    readonly name: string;
    readonly status: string;
    readonly input: string;
    readonly output: string;
  }[];
}

export interface TranscriptLine {
  readonly role: string;
  readonly at: Date;
  readonly text: string;
}

export interface ToolOutput {
  readonly callId: string;
  readonly name: string;
  readonly status: string;
  readonly input: string;
  readonly output: string;
}

type InWorkspace<Port, Name extends keyof Port> = {
  readonly [Key in Name]: Port[Key] extends (workspace: WorkspaceId, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};
/** `RunReviews` and `Prompts` of one workspace. */
export type DeskReviews = InWorkspace<
  RunReviews,
  "write" | "papers" | "paper" | "removeNote" | "scored" | "evaluations" | "score"
> &
  InWorkspace<Prompts, "propose">;

interface TraceScore {
  readonly name: string;
  readonly value: number;
  readonly source: string;
  readonly comment: string | null;
}

export interface FoundConversation {
  readonly conversationId: string;
  readonly name: string | null;
  /** Words of our own may leave now: the customer wrote within 24 hours, and wants messages. */
  readonly mayBeWritten: boolean;
}

/** The desk of the shop's own people, from their phones. Each call names the speaker and is judged anew. */
export interface OperatorDesk {
  /** Says whether this phone may give this command. Each refusal is a line in the audit log. */
  judge(speaker: Speaker, command: OperatorCommand): Promise<Judgement>;
  /** Whether the code would bind this phone. A wrong one is a line in the audit log, and counts. */
  tryCode(speaker: Speaker, code: string): Promise<{ readonly kind: "ok" } | Extract<Judgement, { kind: "refused" }>>;
  /** False when the code no longer waits. */
  bind(speaker: Speaker, code: string): Promise<boolean>;
  report(speaker: Speaker, now: { readonly at: Date; readonly timeZone: string }): Promise<ShopReport>;
  /** The newest first. `day` is a civil day in `timeZone`. */
  orders(
    speaker: Speaker,
    asked: {
      readonly status: DeskOrder["status"] | null;
      readonly day: "today" | "yesterday" | null;
      readonly limit: number;
      readonly at: Date;
      readonly timeZone: string;
    },
  ): Promise<{ readonly count: number; readonly total: number; readonly orders: readonly DeskOrder[] }>;
  /** The sales of a civil day in `timeZone` that did not come about, the newest first, at most 10. */
  lostSales(
    speaker: Speaker,
    asked: { readonly day: "today" | "yesterday"; readonly at: Date; readonly timeZone: string },
  ): Promise<{ readonly count: number; readonly sales: readonly LostSale[] }>;
  /** What the newest `days` civil days brought, this one included. */
  stats(
    speaker: Speaker,
    asked: { readonly days: number; readonly at: Date; readonly timeZone: string },
  ): Promise<ShopStats>;
  health(speaker: Speaker): Promise<ShopHealth>;
  /** The newest 20 deeds and failures. */
  log(speaker: Speaker, filter: { readonly onlyFailures: boolean }): Promise<readonly LoggedLine[]>;
  /** What waits for an operator's yes, the oldest first. */
  questions(speaker: Speaker): Promise<readonly DeskQuestion[]>;
  /** The latest conversation of a phone of this workspace; never the speaker's own. */
  find(speaker: Speaker, phone: string): Promise<FoundConversation | null>;
  /** The newest runs, at most 12, of one conversation or of the shop; never of the speaker's own chat. */
  review(speaker: Speaker, conversationId: string | null): Promise<readonly ReviewedRun[]>;
  /** null when there is no such run. */
  trace(speaker: Speaker, traceId: string): Promise<TraceContext | null>;
  /** The newest lines of a conversation, or of the speaker's own chat (null), the oldest first, each cut. */
  transcript(speaker: Speaker, conversationId: string | null): Promise<readonly TranscriptLine[]>;
  /** The calls of a run, or the one of this id, with what went in and came out, each cut; null when there is no such run. */
  toolOutputs(
    speaker: Speaker,
    of: { readonly traceId: string; readonly callId: string | null },
  ): Promise<readonly ToolOutput[] | null>;
  /** Scores, reports, notes, evaluations and prompts of the speaker's workspace. */
  reviews(speaker: Speaker): DeskReviews;
  setBot(
    speaker: Speaker,
    change: { readonly conversationId: string; readonly isOn: boolean; readonly by: string },
  ): Promise<boolean>;
  /** Pauses the plans of the speaker's own chat, or lets them go on; false when none goes on there. */
  pausePlan(speaker: Speaker, change: { readonly isPaused: boolean; readonly by: string }): Promise<boolean>;
  /** `kind` as `DecideResult`. */
  answer(
    speaker: Speaker,
    answer: { readonly id: string; readonly isYes: boolean; readonly by: string; readonly userId: string },
  ): Promise<"decided" | "not_found" | "not_waiting" | "expired" | "not_entitled" | "changed">;
  /** Takes the conversation over and says the words there, once for each key. `kind` as `ReplyResult`. */
  write(
    speaker: Speaker,
    message: { readonly conversationId: string; readonly text: string; readonly by: string; readonly key: string },
  ): Promise<"queued" | "key_reused" | "not_found" | "bot_answers" | "opted_out" | "window_closed">;
}

const NO_STATS: ShopStats = {
  ...{ days: 0, customerMessages: 0, conversations: 0, runs: 0, answered: 0, handedOff: 0, deadLetters: 0, orders: 0 },
  ...{
    ordersTotal: 0,
    cancelledOrders: 0,
    modelCalls: 0,
    modelTokens: 0,
    modelUsd: 0,
    averageScore: null,
    weakRuns: 0,
  },
};

/** Where there is no workspace behind it (scenarios, the sandbox), no phone is bound. */
export const NO_DESK: OperatorDesk = {
  judge: async () => ({ kind: "refused", reason: "unbound" }),
  tryCode: async () => ({ kind: "refused", reason: "wrong_code" }),
  bind: async () => false,
  report: async () => ({
    waitForPerson: 0,
    withPerson: 0,
    openTasks: 0,
    questions: 0,
    deadLetters: 0,
    messagesToday: 0,
    days: [],
  }),
  orders: async () => ({ count: 0, total: 0, orders: [] }),
  lostSales: async () => ({ count: 0, sales: [] }),
  stats: async (_, { days }) => ({ ...NO_STATS, days }),
  health: async () => ({
    ...{ databaseMs: 0, workers: 0, overdue: 0, oldestDueSeconds: 0, deadLetters: 0, unsent: 0, failedSendsToday: 0 },
    ...{ openCircuits: 0, alerts: [] },
  }),
  log: async () => [],
  questions: async () => [],
  find: async () => null,
  review: async () => [],
  trace: async () => null,
  transcript: async () => [],
  toolOutputs: async () => null,
  reviews: () => {
    throw new Error("no phone is bound here, so no call comes so far");
  },
  setBot: async () => false,
  pausePlan: async () => false,
  answer: async () => "not_found",
  write: async () => "not_found",
};
