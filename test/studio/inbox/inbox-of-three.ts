import { mkdir } from "node:fs/promises";
import { afterAll, beforeAll } from "vitest";
import { eventually } from "../../support/shop.ts";
import { type OpenStudio, openStudio } from "../open-studio.ts";

export const MARTA = "573001112401";
export const OSCAR = "573001112402";
const LAURA = "573001112403";

/** A message of a customer as Meta delivers it. */
export function sent(phone: string, name: string, id: string, message: Record<string, unknown>): unknown {
  const value = {
    messaging_product: "whatsapp",
    metadata: { display_phone_number: "15550783881", phone_number_id: "106540352242922" },
    contacts: [{ profile: { name }, wa_id: phone }],
    messages: [{ from: phone, id, timestamp: String(Math.floor(Date.now() / 1000)), ...message }],
  };
  return {
    object: "whatsapp_business_account",
    entry: [{ id: "102290129340398", changes: [{ field: "messages", value }] }],
  };
}

/** The inbox of a shop to which three customers have written: two want a person, and the bot answers the third. */
export function inboxOfThree() {
  let studio: OpenStudio;
  const says = (phone: string, name: string, id: string, body: string) =>
    studio.deliver(sent(phone, name, id, { type: "text", text: { body } }));

  beforeAll(async () => {
    studio = await openStudio();
    await says(MARTA, "Marta Ruiz", "wamid.m1", "quiero hablar con una persona");
    await says(OSCAR, "Óscar Peña", "wamid.o1", "quiero hablar con una persona");
    await says(LAURA, "Laura Díaz", "wamid.l1", "hola, cuánto vale?");
    await eventually("all were answered", () => [MARTA, OSCAR, LAURA].every((one) => studio.heard(one).length >= 1));
  });
  afterAll(() => studio?.close());

  return {
    studio: () => studio,
    rowOf: (name: string) =>
      studio.page.getByRole("list", { name: "Conversaciones" }).getByRole("link").filter({ hasText: name }),
    box: () => studio.page.getByLabel("Responder al cliente").last(),
    story: () => studio.page.getByRole("list", { name: "Historia" }),
    /** RECADO_PICTURES names a folder for pictures of what a person sees. */
    async picture(name: string): Promise<void> {
      const folder = process.env["RECADO_PICTURES"];
      if (folder === undefined) return;
      await mkdir(folder, { recursive: true });
      await studio.page.screenshot({ path: `${folder}/${name}.png` });
    },
  };
}
