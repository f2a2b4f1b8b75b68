import { pause } from "./pause.ts";

/** A busy server is asked so often in all for what only reads, after the seconds that it names, or these at most. */
const TRIES = 4;
const LONGEST_WAIT_S = 5;

/**
 * The last answer. Only a GET is asked again: whether a command was done is the person's to see. Rejects with the signal's
 * reason as soon as it is aborted, also between two tries.
 */
export async function askWhileBusy(
  method: string,
  signal: AbortSignal | undefined,
  ask: () => Promise<Response>,
): Promise<Response> {
  let response = await ask();
  for (let tries = 1; method === "GET" && response.status === 503 && tries < TRIES; tries += 1) {
    await pause(secondsUntilRetry(response) * 1_000, signal);
    response = await ask();
  }
  return response;
}

/** A proxy may name a date; such a server is asked after a second. */
function secondsUntilRetry({ headers }: Response): number {
  const named = Number(headers.get("retry-after") ?? 1);
  return Number.isNaN(named) ? 1 : Math.min(named, LONGEST_WAIT_S);
}
