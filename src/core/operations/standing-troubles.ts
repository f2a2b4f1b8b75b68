import type { WorkspaceId } from "../ids.ts";
import type { GoodNews, NewAlert } from "./alert.ts";

/**
 * L-18: an unnoticed rise of handoffs, in the conversations with words of the last hour. A smaller
 * number proves nothing. It ends once the share has fallen clearly below.
 */
export const HANDOFF_BOUND = { leastConversations: 20, share: 0.3, overBelow: 0.24 } as const;

/** The troubles of a workspace, and what people have been told of them. */
export interface Standing {
  readonly workspaceId: WorkspaceId;
  /** Dead letters that no person has discarded. */
  readonly deadLetters: number;
  /** Those that died after people were last told. */
  readonly untoldDeadLetters: number;
  readonly isDeadLetterAlertOpen: boolean;
  /** Counts of the last hour. */
  readonly conversations: number;
  readonly handedOff: number;
  readonly isHandoffAlertOpen: boolean;
  /** A person resolved it within the counted hour. */
  readonly isHandoffDealtWith: boolean;
}

/** One alert a workspace, however many runs; raised again only for what is new. */
export function judgeStanding(standing: Standing): { raise: NewAlert[]; clear: GoodNews[] } {
  const { workspaceId, deadLetters, conversations, handedOff } = standing;
  const common = { subject: "", phoneNumberId: null, workspaceId };
  const raise: NewAlert[] = [];
  const clear: GoodNews[] = [];
  if (standing.untoldDeadLetters > 0) {
    raise.push({ ...common, kind: "dead_letters", severity: "critical", detail: { deadLetters } });
  } else if (deadLetters === 0 && standing.isDeadLetterAlertOpen) {
    clear.push({ ...common, kinds: ["dead_letters"] });
  }
  const share = conversations === 0 ? 0 : handedOff / conversations;
  const isHigh = conversations >= HANDOFF_BOUND.leastConversations && share > HANDOFF_BOUND.share;
  if (isHigh && !standing.isHandoffAlertOpen && !standing.isHandoffDealtWith) {
    const detail = { conversations, handedOff, bound: HANDOFF_BOUND.share };
    raise.push({ ...common, kind: "handoff_rate", severity: "warning", detail });
  } else if (standing.isHandoffAlertOpen && share < HANDOFF_BOUND.overBelow) {
    clear.push({ ...common, kinds: ["handoff_rate"] });
  }
  return { raise, clear };
}
