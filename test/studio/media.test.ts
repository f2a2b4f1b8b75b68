import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/shop.ts";
import { type OpenStudio, openStudio } from "./open-studio.ts";

/** Files in both directions: what a customer sends is seen, heard and saved; a person drops or photographs one. */
const OSCAR = "573001112402";
/** The beginning of an Ogg file with Opus, and of an MP4: as much as the kind of a file is read from. */
const OGG = Buffer.concat([Buffer.from("OggS\0\x02"), Buffer.alloc(22), Buffer.from("OpusHead"), Buffer.alloc(60)]);
const MP4 = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from("ftypmp42"),
  Buffer.alloc(12),
  Buffer.from("mp42isom"),
  Buffer.alloc(40),
]);
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC";

let studio: OpenStudio;
beforeAll(async () => {
  studio = await openStudio();
  await studio.says(OSCAR, "quiero hablar con una persona");
  await eventually("it was answered", () => studio.heard(OSCAR).length > 0);
});
afterAll(() => studio?.close());

const story = () => studio.page.getByRole("list", { name: "Historia" });
const files = () => studio.page.getByRole("list", { name: "Archivos por enviar" });

async function sends(id: string, kind: string, media: Record<string, unknown>, bytes: Buffer): Promise<void> {
  studio.files.set(id, bytes);
  await deliver({ id: `wamid.${id}`, type: kind, [kind]: { id, ...media } });
}

async function deliver(of: Record<string, unknown>): Promise<void> {
  const message = { from: OSCAR, timestamp: String(Math.floor(Date.now() / 1000)), ...of };
  const value = {
    messaging_product: "whatsapp",
    metadata: { display_phone_number: "15550783881", phone_number_id: "106540352242922" },
    contacts: [{ profile: { name: "Óscar Peña" }, wa_id: OSCAR }],
    messages: [message],
  };
  await studio.deliver({
    object: "whatsapp_business_account",
    entry: [{ id: "1", changes: [{ field: "messages", value }] }],
  });
}

test("a voice note is heard, read and saved, and a video is saved where it cannot be played", async () => {
  const { page, database } = studio;
  await sends("9101", "audio", { mime_type: "audio/ogg; codecs=opus", voice: true }, OGG);
  await sends("9102", "video", { mime_type: "video/mp4", caption: "así llegó la caja" }, MP4);
  await eventually("both are kept", async () => {
    const kept = await database.rows("select kind from media_items where status = 'stored' order by kind");
    return kept.map(({ kind }) => kind).join() === "audio,video";
  });
  // What the service that listens would have heard.
  await database.rows(
    `update agent_events set payload = jsonb_set(payload, '{content,understanding}', '{"text": "quiero dos frascos"}')
     where payload #>> '{content,media}' = 'audio'`,
  );
  await studio.open("/inbox");
  await page.getByRole("list", { name: "Conversaciones" }).getByRole("link").first().click();
  await story().getByText("quiero dos frascos").waitFor();
  await story().getByText("así llegó la caja").waitFor();
  await story().locator("audio[controls]").waitFor();
  // This browser cannot play so short a video, so what a person gets is the file.
  const links = story().locator("a[download]");
  await expect.poll(() => links.count()).toBe(2);
  const saved = await Promise.all(
    (await links.all()).map(async (link) => {
      const answer = await page.request.get(new URL(String(await link.getAttribute("href")), studio.url).href);
      return (await answer.body()).toString("base64");
    }),
  );
  expect(saved).toEqual([OGG, MP4].map((bytes) => bytes.toString("base64")));
  expect(await studio.faults()).toEqual([]);
});

test("a card says whose it is, a place where, a cart what; the list names each", async () => {
  const { page } = studio;
  const more = (type: string, part: unknown) => deliver({ id: `wamid.${type}`, type, [type]: part });
  const newest = () => page.getByRole("list", { name: "Conversaciones" }).getByRole("link").first();
  await studio.open("/inbox");
  await more("contacts", [{ name: { formatted_name: "Pedro Núñez" }, phones: [{ phone: "+57 310 555 1234" }] }]);
  await newest().getByText("Contacto: Pedro Núñez").waitFor();
  const item = { product_retailer_id: "FRASCO-90", quantity: 2, item_price: 64950, currency: "COP" };
  await more("order", { catalog_id: "1", product_items: [item], text: "para hoy" });
  await newest().getByText("Pedido del catálogo: 2 × FRASCO-90").waitFor();
  const place = { latitude: 6.24, longitude: -75.58, name: "Parque Lleras", address: "El Poblado" };
  await more("location", place);
  await newest().getByText("Ubicación: Parque Lleras; El Poblado").waitFor();
  await newest().click();
  for (const told of ["Pedro Núñez", "+57 310 555 1234", "2 × FRASCO-90 · 64950 COP", "para hoy", "Parque Lleras"]) {
    await story().getByText(told, { exact: true }).waitFor();
  }
  const map = story().getByRole("link", { name: "Ver en el mapa" });
  expect(await map.getAttribute("href")).toContain("6.24,-75.58");
  expect(await studio.faults()).toEqual([]);
});

