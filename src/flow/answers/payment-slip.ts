import type { AgentInput } from "../../core/agent/agent.ts";
import type { FlowDefinition } from "../definition/flow-definition.ts";
import { type Draft, stageOf, type Turn } from "../draft/draft.ts";

/**
 * A payment slip confirms nothing, whatever is written in it or beside it: a person looks at it
 * (L-21).
 */
export function showsReceipt({ understood = [] }: AgentInput): boolean {
  return understood.some(
    ({ understanding }) => understanding.kind === "seen" && understanding.pictureClass === "RECEIPT_INVOICE",
  );
}

/**
 * An unread picture or document that may be a payment slip: a person looks at it. Before anything
 * was said it cannot be one. Beside words that are answered, it counts only in the stages where a
 * purchase stands.
 */
export function mayBeSlip({ flow, input }: Turn, { mode }: Draft): boolean {
  const isTried = (input.understood ?? []).length > 0;
  if (unreadFiles(flow, input) === 0) return false;
  const hasWords = input.message.trim() !== "";
  switch (stageOf(flow, mode)) {
    case "welcome":
      return !isTried && !hasWords && isKnownToUs(input);
    case "talk":
      return !isTried && !hasWords;
    case "collect":
      return !hasWords;
    case "offer":
    case "summary":
    case "confirmed":
    case "provisional":
      return true;
    case "handoff":
      return false;
  }
}

/** Files that the shop wants read but no service has read. */
export function unreadFiles({ media: policy }: FlowDefinition, { media = [], understood = [] }: AgentInput): number {
  const wanted = (["image", "document"] as const).filter((medium) => policy[medium] === "vision");
  const count = (all: readonly string[]): number => all.filter((medium) => wanted.some((one) => one === medium)).length;
  const seen = understood.flatMap(({ medium, understanding }) => (understanding.kind === "seen" ? [medium] : []));
  return count(media) - count(seen);
}

function isKnownToUs({ history, knownData = {} }: AgentInput): boolean {
  return history.some(({ role }) => role === "assistant") || Object.keys(knownData).length > 0;
}
