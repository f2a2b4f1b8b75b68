import type { Gate } from "../definition/flow-definition.ts";
import { because, type Draft, hasSaidStep, type Turn } from "../draft/draft.ts";
import { measureCompleteness } from "../sale/completeness.ts";

export type Move =
  | { readonly kind: "moved"; readonly draft: Draft }
  /** Where it stopped, and the gate or the missing arrow that held it. */
  | { readonly kind: "held"; readonly draft: Draft; readonly by: Gate | "no_transition" };

/**
 * Moves a session through `modes`, one after the other, as far as the transition table and the
 * gates let it. Staying needs no arrow. A forced move passes the gates (requirement A7), never a
 * missing arrow.
 */
export function moveMode(turn: Turn, draft: Draft, modes: readonly string[], isForced = false): Move {
  let moved = draft;
  for (const mode of modes) {
    if (mode === moved.mode) continue;
    if (turn.flow.transitions[moved.mode]?.[mode] !== true) return { kind: "held", draft: moved, by: "no_transition" };
    const gate = (turn.flow.gates[mode] ?? []).find((one) => !isOpen(one, turn, moved));
    if (gate !== undefined && !isForced) {
      return { kind: "held", draft: because(moved, `${mode} is held back by ${gate}`), by: gate };
    }
    moved = because({ ...moved, mode }, `mode ${moved.mode} → ${mode}`);
  }
  return { kind: "moved", draft: moved };
}

function isOpen(gate: Gate, turn: Turn, draft: Draft): boolean {
  switch (gate) {
    case "critical_data":
      return measureCompleteness(turn.flow, draft.data).hasCritical;
    case "pack_chosen":
      return draft.pack !== null;
    case "summary_shown":
      return hasSaidStep(turn, "summary");
  }
}
