import type { ClaimedTurn, TurnCommit } from "../core/turn.ts";
import type { RuntimeDependencies } from "./dependencies.ts";
import { type Journal, openJournal, timePhase } from "./journal.ts";
import { act, type Deed } from "./phases/act.ts";
import { classify, type Route } from "./phases/classify.ts";
import { ingest } from "./phases/ingest.ts";
import { learn } from "./phases/learn.ts";
import { loadContext } from "./phases/load-context.ts";
import { plan } from "./phases/plan.ts";
import { respond } from "./phases/respond.ts";
import { verify } from "./phases/verify.ts";

export interface TurnResult {
  readonly commit: TurnCommit;
  readonly route: Route;
  /** What was done to the outside world: with a deed done, a turn is not thought over again. */
  readonly deeds: readonly Deed[];
}

export interface TurnObserver {
  /** The route is known: "typing…" can go out. */
  routed(route: Route): void;
}

/** A turn, from what the customer said to everything that will be committed. It writes nothing but its journal. */
export async function runTurn(
  turn: ClaimedTurn,
  dependencies: RuntimeDependencies,
  observer: TurnObserver,
  journal: Journal = openJournal(turn.journal),
): Promise<TurnResult> {
  const { agents, clock, metrics, newId } = dependencies;
  const timed = <Result>(
    phase: Parameters<typeof timePhase>[1],
    work: () => Result | Promise<Result>,
    output: (result: Result) => unknown = () => null,
  ) => timePhase(journal, phase, clock, metrics.phaseFinished, work, output);

  const input = await timed("ingest", () => ingest(turn));
  const route = await timed(
    "classify",
    () => classify(turn, input),
    (found) => found,
  );
  observer.routed(route);
  const context = await timed("load_context", () => loadContext(turn, route, agents, newId));
  const planned = await timed(
    "plan",
    () => plan(turn, input, route, context, journal),
    (made) => made,
  );
  const deeds = await timed(
    "act",
    () => act(turn, planned, context, journal, dependencies),
    (done) => done,
  );
  const verdict = await timed(
    "verify",
    () => verify(planned, deeds),
    (found) => found,
  );
  const replies = await timed("respond", () => respond(turn, route, planned, verdict, newId));
  const commit = await timed("learn", () => learn(turn, input, route, context, planned, verdict, replies));

  return { commit: { ...commit, steps: journal.unwritten() }, route, deeds };
}
