import type { InputClass } from "../../core/inbound/input-class.ts";
import type { ClaimedTurn } from "../../core/turn/turn.ts";
import type { RuntimeDependencies } from "../dependencies.ts";
import { type ProcessedTurn, type ProcessingLimits, processTurn } from "../process-turn.ts";
import type { Sender } from "./sender.ts";
import { announceTyping, paceOf } from "./typing.ts";

/**
 * Runs a claimed turn to its end, shows "typing…" meanwhile, hands its reply to the sender, and
 * tells log and metrics how it ended.
 */
export async function workOnTurn(
  turn: ClaimedTurn,
  dependencies: RuntimeDependencies,
  limits: ProcessingLimits,
  sender: Sender,
): Promise<ProcessedTurn> {
  const { clock, logger, metrics } = dependencies;
  const startedMs = clock.monotonicMs();
  const typing = announceTyping(turn, dependencies);
  let inputClass: InputClass | null = null;
  let pathway: string | null = null;
  const processed = await processTurn(turn, dependencies, limits, {
    reserve: sender.reserve,
    routed(route) {
      inputClass = route.inputClass;
      pathway = route.kind === "answer" ? route.pathway : null;
      if (route.kind === "answer") typing.thinking();
    },
    replying: typing.speaking,
    silent: typing.over,
  }).finally(typing.over);
  const durationMs = clock.monotonicMs() - startedMs;
  if (processed.kind === "parked") {
    logger.debug(
      { run_id: turn.run.id, delay_ms: processed.delayMs },
      "a turn waits: its reply is being typed, a file is on its way, or a limit is spent",
    );
    return processed;
  }
  const outcome = processed.kind === "committed" ? processed.outcome : processed.kind;
  metrics.turnFinished({ outcome, inputClass, durationMs });
  logger.info(
    {
      run_id: turn.run.id,
      conversation_id: turn.lease.conversationId,
      event_id: turn.events[0]?.id,
      user_id: turn.contact.id,
      input_class: inputClass,
      pathway,
      outcome,
      latency_ms: durationMs,
    },
    "turn finished",
  );
  if (processed.kind === "committed") {
    const { typedUntil } = processed;
    processed.send?.(typing.settled(), () =>
      metrics.replyAccepted({ inputClass, ...paceOf(turn, typedUntil, clock.now()) }),
    );
  }
  return processed;
}
