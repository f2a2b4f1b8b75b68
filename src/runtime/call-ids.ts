import { createHash } from "node:crypto";
import { uuidV7 } from "../core/ids.ts";

/**
 * The ids of what a tool call makes: of its run and its call, so that a call that was judged before the decision, and again on
 * each attempt, names the same row each time. As old as its run, and so in time's order with the others.
 */
export function callIds(runId: string, callId: string): () => string {
  const bornMs = Number.parseInt(runId.replaceAll("-", "").slice(0, 12), 16);
  let count = 0;
  return () => uuidV7(bornMs, createHash("sha256").update(`${runId}:${callId}:${count++}`).digest());
}
