import { createHmac } from "node:crypto";
import { alertText } from "../core/operations/alert-news.ts";
import type { AlertWebhook } from "../core/ports/desk/alert-post.ts";
import { httpRequest } from "./http-request.ts";

interface WebhookSettings {
  readonly url: string;
  readonly secret: string | null;
  readonly studioUrl: string;
  readonly now: () => Date;
}

const ALERT_POST_TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 64_000;

/**
 * Posts alerts to the operator's address. The operator chose it, so it may be a host of their own
 * network; it may not redirect. Subject and detail are not posted: they may name a customer.
 */
export function createAlertWebhook({ url, secret, studioUrl, now }: WebhookSettings): AlertWebhook {
  return async (alert, signal) => {
    const { id, kind, workspaceId, severity, count, isOpen, raisedAt, lastSeenAt } = alert;
    const body = JSON.stringify({
      id,
      kind,
      workspace: workspaceId,
      severity,
      status: isOpen ? "open" : "resolved",
      count,
      text: alertText(kind),
      raisedAt: raisedAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      link: studioUrl,
    });
    const outcome = await httpRequest({
      method: "POST",
      url: new URL(url),
      headers: {
        "content-type": "application/json",
        ...(secret === null ? {} : signatures(secret, body, now())),
      },
      body,
      timeoutMs: ALERT_POST_TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      mayBePrivate: true,
      signal,
    });
    if (outcome.kind !== "answered") return outcome.detail;
    return outcome.status >= 200 && outcome.status < 300 ? null : `it answered ${outcome.status}`;
  };
}

/**
 * The second signature also covers the time, in Stripe's form. A receiver that refuses posts older
 * than some minutes accepts no post that was recorded and sent again. Each try is signed anew.
 */
function signatures(secret: string, body: string, now: Date): Record<string, string> {
  const hmac = (text: string) => createHmac("sha256", secret).update(text).digest("hex");
  const seconds = Math.floor(now.getTime() / 1_000);
  return {
    "x-recado-signature": `sha256=${hmac(body)}`,
    "x-recado-signature-timed": `t=${seconds},v1=${hmac(`${seconds}.${body}`)}`,
  };
}
