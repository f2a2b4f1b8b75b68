import type { Deed } from "./act.ts";
import type { Planned } from "./plan.ts";

/** Whether what the decision counted on has really happened. "No exception" is not success (requirement R13). */
export type Verdict =
  | { readonly kind: "sound" }
  /** The decided reply may claim something that no effect proves: it must not go out. */
  | { readonly kind: "unproved"; readonly callId: string; readonly reason: string };

export function verify(planned: Planned, deeds: readonly Deed[]): Verdict {
  for (const call of planned.decision?.tools ?? []) {
    const result = deeds.find((deed) => deed.callId === call.callId)?.result;
    if (result === undefined) return { kind: "unproved", callId: call.callId, reason: "it was not carried out" };
    if (result.kind !== "ok") {
      return {
        kind: "unproved",
        callId: call.callId,
        reason: result.kind === "denied" ? result.reason : result.message,
      };
    }
  }
  return { kind: "sound" };
}
