import { createHmac } from "node:crypto";
import { type PostOutcome, SECRET_PREFIX } from "../core/feed/feed-policy.ts";
import type { DueEvent, PostEvent } from "../core/ports/feed/event-feed.ts";
import { httpRequest } from "./http-request.ts";
import { postPush } from "./post-push.ts";
import { refusalOfHost } from "./public-address.ts";

interface PostSettings {
  /** Whether an endpoint may be in a private network. */
  readonly mayBePrivate: boolean;
  readonly now: () => Date;
  /** Our own address, for push services that have a question. */
  readonly contactUrl: string | null;
}

const POST_TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64_000;

/** Posts an event as Standard Webhooks says (standardwebhooks.com), for which receivers have libraries. */
export function createPostEvent({ mayBePrivate, now, contactUrl }: PostSettings): PostEvent {
  return async (event, signal) => {
    const url = new URL(event.url);
    const refusal = refusalOfHost(url.hostname, mayBePrivate);
    if (refusal !== null) return { kind: "failed", detail: refusal, isDown: true, isFinal: true };
    if (event.push !== null) return postPush(event, event.push, { mayBePrivate, contactUrl, signal });
    const body = bodyOf(event);
    const seconds = Math.floor(now().getTime() / 1_000);
    const outcome = await httpRequest({
      method: "POST",
      url,
      headers: {
        "content-type": "application/json",
        "user-agent": "recado",
        "webhook-id": event.id,
        "webhook-timestamp": String(seconds),
        "webhook-signature": event.secrets.map((secret) => signature(secret, event.id, seconds, body)).join(" "),
      },
      body,
      timeoutMs: POST_TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      mayBePrivate,
      signal,
    });
    if (outcome.kind !== "answered") {
      return { kind: "failed", detail: outcome.detail, isDown: true, isFinal: outcome.code === "refused_address" };
    }
    return judge(outcome.status);
  };
}

function judge(status: number): PostOutcome {
  if (status >= 200 && status < 300) return { kind: "taken" };
  const detail = `it answered ${status}`;
  // Gone: the receiver wants no more of it.
  return { kind: "failed", detail, isDown: status >= 500 || status === 429, isFinal: status === 410 };
}

/** The same bytes at every post of an event. */
function bodyOf({ kind, workspaceId, conversationId, data, happenedAt }: DueEvent): string {
  return JSON.stringify({
    type: kind,
    timestamp: happenedAt.toISOString(),
    data: { workspace: workspaceId, conversation: conversationId, ...data },
  });
}

function signature(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
}
