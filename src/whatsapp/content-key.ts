import { createHash } from "node:crypto";

/**
 * Tells a redelivered item from a new one with the same words. `stamp` is its own time; an item
 * without one is new again on another day (see `dayOf`).
 */
export function contentKey(stamp: string, content: string | Uint8Array): string {
  return createHash("sha256").update(stamp).update("\n").update(content).digest("hex");
}

export function dayOf(receivedAt: Date): string {
  return receivedAt.toISOString().slice(0, 10);
}
