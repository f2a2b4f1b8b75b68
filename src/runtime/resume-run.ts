import type { DecidedToolCall, Decision } from "../core/agent/agent.ts";
import type { ConfirmationId } from "../core/ids.ts";
import { argumentsHash } from "../core/tool-calls/arguments-hash.ts";
import type { Asked } from "../core/tool-calls/confirmation.ts";
import { confirmationTexts } from "../core/tool-calls/confirmation-texts.ts";
import { partAfterYes, plainDecision } from "../core/turn/part-decision.ts";
import { type Checkpoint, readCheckpoint } from "./checkpoint.ts";
import type { Deed } from "./deed.ts";
import type { Context } from "./phases/load-context.ts";

/** How a run that has waited for an answer resumes. */
export interface ResumedRun {
  /** The part that is carried out now. */
  readonly decision: Decision;
  readonly checkpoint: Checkpoint;
  /** Done before it waited. */
  readonly deeds: readonly Deed[];
  /** The one call that the yes covers; null when there is none. */
  readonly approved: { readonly callId: string; readonly confirmationId: ConfirmationId } | null;
  /** The call that is not made, and why; null when it is made. */
  readonly withdrawn: { readonly call: DecidedToolCall; readonly reason: string } | null;
  readonly outcome: "approved" | "declined" | "expired";
}

interface Waking {
  readonly asked: Asked;
  readonly context: Context;
  /**
   * The bot may no longer speak here. The approved call is made all the same, and nothing is said.
   */
  readonly isSilent: boolean;
}

/**
 * A yes covers exactly what was shown: the same call in the checkpoint and in the question, by the
 * same version of the same agent. If anything differs, nothing is done.
 */
export function resumeRun({ asked, context, isSilent }: Waking): ResumedRun {
  const checkpoint = readCheckpoint(asked);
  const { decision, deeds, customerWaits, mode } = checkpoint;
  const { agent, session, isNewSession } = context;
  const texts = confirmationTexts(agent.texts.confirmation, context.locale);
  const call = decision.tools.find(({ callId }) => callId === asked.callId);
  const end = (outcome: "declined" | "expired", reason: string, text: string): ResumedRun => ({
    decision: plainDecision(reason, {
      messages: customerWaits && !isSilent ? [{ text, templateId: null }] : [],
    }),
    checkpoint,
    deeds,
    approved: null,
    withdrawn: { call: call ?? { callId: asked.callId, tool: asked.tool, input: asked.input }, reason },
    outcome,
  });

  if (asked.status === "denied") return end("declined", denialOf(asked), texts.declined);
  if (asked.status !== "approved") {
    const text = asked.audience === "operator" ? texts.unanswered : texts.expired;
    return end("expired", "expired: no answer came in time", text);
  }
  const by = { agentId: agent.id, agentVersion: agent.version };
  const isAsShown =
    call !== undefined &&
    argumentsHash({ ...call, ...by }) === asked.argumentsHash &&
    argumentsHash({ tool: asked.tool, input: asked.input, ...by }) === asked.argumentsHash;
  if (!isAsShown) {
    const reason = "changed: the call is not the one that was shown, or the agent is another version of itself";
    return end("declined", reason, texts.changed);
  }
  const rest = partAfterYes(decision, !isNewSession && session.mode === mode);
  return {
    decision: isSilent ? { ...rest, messages: [], handoff: null, closesSession: false, next: null } : rest,
    checkpoint,
    deeds,
    approved: { callId: asked.callId, confirmationId: asked.id },
    withdrawn: null,
    outcome: "approved",
  };
}

function denialOf({ decidedBy, note }: Asked): string {
  return `denied by ${decidedBy ?? "an unknown person"}${note === null || note === "" ? "" : `: ${note}`}`;
}
