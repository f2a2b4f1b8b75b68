import type { Config } from "./config.ts";

/** What the log must never show. */
export function configSecrets({
  apiToken,
  channel,
  modelServer,
  databaseUrl,
  transcription,
  alertWebhook,
}: Config): string[] {
  const password = databaseUrl === null ? null : new URL(databaseUrl).password;
  const accessToken = channel.kind === "meta" ? channel.accessToken : null;
  const given = [
    apiToken,
    accessToken,
    channel.verifyToken,
    ...(channel.appSecrets ?? []),
    modelServer.apiKey,
    transcription?.apiKey ?? null,
    // A holder of such an address may post to it.
    alertWebhook?.url ?? null,
    alertWebhook?.secret ?? null,
    password,
  ];
  return given.filter((secret): secret is string => secret !== null);
}
