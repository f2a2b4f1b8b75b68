import { classifyInput, type InputClass, PATHWAYS, type Pathway } from "../../core/input-class.ts";
import type { ClaimedTurn } from "../../core/turn.ts";
import type { Input } from "./ingest.ts";

/** Which way a turn goes. Deterministic, without a model, in microseconds. */
export type Route =
  | {
      readonly kind: "answer";
      /** Null where nobody spoke: a timer came due. */
      readonly inputClass: InputClass | null;
      readonly pathway: Pathway;
      readonly historyTurns: number;
    }
  /** The turn is written down and the agent is not asked. */
  | {
      readonly kind: "record";
      readonly inputClass: InputClass | null;
      /**
       * `recorded`: nobody spoke to us. `bot_off`: requirement A24, a person answers here. `opted_out`: only time would speak, to
       * somebody who wants nothing that they did not ask for.
       */
      readonly outcome: "recorded" | "bot_off" | "opted_out";
    };

interface Heard {
  readonly turn: ClaimedTurn;
  readonly input: Input;
}

/** A timer's turn reads and takes no more than the plainest of words. */
export const QUIET: InputClass = "TEXT_SIMPLE";

export function classify({ turn, input }: Heard): Route {
  const inputClass = classifyInput(input.contents);
  if (inputClass === null && input.dueTimer === null) return { kind: "record", inputClass, outcome: "recorded" };
  const { workspaceEnabled, botEnabled, stopTagged, hasOptedOut } = turn.gate;
  if (!workspaceEnabled || !botEnabled || stopTagged) return { kind: "record", inputClass, outcome: "bot_off" };
  if (inputClass === null && hasOptedOut) return { kind: "record", inputClass, outcome: "opted_out" };
  const { pathway, historyTurns } = PATHWAYS[inputClass ?? QUIET];
  return { kind: "answer", inputClass, pathway, historyTurns };
}
