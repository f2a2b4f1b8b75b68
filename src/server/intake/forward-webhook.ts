import { errorText, RecadoError } from "../../core/errors.ts";
import { type AwayNumber, awayNumbersOf } from "../../core/inbound/number-away.ts";
import { signBody } from "../../whatsapp/signature.ts";
import { splitByNumber } from "../../whatsapp/split-by-number.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import { type StoredWebhook, storeWebhook, type WebhookDependencies } from "./store-webhook.ts";

/** Marks a webhook that another door has passed on: it is not passed on again, so two doors cannot play ball with it. */
export const FORWARDED = "x-recado-forwarded";

/** Shorter than the time in which WhatsApp wants its answer. */
const FORWARD_WITHIN_MS = 800;

type Dependencies = WebhookDependencies & Pick<ServerDependencies, "settings">;

/**
 * Stores a signed body. What it holds of a number that has moved to another database goes to the door there, signed with
 * our secret, and the rest is stored here. It rejects when any part was neither stored nor taken there, and WhatsApp then
 * delivers the whole body again: a part that was taken before is a duplicate.
 */
export async function storeOrForward(
  dependencies: Dependencies,
  bytes: Uint8Array,
  isForwarded: boolean,
): Promise<StoredWebhook & { readonly forwarded: number }> {
  try {
    return { ...(await storeWebhook(dependencies, bytes)), forwarded: 0 };
  } catch (thrown) {
    const away = new Map(awayNumbersOf(thrown).map((one) => [one.phoneNumberId, one]));
    if (away.size === 0 || isForwarded || [...away.values()].some(({ forwardTo }) => forwardTo === null)) throw thrown;
    const { parts, rest } = splitByNumber(bytes, new Set(away.keys()));
    if (parts.size < away.size) throw thrown;
    await Promise.all([...parts].map(([number, part]) => forward(dependencies, away.get(number), part)));
    const stored = rest === null ? NOTHING : await storeWebhook(dependencies, rest);
    return { ...stored, forwarded: parts.size };
  }
}

const NOTHING: StoredWebhook = { accepted: 0, duplicate: 0, reports: 0, notices: 0, quarantined: 0 };

async function forward(
  { settings, logger }: Dependencies,
  number: AwayNumber | undefined,
  part: Uint8Array,
): Promise<void> {
  const secret = settings.appSecrets[0];
  if (number?.forwardTo == null || secret === undefined) throw new Error("a part without a door to go to");
  try {
    const answer = await fetch(number.forwardTo, {
      method: "POST",
      headers: { "content-type": "application/json", "x-hub-signature-256": signBody(secret, part), [FORWARDED]: "1" },
      body: part,
      redirect: "error",
      signal: AbortSignal.timeout(FORWARD_WITHIN_MS),
    });
    await answer.arrayBuffer();
    if (answer.status === 200) return;
    throw new Error(`it answered ${answer.status}`);
  } catch (thrown) {
    logger.warn(
      { phone_number_id: number.phoneNumberId, error: errorText(thrown) },
      "a webhook of a number that has moved was not taken by the door there",
    );
    throw new RecadoError(
      "number_moving",
      "The door that serves the number now did not take the webhook. Deliver it again.",
    );
  }
}
