import { serve } from "@hono/node-server";
import { onTestFinished } from "vitest";
import type { PhoneNumberId } from "../../../src/core/ids.ts";
import type { Channel } from "../../../src/core/ports/channel.ts";
import { createSimulator, type Simulator } from "../../../src/simulator/create-simulator.ts";
import { createCloudApi } from "../../../src/whatsapp/cloud-api.ts";
import { type ParsedWebhook, parseWebhook } from "../../../src/whatsapp/parse-webhook.ts";
import { isSignatureValid } from "../../../src/whatsapp/signature.ts";
import { localServer, type Received } from "./local-server.ts";
import { logBook } from "./log-book.ts";

export const NUMBER = "106540352242922" as PhoneNumberId;
export const ANA = "573015550142";
export const secrets = { appSecret: "app-secret", accessToken: "access-token-of-a-test" };

export interface SimulatedShop {
  readonly simulator: Simulator;
  readonly url: string;
  readonly api: Channel;
  /** Everything that came to the webhook with a good signature. */
  readonly heard: ParsedWebhook[];
  readonly posts: Received[];
}

interface ShopSettings {
  /** What the webhook answers to its n-th post (from 0); 200 otherwise. */
  readonly answers?: readonly number[];
  readonly retryDelaysMs?: readonly number[];
  /** The secret that the webhook checks with. */
  readonly checkedWith?: string;
  readonly now?: () => Date;
  readonly ledgerFile?: string;
  /** Where files are said to be; at the root of the shop's own server if not given. */
  readonly mountPath?: string;
}

/** A simulator on a real socket, our own client, and a webhook that checks and reads what comes. */
export async function simulatedShop(settings: ShopSettings = {}): Promise<SimulatedShop> {
  const { answers = [], retryDelaysMs = [1, 1, 1, 1], checkedWith = secrets.appSecret } = settings;
  const now = settings.now ?? (() => new Date("2026-11-21T12:00:00.500Z"));
  const heard: ParsedWebhook[] = [];
  let posts = 0;
  const webhook = await localServer((post, response) => {
    const header = post.headers["x-hub-signature-256"];
    const isValid = isSignatureValid([checkedWith], post.body, typeof header === "string" ? header : undefined);
    response.statusCode = isValid ? (answers[posts++] ?? 200) : 401;
    if (response.statusCode === 200) heard.push(parseWebhook(post.body, now()));
    response.end();
  });

  let ids = 0;
  const simulator = createSimulator({
    clock: { now, monotonicMs: () => now().getTime() },
    random: () => 0.5,
    newId: () => (ids++).toString(16).padStart(32, "0"),
    secrets,
    webhookUrl: `${webhook.url}/api/whatsapp/webhook`,
    retryDelaysMs,
    mountPath: settings.mountPath ?? "",
    ...(settings.ledgerFile === undefined ? {} : { ledgerFile: settings.ledgerFile }),
  });
  const port = await new Promise<number>((resolve) => {
    const server = serve({ fetch: simulator.app.fetch, port: 0, hostname: "127.0.0.1" }, (info) => resolve(info.port));
    onTestFinished(async () => {
      await simulator.close();
      server.close();
    });
  });
  const url = `http://127.0.0.1:${port}`;
  const api = createCloudApi({ baseUrl: `${url}/v26.0`, accessToken: secrets.accessToken, logger: logBook().logger });
  return { simulator, url, api, heard, posts: webhook.received };
}
