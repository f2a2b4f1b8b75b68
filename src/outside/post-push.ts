import type { PostOutcome } from "../core/feed/feed-policy.ts";
import type { DueEvent, PushTarget } from "../core/ports/feed/event-feed.ts";
import { httpRequest } from "./http-request.ts";

interface PushSettings {
  readonly mayBePrivate: boolean;
  /** Our own address, for push services that have a question; they take https alone. */
  readonly contactUrl: string | null;
}

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64_000;
/** How long a push service keeps a message for a browser that sleeps. The inbox shows the same in any case. */
const TTL_SECONDS = 4 * 3_600;

/**
 * Tells a browser that something waits, as RFC 8030 says. The message is encrypted for that browser alone
 * and holds ids; the browser asks the server for words, with its person's sign-in.
 */
export async function postPush(
  event: DueEvent,
  target: PushTarget,
  { mayBePrivate, contactUrl, signal }: PushSettings & { readonly signal: AbortSignal },
): Promise<PostOutcome> {
  // Only the customer answers it.
  if (isCustomers(event.data["confirmation"])) return { kind: "taken" };
  const { default: webPush } = await import("web-push");
  const { kind, conversationId, data } = event;
  const payload = JSON.stringify({ kind, conversation: conversationId, ...data });
  let details: ReturnType<typeof webPush.generateRequestDetails>;
  try {
    details = webPush.generateRequestDetails({ endpoint: event.url, keys: target.keys }, payload, {
      vapidDetails: {
        subject: contactUrl?.startsWith("https://") === true ? contactUrl : "mailto:recado@example.com",
        publicKey: target.publicKey,
        privateKey: wholeKey(target.privateKey),
      },
      TTL: TTL_SECONDS,
      urgency: "high",
    });
  } catch (thrown) {
    // The browser's own keys are no keys.
    return { kind: "failed", detail: String(thrown).slice(0, 200), isDown: false, isFinal: true };
  }
  const { "Content-Length": _, ...headers } = details.headers as Record<string, string | number>;
  const outcome = await httpRequest({
    method: "POST",
    url: new URL(event.url),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: details.body,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
    mayBePrivate,
    signal,
  });
  if (outcome.kind !== "answered") {
    return { kind: "failed", detail: outcome.detail, isDown: true, isFinal: outcome.code === "refused_address" };
  }
  const { status } = outcome;
  if (status >= 200 && status < 300) return { kind: "taken" };
  const isDown = status >= 500 || status === 429;
  // 404 and 410: the person took the permission back. Other refusals will be the same tomorrow.
  return { kind: "failed", detail: `the push service answered ${status}`, isDown, isFinal: !isDown };
}

/**
 * A private key of 32 bytes. It is a number, and Node leaves out the zeros that lead one pair in 256; the library
 * refuses a key that is shorter.
 */
const wholeKey = (privateKey: string): string =>
  Buffer.from(Buffer.from(privateKey, "base64url").toString("hex").padStart(64, "0"), "hex").toString("base64url");

function isCustomers(confirmation: unknown): boolean {
  return (
    typeof confirmation === "object" &&
    confirmation !== null &&
    "audience" in confirmation &&
    confirmation.audience === "customer"
  );
}
