import { createHmac } from "node:crypto";
import { alertText } from "../core/alert-news.ts";
import type { AlertWebhook } from "../core/ports/alert-post.ts";
import { httpRequest } from "./http-request.ts";

interface WebhookSettings {
  readonly url: string;
  readonly secret: string | null;
  readonly studioUrl: string;
}

const ALERT_POST_TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 64_000;

/**
 * Posts alerts to the operator's address. The operator named it, so a host of his own network is as good as any; it may not
 * redirect. Subject and detail stay here: they may name a customer.
 */
export function createAlertWebhook({ url, secret, studioUrl }: WebhookSettings): AlertWebhook {
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
    const signature = secret === null ? null : createHmac("sha256", secret).update(body).digest("hex");
    const outcome = await httpRequest({
      method: "POST",
      url: new URL(url),
      headers: {
        "content-type": "application/json",
        ...(signature === null ? {} : { "x-recado-signature": `sha256=${signature}` }),
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
