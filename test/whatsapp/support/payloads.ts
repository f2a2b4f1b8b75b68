import { readdirSync, readFileSync } from "node:fs";
import * as z from "zod";

const FOLDER = new URL("../../fixtures/whatsapp-payloads/", import.meta.url);

const REPLAY = z.object({ firstMessage: z.unknown(), secondMessage: z.unknown(), statusUpdate: z.unknown() });

export function payload(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8"));
}

export function payloadNames(): string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.slice(0, -".json".length));
}

/** The webhooks of one file: most hold one, some a list, one a recording of three. */
export function webhooksOf(name: string): unknown[] {
  const content = payload(name);
  if (Array.isArray(content)) return content;
  if (name === "chatsdk__replay_dm") {
    const { firstMessage, secondMessage, statusUpdate } = REPLAY.parse(content);
    return [firstMessage, secondMessage, statusUpdate];
  }
  return [content];
}

export function bytes(value: unknown): Uint8Array {
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value), "utf8");
}

/** One change of the field `messages`, in an envelope of its own. */
export function change(phoneNumberId: string, value: Record<string, unknown>): Record<string, unknown> {
  const metadata = { display_phone_number: "15550783881", phone_number_id: phoneNumberId };
  return { field: "messages", value: { messaging_product: "whatsapp", metadata, ...value } };
}

export function envelope(...entries: { waba: string; changes: unknown[] }[]): Record<string, unknown> {
  return {
    object: "whatsapp_business_account",
    entry: entries.map(({ waba, changes }) => ({ id: waba, changes })),
  };
}

/** A body with one message in it. */
export function bodyWith(message: unknown, contacts: unknown[] = []): Uint8Array {
  return bytes(envelope({ waba: "1", changes: [change("106540352242922", { contacts, messages: [message] })] }));
}

export function says(from: string, wamid: string, text: string): Record<string, unknown> {
  return { from, id: wamid, timestamp: "1795219200", type: "text", text: { body: text } };
}
