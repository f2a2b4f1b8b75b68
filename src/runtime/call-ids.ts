import { createHash } from "node:crypto";
import { uuidV7 } from "../core/ids.ts";

/**
 * Ids of what a tool call makes, derived from its run and its call. A call that is judged before
 * the decision, and again on each attempt, names the same row each time. The ids are as old as the
 * run, so they sort with the others by time.
 */
export function callIds(runId: string, callId: string): () => string {
  const bornMs = Number.parseInt(runId.replaceAll("-", "").slice(0, 12), 16);
  let count = 0;
  return () => uuidV7(bornMs, createHash("sha256").update(`${runId}:${callId}:${count++}`).digest());
}
