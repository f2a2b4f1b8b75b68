import { localeOf } from "../core/agent/agent-config.ts";
import { errorText } from "../core/errors.ts";
import type { Parking } from "../core/ports/mailbox.ts";
import type { ToolCallRecord } from "../core/tool-calls/tool-call.ts";
import type { ClaimedTurn, StepRecord, TurnCommit } from "../core/turn/turn.ts";
import { composeCommit } from "./compose-commit.ts";
import type { Deed } from "./deed.ts";
import type { TurnDependencies } from "./dependencies.ts";
import { type Journal, timePhases } from "./journal.ts";
import { act, journaledDeeds, spentUntil } from "./phases/act.ts";
import { classify, type Route } from "./phases/classify.ts";
import { ingest, journaledInput } from "./phases/ingest.ts";
import { learn } from "./phases/learn.ts";
import { loadContext } from "./phases/load-context.ts";
import { offerAgain } from "./phases/offer-again.ts";
import { journaledPlan, plan } from "./phases/plan.ts";
import { respond } from "./phases/respond.ts";
import { type Understood, understand } from "./phases/understand.ts";
import { verify } from "./phases/verify.ts";

/**
 * A turn that was decided to its end, one that waits for a customer's file, or one whose tool may
 * be called again later.
 */
export type Turned =
  | ({ readonly kind: "limited" } & Pick<Parking, "until" | "steps" | "toolCalls" | "stepsAside">)
  | { readonly kind: "thought"; readonly result: TurnResult }
  /** The agent leaves the words to a new session: close this one and repeat the turn. */
  | { readonly kind: "starts_anew" }
  | (Extract<Understood, { kind: "waits" }> & { readonly steps: readonly StepRecord[] });

export interface TurnResult {
  /** The commit decides whether this process sends its first message at once. */
  readonly commit: Omit<TurnCommit, "sendsAtOnce">;
  /** Trials. They are in the ledger also when the turn is parked before it commits. */
  readonly trials: readonly ToolCallRecord[];
  /** Deeds in the outside world. After a deed the turn is not repeated. */
  readonly deeds: readonly Deed[];
  /** How long the first message is typed; 0 when there is none, or when it leaves at once. */
  readonly typingMs: number;
  /** When the answered words arrived. */
  readonly spokenAt: readonly Date[];
}

export interface TurnObserver {
  /** The route is known and the decision begins. */
  routed(route: Route): void;
  /** This turn will say something about what it has heard. */
  replying(turn: ClaimedTurn): void;
  /** This turn has decided to say nothing. */
  silent(): void;
}

/**
 * A turn, from what the customer said to everything that will be committed. It writes nothing but
 * its journal.
 */
export async function runTurn(
  turn: ClaimedTurn,
  dependencies: TurnDependencies,
  observer: TurnObserver,
  journal: Journal,
): Promise<Turned> {
  const timed = timePhases(journal, dependencies);
  const locale = localeOf(dependencies.agents.get(turn.session?.agentId ?? turn.agentId), turn.settings);

  const understood = await understand({ turn }, journal, dependencies, observer);
  if (understood.kind === "waits") return { ...understood, steps: journal.unwritten() };
  const input = await timed(
    "ingest",
    () => ingest({ turn, understood: understood.of }, (text) => dependencies.readYesNo(text, locale)),
    journaledInput,
  );
  const route = await timed("classify", () => classify({ turn, input }), itself);
  observer.routed(route);
  const context = await timed("load_context", () => loadContext({ turn, route }, dependencies));
  const planned = await timed(
    "plan",
    () => plan({ turn, input, route, context }, journal, dependencies),
    journaledPlan,
  );
  if (planned.decision?.startsAnew === true) return { kind: "starts_anew" };
  const done = await timed("act", () => act({ turn, input, context, planned }, journal, dependencies), journaledDeeds);
  const until = done.map(spentUntil).find((at) => at !== null) ?? null;
  if (until !== null) {
    const stepsAside = route.kind === "command" || route.kind === "resume" || turn.segment !== null;
    return { kind: "limited", until, steps: journal.unwritten(), toolCalls: journal.callsOfFailure(), stepsAside };
  }
  const { verdict, deeds } = await timed(
    "verify",
    () => offerAgain(verify({ planned, deeds: done }), { turn, input, context, planned, deeds: done }, dependencies),
    ({ verdict }) => verdict,
  );
  const replies = await timed("respond", () => respond({ turn, input, context, planned, verdict }, dependencies));
  if (replies.kind === "say") observer.replying(turn);
  else observer.silent();
  const commit = composeCommit({ turn, input, route, context, planned, deeds, verdict, replies }, dependencies);
  const learning = { turn, input, context, planned, outbox: commit.outbox };
  const learnt = await timed("learn", () => learn(commit.lines, learning, dependencies)).catch((thrown: unknown) => {
    // The step says that it failed. The customer is answered all the same, and the chat record
    // keeps what was said.
    dependencies.logger.warn(
      { run_id: turn.run.id, error: errorText(thrown) },
      "a turn was answered and not learnt from",
    );
    return { lines: commit.lines, effects: [] };
  });

  const result = {
    commit: {
      ...commit,
      lines: learnt.lines,
      effects: [...commit.effects, ...learnt.effects],
      steps: journal.unwritten(),
      toolCalls: journal.calls(),
    },
    trials: journal.trials(),
    deeds,
    typingMs: replies.kind === "say" ? replies.typingMs : 0,
    spokenAt: input.spokenAt,
  };
  return { kind: "thought", result };
}

/** A phase whose result is journaled as it is. */
const itself = <Result>(result: Result): Result => result;