/** Drops a picture there; whether the page kept the browser from opening it, over it and at the drop. */
async function drops(fileName: string, on: Locator): Promise<unknown> {
  await on.evaluate((target) => target.setAttribute("data-drop", ""));
  return studio.page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob("${PNG}"), (letter) => letter.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], "${fileName}", { type: "image/png" }));
    const target = document.querySelector("[data-drop]");
    target.removeAttribute("data-drop");
    return ["dragover", "drop"].map(
      (kind) => !target.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true })));
  })()`);
}

test("a file that is dropped while a note is written shows where it goes; one that misses opens nothing; none waits unseen after 24 hours", async () => {
  const { page, database } = studio;
  await studio.open("/inbox");
  await page.getByRole("list", { name: "Conversaciones" }).getByRole("link").first().click();
  await page.getByRole("button", { name: "Nota interna", exact: true }).click();
  await page.getByPlaceholder(/equipo/).fill("ojo con la dirección");
  expect(await drops("mapa.png", page.getByPlaceholder(/equipo/))).toEqual([true, true]);
  await files().getByText("mapa.png").waitFor();
  await page.getByRole("button", { name: "Nota interna", exact: true }).click();
  expect(await page.getByPlaceholder(/equipo/).inputValue()).toBe("ojo con la dirección");
  await page.getByPlaceholder(/equipo/).fill("");
  await page.getByRole("button", { name: "Responder", exact: true }).click();
  await files().getByRole("button").last().click();
  await files().waitFor({ state: "detached" });
  expect(await drops("fuera.png", page.getByRole("navigation").first())).toEqual([true, true]);
  expect(page.url()).toContain("/conversations/");
  expect(await files().count()).toBe(0);
  const hours = (ago: number) =>
    database.rows("update conversations set last_customer_message_at = recado_now() - make_interval(hours => $1)", [
      ago,
    ]);
  await hours(30);
  await page.reload();
  await page.getByText("La ventana de 24 horas está cerrada").waitFor();
  await story().waitFor();
  await drops("tarde.png", story());
  await page.getByRole("status").getByText("hasta que el cliente vuelva a escribir").waitFor();
  await hours(0);
  await page.reload();
  await page.getByLabel("Responder al cliente").last().waitFor();
  expect(await files().count()).toBe(0);
  expect(await studio.faults()).toEqual([]);
});

test("a file that is dropped on the conversation, or photographed, goes with the answer", async () => {
  const { page } = studio;
  await studio.open("/inbox");
  await page.getByRole("list", { name: "Conversaciones" }).getByRole("link").first().click();
  await page.getByLabel("Responder al cliente").last().waitFor();
  await page.evaluate(`{
    const bytes = Uint8Array.from(atob("${PNG}"), (letter) => letter.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], "guia.png", { type: "image/png" }));
    const target = document.querySelector("textarea");
    for (const kind of ["dragover", "drop"])
      target.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
  }`);
  await files().getByText("guia.png").waitFor();
  await page
    .locator("input[type=file][capture]")
    .setInputFiles({ name: "foto.png", mimeType: "image/png", buffer: Buffer.from(PNG, "base64") });
  await files().getByText("foto.png").waitFor();
  await expect.poll(() => page.getByText("Subiendo…").count()).toBe(0);
  await page.getByLabel("Responder al cliente").last().fill("Su paquete");
  await page.getByRole("button", { name: "Enviar", exact: true }).click();
  await eventually("both left", () => studio.heard(OSCAR).filter((said) => said.startsWith("[file ")).length === 2);
  expect(studio.heard(OSCAR).filter((said) => said.includes("Su paquete"))).toHaveLength(1);
});
