import type { ConfirmationId } from "../../core/ids.ts";
import { confirmationTexts } from "../../core/tool-calls/confirmation-texts.ts";
import { RUN_RETRY_POLICY } from "../../core/turn/run-retry-policy.ts";
import type { ClaimedTurn } from "../../core/turn/turn.ts";
import type { Deed } from "../deed.ts";
import type { TurnDependencies } from "../dependencies.ts";
import type { Input } from "./ingest.ts";
import type { Context } from "./load-context.ts";
import type { Planned } from "./plan.ts";
import { isCommanded } from "./respond.ts";
import type { Verdict } from "./verify.ts";

interface Failed {
  readonly turn: ClaimedTurn;
  readonly input: Input;
  readonly context: Context;
  readonly planned: Planned;
  readonly deeds: readonly Deed[];
}

export interface Offered {
  readonly verdict: Verdict;
  readonly deeds: readonly Deed[];
}

/**
 * Asks the customer whether a call that failed is tried again (requirement R10), once the run's own
 * attempts are used up. Their yes resumes the run and makes the very same call, with the same key.
 *
 * Only a call that is known to have done nothing is offered. A call in doubt, a denied one and one
 * that will never succeed end as before: a person looks. So does a second failure after the yes.
 */
export function offerAgain(
  verdict: Verdict,
  { turn, input, context, planned, deeds }: Failed,
  { newId, maxAttempts = RUN_RETRY_POLICY.maxAttempts }: Pick<TurnDependencies, "newId" | "maxAttempts">,
): Offered {
  const asIs = { verdict, deeds };
  if (verdict.kind !== "unproved" || verdict.code !== "tool_failed" || verdict.isFinal === true) return asIs;
  const { callId, reason } = verdict;
  const place = deeds.findIndex((deed) => deed.callId === callId);
  const deed = deeds[place];
  if (deed === undefined || deed.result.kind !== "error" || turn.run.failures + 1 < maxAttempts) return asIs;
  const isHeard = input.spokenAt.length > 0 && !planned.isWindowClosed && !isCommanded(turn, input);
  if (!isHeard || planned.takenUp !== undefined) return asIs;
  const confirmationId = newId() as ConfirmationId;
  const { toolFailed, confirmation } = context.agent.texts;
  const question = toolFailed ?? confirmationTexts(confirmation, context.locale).failed;
  const result = { kind: "confirm", rule: "tool_failed", reason, audience: "customer", question } as const;
  return {
    verdict: { kind: "waits", callId, confirmationId, question: result },
    deeds: [...deeds.slice(0, place), { ...deed, result, confirmationId }],
  };
}
