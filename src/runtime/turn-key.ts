import { nameInSegment } from "../core/agent/segment.ts";
import type { ClaimedTurn } from "../core/turn/turn.ts";

/**
 * What the keys of a turn's messages and calls begin with. Each segment of a run has a key of its
 * own, so that a `callId` of one never stands for a call of another. It holds no colon.
 */
export function turnKey({ run, segment }: Pick<ClaimedTurn, "run" | "segment">): string {
  return segment === null ? run.id : `${run.id}.${nameInSegment(segment, "")}`.slice(0, -1);
}
