import type { Clock } from "../core/ports/clock.ts";
import type { AlertWebhook } from "../core/ports/desk/alert-post.ts";
import { type Config, serverUrl } from "./config.ts";

/** Null where no address is set. Its posts lead to the Studio at the public address, if there is one. */
export async function openAlertWebhook(
  config: Config,
  ownUrl: string | null,
  clock: Clock,
): Promise<AlertWebhook | null> {
  const { alertWebhook, publicUrl } = config;
  if (alertWebhook === null) return null;
  const { createAlertWebhook } = await import("../outside/alert-webhook.ts");
  const base = publicUrl ?? ownUrl ?? serverUrl(config);
  const studioUrl = `${base.replace(/\/+$/, "")}/studio/confirmations`;
  return createAlertWebhook({ ...alertWebhook, studioUrl, now: () => clock.now() });
}
