import { canonicalJson } from "../canonical-json.ts";

/** A call of a model, as it names the tool. */
export interface AskedCall {
  readonly name: string;
  readonly input: unknown;
}

export type GuardVerdict =
  | { readonly kind: "new" }
  /** Its answer would be the same: an error goes back to the model. */
  | { readonly kind: "refused"; readonly reason: string }
  /** The loop ends. */
  | { readonly kind: "stop"; readonly reason: "same_call" | "to_and_fro" };

/** The same call this often is a loop. */
const MOST_SAME_CALLS = 3;

const REPEATED = { kind: "refused", reason: "that call was made already, with the same input" } as const;

/** Watches the calls of one loop, in order, for those that lead nowhere. */
export interface LoopGuard {
  judge(call: AskedCall): GuardVerdict;
}

export function openLoopGuard(): LoopGuard {
  const made: string[] = [];
  return {
    judge({ name, input }) {
      const call = `${name} ${canonicalJson(input)}`;
      made.push(call);
      const times = made.filter((one) => one === call).length;
      if (times >= MOST_SAME_CALLS) return { kind: "stop", reason: "same_call" };
      const [a, b, c, d] = made.slice(-4);
      if (made.length >= 4 && a === c && b === d && a !== b) return { kind: "stop", reason: "to_and_fro" };
      return times === 1 ? { kind: "new" } : REPEATED;
    },
  };
}
