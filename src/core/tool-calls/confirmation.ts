import type { ConfirmationId, EventId, SessionId } from "../ids.ts";
import type { OutboundContent } from "../outbound/outbound-content.ts";
import type { RiskLevel } from "./tool-call.ts";

/** One object for all that waits for a yes (requirement D13). The person who may answer: the conversation's own customer, or a person of the shop. */
export const AUDIENCES = ["customer", "operator"] as const;
export type Audience = (typeof AUDIENCES)[number];

/**
 * - `approved`, `denied`: answered in time
 * - `expired`: not answered
 * - `cancelled`: called off (a takeover, the end of its session, a person's word)
 */
export const CONFIRMATION_STATUSES = ["pending", "approved", "denied", "expired", "cancelled"] as const;
export type ConfirmationStatus = (typeof CONFIRMATION_STATUSES)[number];

/**
 * How long a question waits, in milliseconds. An operator is asked while a customer waits in the chat (document 004: 120 s); a
 * customer may answer in the evening, as long as the service window lets us tell what came of it. An agent may set its own
 * (`Agent.confirmationTtlMs`).
 */
export const CONFIRMATION_TTL_MS: Readonly<Record<Audience, number>> = {
  operator: 120_000,
  customer: 24 * 60 * 60 * 1000,
};

/**
 * When no customer waits in the chat, because a person or a program of the shop asked, the question
 * is open for a day.
 */
export const COMMAND_TTL_MS = 24 * 60 * 60 * 1000;

/** A question that is committed with the turn that asks it. */
export interface NewConfirmation {
  readonly id: ConfirmationId;
  readonly callId: string;
  readonly tool: string;
  readonly risk: RiskLevel;
  readonly input: unknown;
  readonly argumentsHash: string;
  readonly agentId: string;
  readonly agentVersion: string;
  /** null when its turn has no session. */
  readonly sessionId: SessionId | null;
  /**
   * The author of the command; null for an agent's question. Events that end an agent's word call
   * off its questions, not theirs.
   */
  readonly askedBy: string | null;
  /** The policy's rule, and its reason. */
  readonly rule: string;
  readonly reason: string;
  readonly audience: Audience;
  /** Made by the tool, of its arguments. */
  readonly question: string;
  readonly ttlMs: number;
  /** Where the run stands, read when it resumes. */
  readonly checkpoint: unknown;
}

/** The answer that a customer's turn has read; committed with that turn. */
export interface CustomerAnswer {
  readonly confirmationId: ConfirmationId;
  readonly decision: "approve" | "deny";
  readonly eventId: EventId;
}

/** A question that this customer has not answered yet. */
export interface OpenQuestion {
  readonly id: ConfirmationId;
  readonly question: string;
  /** When it left, where it is the last thing that we said; else null. */
  readonly lastWordAt: Date | null;
  /** The channel's ids of the messages that asked it. */
  readonly messageIds: readonly string[];
}

/** The earlier question of a run, as its later turn finds it. */
export interface Asked {
  readonly id: ConfirmationId;
  readonly callId: string;
  readonly tool: string;
  readonly input: unknown;
  readonly argumentsHash: string;
  readonly agentId: string;
  readonly agentVersion: string;
  readonly audience: Audience;
  readonly status: ConfirmationStatus;
  readonly decidedBy: string | null;
  readonly note: string | null;
  readonly sessionId: SessionId | null;
  readonly checkpoint: unknown;
}

/** A tap names the question that it answers: an old button is never taken for an answer to a new question. */
export function questionContent({ id, question }: Pick<OpenQuestion, "id" | "question">): OutboundContent {
  return {
    type: "buttons",
    body: question,
    buttons: [
      { id: `confirm:${id}:yes`, title: "Sí" },
      { id: `confirm:${id}:no`, title: "No" },
    ],
  };
}

export function readTap(payload: string): { readonly id: string; readonly decision: "approve" | "deny" } | null {
  const match = /^confirm:([0-9a-f-]{36}):(yes|no)$/.exec(payload);
  const id = match?.[1];
  return id === undefined ? null : { id, decision: match?.[2] === "yes" ? "approve" : "deny" };
}
