/**
 * Whether the server can be reached. `navigator.onLine` says nothing of it: a computer is online
 * beside a server that is down.
 */
let isReached = true;
const heeding = new Set<(isReached: boolean) => void>();

export function noteReach(is: boolean): void {
  if (is === isReached) return;
  isReached = is;
  for (const heed of heeding) heed(is);
}

export function isServerReached(): boolean {
  return isReached;
}

export function onReach(heed: (isReached: boolean) => void): () => void {
  heeding.add(heed);
  return () => heeding.delete(heed);
}

const PROBE_MS = 4_000;

/** Asks the server whether it is there. */
export async function probe(): Promise<boolean> {
  try {
    const answer = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PROBE_MS) });
    // A proxy answers 502 for a server that is down.
    noteReach(answer.status < 500);
  } catch {
    noteReach(false);
  }
  return isReached;
}
