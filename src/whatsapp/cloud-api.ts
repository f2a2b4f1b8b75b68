import { RecadoError } from "../core/errors.ts";
import type { PhoneNumberId } from "../core/ids.ts";
import type { SendOutcome } from "../core/outbound/outbox.ts";
import type { Channel, OutboundRequest } from "../core/ports/channel.ts";
import type { Logger } from "../core/ports/logger.ts";
import { classifyAnswer } from "./classify-answer.ts";
import { classifyFailure } from "./classify-failure.ts";
import { createGraphPost } from "./graph-post.ts";
import { retryAfterMs } from "./retry-after.ts";
import { sendBody } from "./send-body.ts";
import { USER_AGENT } from "./user-agent.ts";

export interface CloudApiSettings {
  /** Graph's base URL with its version: `https://graph.facebook.com/v26.0`. */
  readonly baseUrl: string;
  /** null to send no `Authorization` at all. */
  readonly accessToken: string | null;
  /** The longest time for a send. Generous, because impatience makes most doubts. */
  readonly timeoutMs?: number;
  readonly logger: Logger;
}

const SEND_TIMEOUT_MS = 30_000;
const TYPING_TIMEOUT_MS = 5_000;

/**
 * The Cloud API as a channel. `send` makes one call and says exactly what it proves; only the
 * outbox repeats. Bodies, phones and tokens are never logged.
 *
 * @throws RecadoError `bad_environment` when the URL or the token cannot be used at all
 */
export function createCloudApi(settings: CloudApiSettings): Channel {
  const { accessToken, logger, timeoutMs = SEND_TIMEOUT_MS } = settings;
  const baseUrl = checkBaseUrl(settings.baseUrl);
  const postNow = createGraphPost(baseUrl, requestHeaders(accessToken));
  const post = (phoneNumberId: PhoneNumberId, json: unknown, limitMs: number) =>
    postNow(`/${encodeURIComponent(phoneNumberId)}/messages`, json, limitMs);

  return {
    async send(request: OutboundRequest): Promise<SendOutcome> {
      const body = sendBody(request);
      if (body.kind === "invalid") {
        return { kind: "refused", refusal: "bad_request", code: null, detail: body.detail, retryAfterMs: null };
      }
      // The last check before the socket: a process that slept here must not wake in the middle of
      // another worker's decision.
      if (request.mayStillLeave?.() === false) {
        return { kind: "not_sent", detail: "the process was paused before the socket" };
      }
      try {
        const answer = await post(request.phoneNumberId, body.json, timeoutMs);
        return classifyAnswer(answer.status, answer.body, retryAfterMs(answer.headers));
      } catch (thrown) {
        return classifyFailure(thrown);
      }
    },

    async showTyping(phoneNumberId: PhoneNumberId, sourceMessageId: string): Promise<void> {
      const json = {
        messaging_product: "whatsapp",
        status: "read",
        message_id: sourceMessageId,
        typing_indicator: { type: "text" },
      };
      try {
        const { status } = await post(phoneNumberId, json, TYPING_TIMEOUT_MS);
        if (status < 200 || status > 299) {
          logger.debug({ phone_number_id: phoneNumberId, http_status: status }, "typing was not shown");
        }
      } catch (thrown) {
        const { detail } = classifyFailure(thrown);
        logger.debug({ phone_number_id: phoneNumberId, error: detail }, "typing was not shown");
      }
    },
  };
}

function checkBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  const isUsable = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.search === "";
  if (!isUsable) {
    throw new RecadoError(
      "bad_environment",
      `WHATSAPP_API_URL is not a plain http(s) address: "${baseUrl}". Use Graph's base URL with its version, like https://graph.facebook.com/v26.0.`,
    );
  }
  return baseUrl.replace(/(?<!\/)\/+$/, "");
}

function requestHeaders(accessToken: string | null): Readonly<Record<string, string>> {
  const plain = { "content-type": "application/json", "user-agent": USER_AGENT };
  if (accessToken === null) return plain;
  // Such a header would be refused on every send, in words that show the token.
  if (!/^[\x21-\x7e]+$/.test(accessToken)) {
    throw new RecadoError(
      "bad_environment",
      "WHATSAPP_ACCESS_TOKEN holds a space, a line break or a character that is not ASCII. Copy it again, alone.",
    );
  }
  return { ...plain, authorization: `Bearer ${accessToken}` };
}
