import type { SandboxModelCall, SandboxTurn } from "../../core/answers/lab/sandbox-turn.ts";
import type { ObservedTurn } from "../memory/scenario-player.ts";
import { describeTurn } from "./describe-turn.ts";
import type { SandboxLines } from "./sandbox-lines.ts";

interface Happened {
  readonly cause: SandboxTurn["cause"]["kind"];
  readonly text: string;
  /** The number of the first turn. */
  readonly first: number;
  /** They belong to the last turn. */
  readonly calls: readonly SandboxModelCall[];
  readonly crash: SandboxTurn["crash"];
  readonly interrupted: readonly string[];
  readonly lines: SandboxLines;
  readonly now: Date;
  readonly responseSpeed: number;
}

/** The turns that one act led to, as people read them. What they said is added to the lines. */
export function describeTurns(
  observed: readonly ObservedTurn[],
  { cause, text, first, calls, crash, interrupted, lines, now, responseSpeed }: Happened,
): SandboxTurn[] {
  const turns: SandboxTurn[] = [];
  for (const [index, one] of observed.entries()) {
    const level = one.how?.dueLevel ?? null;
    const isLast = index === observed.length - 1;
    const turn = describeTurn(one, {
      number: first + turns.length,
      cause: level === null ? { kind: cause, text } : { kind: "timer", text: level },
      calls: isLast ? calls : [],
      interrupted,
      crash: isLast ? crash : null,
    });
    // No agent was asked when a question of ours is asked again: it is said, and it is no turn.
    const at = turn ?? { at: now, number: null };
    if (level !== null && turn !== null) {
      lines.add("system", "timer", level, { at: turn.at, turn: turn.number });
    }
    if (turn !== null) turns.push(turn);
    for (const message of one.how?.said ?? []) lines.addSaid(message, at, responseSpeed);
  }
  return turns;
}
