import type { StopReason } from "../../core/agent/segment.ts";
import type { MessageContent } from "../../core/inbound/content.ts";
import { classifyInput, type InputClass, PATHWAYS, type Pathway } from "../../core/inbound/input-class.ts";
import type { ClaimedTurn } from "../../core/turn/turn.ts";
import type { Input } from "./ingest.ts";

/** Decides which way a turn goes. Deterministic, without a model, in microseconds. */
export type Route =
  | {
      readonly kind: "answer";
      /** null when the customer said nothing: a timer came due, or an operator forces an intent. */
      readonly inputClass: InputClass | null;
      readonly pathway: Pathway;
      readonly historyTurns: number;
    }
  /** The turn is recorded and the agent is not asked. */
  /** All of the words answer our question, so the agent is not asked. */
  | { readonly kind: "confirm"; readonly inputClass: InputClass | null }
  /**
   * The run has waited for an answer and resumes. `isSilent`: requirement A24, the bot may not
   * speak here.
   */
  | { readonly kind: "resume"; readonly inputClass: null; readonly isSilent: boolean }
  /**
   * An operator's call of one tool. No agent is asked, and the call is made even if a person
   * answers here.
   */
  | { readonly kind: "command"; readonly inputClass: null }
  | {
      readonly kind: "record";
      readonly inputClass: InputClass | null;
      /**
       * `recorded`: no words were addressed to us. `bot_off`: requirement A24, a person answers
       * here. `opted_out`: the customer has opted out, and the turn would be a timer's or an answer
       * to a program. `cancelled`: the run was to go on and is stopped.
       */
      readonly outcome: "recorded" | "bot_off" | "opted_out" | "cancelled";
      readonly stopped?: StopReason;
    };

interface Heard {
  readonly turn: ClaimedTurn;
  readonly input: Input;
}

/** A turn without words reads and takes no more than the plainest words. */
export const QUIET: InputClass = "TEXT_SIMPLE";

export function classify({ turn, input }: Heard): Route {
  const { workspaceEnabled, botEnabled, stopTagged, hasOptedOut } = turn.gate;
  const isOff = !workspaceEnabled || !botEnabled || stopTagged;
  const stopped = stopOf(turn, isOff);
  if (stopped !== null) return { kind: "record", inputClass: null, outcome: "cancelled", stopped };
  if (turn.asked !== null) return { kind: "resume", inputClass: null, isSilent: isOff };
  if (input.command !== null) return { kind: "command", inputClass: null };
  const inputClass = classifyInput(input.contents);
  if (input.answers.used.size > 0 && inputClass === null && !isOff) {
    return { kind: "confirm", inputClass: classifyInput(theirWords(input)) };
  }
  const isOurs =
    input.dueTimer !== null || input.scheduled !== null || input.forcedIntent !== null || turn.segment !== null;
  if (inputClass === null && !isOurs) return { kind: "record", inputClass, outcome: "recorded" };
  if (isOff) return { kind: "record", inputClass, outcome: "bot_off" };
  // A customer who had opted out before asked for what this run does.
  if (hasOptedOut && !input.isOwnQuestion && turn.segment === null)
    return { kind: "record", inputClass, outcome: "opted_out" };
  const { pathway, historyTurns } = PATHWAYS[inputClass ?? QUIET];
  return { kind: "answer", inputClass, pathway, historyTurns };
}

/**
 * Why a run that comes back ends here, without a word. The answer to its question still counts when
 * the bot was switched off meanwhile: `resume` carries it out in silence.
 */
function stopOf({ run, segment, asked }: ClaimedTurn, isOff: boolean): StopReason | null {
  return run.stopped ?? (segment !== null && asked === null && isOff ? "bot_off" : null);
}

function theirWords({ sayings }: Input): MessageContent[] {
  return sayings.flatMap(({ by, content }) => (by === "message" ? [content] : []));
}
