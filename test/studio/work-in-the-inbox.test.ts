import { mkdir } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { API_TOKEN } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { type OpenStudio, openStudio } from "./open-studio.ts";

const MARTA = "573001112401";
const OSCAR = "573001112402";
const LAURA = "573001112403";

/** One red pixel: the smallest JPEG and PNG are not worth a file of their own. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC",
  "base64",
);

let studio: OpenStudio;

/** RECADO_PICTURES names a folder for pictures of what a person sees. */
async function picture(name: string): Promise<void> {
  const folder = process.env["RECADO_PICTURES"];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await studio.page.screenshot({ path: `${folder}/${name}.png` });
}

function sent(phone: string, name: string, id: string, message: Record<string, unknown>): unknown {
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

const says = (phone: string, name: string, id: string, body: string) =>
  studio.deliver(sent(phone, name, id, { type: "text", text: { body } }));

const rows = () => studio.page.getByRole("list", { name: "Conversaciones" }).getByRole("link");
const rowOf = (name: string) => rows().filter({ hasText: name });
const box = () => studio.page.getByLabel("Responder al cliente").last();
const story = () => studio.page.getByRole("list", { name: "Historia" });

beforeAll(async () => {
  studio = await openStudio();
  await says(MARTA, "Marta Ruiz", "wamid.m1", "quiero hablar con una persona");
  await says(OSCAR, "Óscar Peña", "wamid.o1", "quiero hablar con una persona");
  await says(LAURA, "Laura Díaz", "wamid.l1", "hola, cuánto vale?");
  await eventually("all were answered", () => [MARTA, OSCAR, LAURA].every((one) => studio.heard(one).length >= 1));
});
afterAll(() => studio?.close());

test("a draft waits in its own conversation, over a change of conversation and a reload", async () => {
  const { page } = studio;
  await studio.open("/inbox");
  await rowOf("Marta").click();
  await box().fill("Buenas, Marta: ya le cuento");
  await rowOf("Óscar").click();
  await expect.poll(() => box().inputValue()).toBe("");
  await box().fill("Para Óscar");
  await rowOf("Marta").getByText("Borrador:").waitFor();
  await picture("drafts");
  await rowOf("Marta").click();
  await expect.poll(() => box().inputValue()).toBe("Buenas, Marta: ya le cuento");
  await page.reload();
  await expect.poll(() => box().inputValue()).toBe("Buenas, Marta: ya le cuento");
  await rowOf("Óscar").click();
  await expect.poll(() => box().inputValue()).toBe("Para Óscar");
  await box().fill("");
  expect(await studio.faults()).toEqual([]);
});

test("Enter sends, or begins a line where the person chose so; the own reply is in view whatever was read", async () => {
  const { page } = studio;
  await studio.open("/inbox");
  await rowOf("Marta").click();
  await story().getByRole("button", { name: "Por qué" }).first().click();
  await box().fill("Le habla Camila");
  await page.keyboard.press("Enter");
  await eventually("it left", () => studio.heard(MARTA).includes("Le habla Camila"));
  const bubble = story().getByText("Le habla Camila");
  await expect
    .poll(async () => {
      const place = await bubble.boundingBox();
      return place !== null && place.y > 60 && place.y + place.height < 640;
    })
    .toBe(true);
  await expect.poll(() => box().inputValue()).toBe("");
  await page.getByRole("button", { name: "Enter envía" }).click();
  await box().fill("primera");
  await page.keyboard.press("Enter");
  await page.keyboard.type("segunda");
  expect(await box().inputValue()).toBe("primera\nsegunda");
  await page.getByRole("button", { name: "Ctrl Enter envía" }).click();
  await box().fill("");
  // The row says whose the newest words are.
  await rowOf("Marta").getByText("Tienda:").waitFor();
  expect(await studio.faults()).toEqual([]);
});

test("the server is killed and comes back while a person writes: nothing is lost, nothing is sent twice", async () => {
  const { page } = studio;
  await studio.open("/inbox");
  await rowOf("Marta").click();
  await story().getByText("Le habla Camila").waitFor();
  await box().waitFor();
  await studio.kill();
  await box().fill("Escrito mientras no había servidor");
  await page.keyboard.press("Enter");
  await page.getByText("Se perdió la conexión con Recado.").waitFor();
  await story().getByText("Sin enviar").waitFor();
  await box().fill("y esto se queda en borrador");
  await picture("lost-server");
  expect(
    (await studio.faults()).filter((fault) => !/ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|Failed to load/.test(fault)),
  ).toEqual([]);
  await page.reload().catch(() => undefined);
  await studio.restart();
  await page.reload();
  await eventually("it left", () => studio.heard(MARTA).includes("Escrito mientras no había servidor"));
  await expect.poll(() => box().inputValue()).toBe("y esto se queda en borrador");
  await story().getByText("Sin enviar").waitFor({ state: "detached" });
  // Sent again under its own key it is the same message.
  await studio.says(MARTA, "gracias");
  await story().getByText("gracias").waitFor();
  expect(studio.heard(MARTA).filter((said) => said.startsWith("Escrito mientras"))).toHaveLength(1);
  await box().fill("");
  await studio.faults();
});

test("what the server refuses is shown with its reason, and can be sent again or taken back", async () => {
  const { page } = studio;
  await studio.open("/inbox");
  await rowOf("Óscar").click();
  let isRefusing = true;
  await page.route(/\/messages$/, (route) =>
    isRefusing
      ? route.fulfill({
          status: 409,
          contentType: "application/problem+json",
          body: JSON.stringify({ code: "window_closed", detail: "The 24-hour window closed." }),
        })
      : route.continue(),
  );
  await box().fill("¿Sigue ahí?");
  await page.keyboard.press("Enter");
  await story().getByText("No se envió: La ventana de 24 horas está cerrada").waitFor();
  await picture("refused");
  await story().getByRole("button", { name: "Volver al borrador" }).click();
  await expect.poll(() => box().inputValue()).toBe("¿Sigue ahí?");
  await page.keyboard.press("Enter");
  await box().focus();
  await page.keyboard.press("Enter");
  await story().getByText("No se envió").waitFor();
  isRefusing = false;
  await story().getByRole("button", { name: "Enviar de nuevo" }).click();
  await eventually("it left", () => studio.heard(OSCAR).includes("¿Sigue ahí?"));
  await page.unroute(/\/messages$/);
  // The browser itself notes down what was refused.
  expect((await studio.faults()).filter((fault) => !fault.includes("409"))).toEqual([]);
});

test("a customer's receipt is seen, enlarged and saved; a file of the shop reaches the customer with its words", async () => {
  const { page } = studio;
  studio.files.set("9001", PNG);
  await studio.deliver(
    sent(OSCAR, "Óscar Peña", "wamid.o2", {
      type: "image",
      image: { id: "9001", mime_type: "image/png", caption: "Ya pagué" },
    }),
  );
  await studio.open("/inbox");
  await rowOf("Óscar").click();
  const shown = story().getByRole("img", { name: "Ya pagué" });
  await shown.waitFor();
  await expect
    .poll(() => page.evaluate(`[...document.images].find(({ alt }) => alt === "Ya pagué").naturalWidth`))
    .toBe(10);
  await story().getByRole("button", { name: "Ampliar: Ya pagué" }).click();
  const large = page.getByRole("dialog", { name: "Ya pagué" });
  await large.getByRole("button", { name: "Acercar" }).first().click();
  await picture("receipt");
  expect(await studio.faults()).toEqual([]);
  await page.keyboard.press("Escape");

  await page
    .locator("input[type=file][multiple]")
    .setInputFiles({ name: "guia.png", mimeType: "image/png", buffer: PNG });
  const files = page.getByRole("list", { name: "Archivos por enviar" });
  await files.getByText("guia.png").waitFor();
  await page.getByText("Subiendo…").waitFor({ state: "detached" });
  // The file waits in its draft, too.
  await page.reload();
  await files.getByText("guia.png").waitFor();
  await box().fill("Su guía");
  await picture("attached");
  await page.getByRole("button", { name: "Enviar", exact: true }).click();
  await eventually("it left", () => studio.heard(OSCAR).some((said) => /^\[file \d+\] Su guía$/.test(said)));
  await story().getByRole("img", { name: "Su guía" }).waitFor();
  expect(studio.files.size).toBeGreaterThan(1);

  // Pasted from the clipboard; a file that WhatsApp would not take is refused in words.
  await page.evaluate(`{
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array([0x4d, 0x5a, 0x90, 0, 3])], "virus.exe"));
    document.querySelector("textarea").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }`);
  await files.getByText(/WhatsApp takes no file of the type/).waitFor();
  await files.getByRole("button", { name: "Quitar el archivo" }).click();
  expect((await studio.faults()).filter((fault) => !fault.includes("422"))).toEqual([]);
});

test("a message is quoted and reacted to", async () => {
  const { page } = studio;
  await studio.open("/inbox");
  await rowOf("Óscar").click();
  const said = story().getByText("quiero hablar con una persona").first();
  await said.waitFor();
  await said.hover();
  await story().getByRole("button", { name: "Responder a este mensaje" }).first().click();
  await box().fill("Con gusto");
  await page.keyboard.press("Enter");
  await eventually("it left", () => studio.heard(OSCAR).includes("Con gusto"));
  expect(studio.quotes(OSCAR, "Con gusto")).toBe("wamid.o1");
  await said.hover();
  await story().getByRole("button", { name: "Reaccionar" }).first().click();
  await page.getByRole("button", { name: "👍" }).click();
  await eventually("the reaction left", () => studio.heard(OSCAR).includes("👍"));
});

test("a text of the shop is written once, chosen with a slash, and filled with what is known", async () => {
  const { page } = studio;
  await studio.open("/inbox");
  await rowOf("Óscar").click();
  await page.getByRole("button", { name: "Respuestas rápidas" }).click();
  await page.getByText("Todavía no hay respuestas rápidas.").waitFor();
  await page.getByRole("button", { name: "Crear o cambiar…" }).click();
  await page.getByRole("button", { name: "Nueva respuesta" }).click();
  await page.getByLabel("Atajo").fill("Envío");
  await page.getByLabel("Texto").fill("Hola {{nombre}}, su pedido sale hoy.");
  await page.getByRole("button", { name: "Guardar", exact: true }).click();
  await page.getByText("/envio", { exact: true }).waitFor();
  await picture("canned");
  await page.keyboard.press("Escape");
  await box().fill("");
  await box().pressSequentially("/env");
  await page.getByRole("option", { name: /envio/ }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => box().inputValue()).toBe("Hola Óscar, su pedido sale hoy.");
  await box().fill("");
  expect(await studio.faults()).toEqual([]);
});

test("unread messages and those who wait are counted on the row, the tab, the rail and the title", async () => {
  const { page } = studio;
  await studio.open("/inbox");
  await rowOf("Óscar").click();
  await story().waitFor();
  await studio.says(MARTA, "¿me responde?");
  await rowOf("Marta").getByText("1 sin leer").waitFor();
  await expect.poll(() => page.title()).toMatch(/^\(\d\) Bandeja/);
  await page.getByRole("tab", { name: /Sin leer\s*1/ }).click();
  await picture("unread");
  await rowOf("Marta").click();
  await rowOf("Marta").waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Todas" }).click();
  await rowOf("Marta").waitFor();
});

test("the key of who waits next is heeded when the list is not there yet, and says so where no customer waits", async () => {
  const { page } = studio;
  let show = () => {};
  const isHeld = new Promise<void>((resolve) => {
    show = resolve;
  });
  await page.route(/\/internal\/agent\/inbox\?/, async (route) => {
    await isHeld;
    await route.continue();
  });
  await studio.open("/inbox");
  await page.getByRole("heading", { name: "Bandeja" }).waitFor();
  await page.keyboard.press("n");
  show();
  await page.waitForURL(/\/conversations\//);
  await page.unroute(/\/internal\/agent\/inbox\?/);
  await page.getByRole("tab", { name: "Sin leer" }).click();
  await page.getByRole("searchbox", { name: "Buscar por nombre o teléfono" }).fill("laura");
  await rowOf("Óscar").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await page.getByText("Nadie espera por usted").first().waitFor();
  await page.getByRole("tab", { name: "Todas" }).click();
});

test("a conversation is given, put off and closed; a message of the customer brings it back", async () => {
  const { page } = studio;
  await studio.open("/inbox");
  await rowOf("Marta").click();
  const manage = page.getByRole("button", { name: "Gestionar la conversación" });
  await manage.click();
  await picture("desk-menu");
  expect(await studio.faults()).toEqual([]);
  await page.getByRole("button", { name: /^Asignármela/ }).click();
  await page.getByText(/Ahora la tiene/).waitFor();
  await page.getByRole("tab", { name: /Mías\s*1/ }).click();
  await rowOf("Marta").waitFor();
  await manage.click();
  await page.getByRole("button", { name: "Mañana a las 8" }).click();
  await page.getByText("Pospuesta.").waitFor();
  await page.getByRole("tab", { name: "Me necesitan" }).click();
  await rowOf("Marta").waitFor({ state: "detached" });
  await studio.says(MARTA, "¿hola?");
  await rowOf("Marta").waitFor();
  // By keyboard alone.
  await page.getByRole("heading", { name: "Bandeja" }).click();
  await page.keyboard.press("e");
  await page.getByText("Resuelta. Si el cliente").waitFor();
  await rowOf("Marta").waitFor({ state: "detached" });
  await studio.says(MARTA, "una cosa más");
  await rowOf("Marta").waitFor();
  expect(await studio.faults()).toEqual([]);
});

test("several conversations are chosen and closed at once; a selection is saved for all", async () => {
  const { page } = studio;
  await studio.open("/inbox");
  await page.getByRole("tab", { name: "Todas" }).click();
  await page.getByRole("button", { name: "Más filtros" }).click();
  await page.getByRole("button", { name: "Persona", exact: true }).click();
  await page.getByRole("button", { name: "Más filtros" }).click();
  await page.getByLabel("Nombre de esta vista").fill("Con personas");
  await page.getByRole("button", { name: "Guardar", exact: true }).click();
  await page.getByRole("button", { name: "Con personas", exact: true }).waitFor();
  // A person's own is seen by that person alone, and gets another name.
  await page.getByLabel("Nombre de esta vista").fill("Lo mío");
  await page.getByLabel("Solo para mí").check();
  await page.getByRole("button", { name: "Guardar", exact: true }).click();
  await page.getByRole("button", { name: "Cambiar la vista Lo mío" }).click();
  await page.getByLabel("Nombre de esta vista").fill("Lo de hoy");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Lo de hoy Solo suya" }).waitFor();
  const colleague = await studio.stranger({ theme: "light", language: "es-CO" });
  const token = await studio.tokenOf("operator");
  await colleague.context().request.post(`${studio.url}/studio/session`, {
    ...{ data: { token }, headers: { "x-recado-csrf": "1", origin: studio.url } },
  });
  await colleague.goto("/studio/inbox");
  await colleague.getByRole("button", { name: "Más filtros" }).click();
  await colleague.getByRole("button", { name: "Con personas", exact: true }).waitFor();
  expect(await colleague.getByText("Lo de hoy").count()).toBe(0);
  await colleague.context().close();
  await page.getByRole("button", { name: "Borrar la vista Lo de hoy" }).click();
  await page.getByRole("button", { name: "Lo de hoy Solo suya" }).waitFor({ state: "detached" });
  await picture("views");
  await page.getByRole("button", { name: "Elegir varias" }).click();
  await page.getByRole("button", { name: "Todas", exact: true }).click();
  await page.getByText("2 elegidas").waitFor();
  await picture("bulk");
  expect(await studio.faults()).toEqual([]);
  // Another person takes one meanwhile: it is left to her, and stays chosen.
  const { items } = (await (await page.request.get(`${studio.url}/internal/agent/inbox?q=Marta`)).json()) as {
    items: { id: string }[];
  };
  await studio.command(token, "/internal/agent/inbox/changes", {
    ...{ conversations: items.map(({ id }) => id), assignee: "Camila" },
  });
  const bar = page.getByRole("toolbar");
  await bar.getByRole("button", { name: "Asignármela" }).click();
  await page.getByText("Cambió 1 conversación. 1 la tomó otra persona mientras tanto").waitFor();
  await bar.getByText("1 elegida").waitFor();
  await rowOf("Marta").getByText("Camila").waitFor();
  await bar.getByRole("button", { name: "Todas", exact: true }).click();
  await bar.getByRole("button", { name: "Resolver" }).click();
  await page.getByText("Cambiaron 2 conversaciones.").waitFor();
  await rowOf("Óscar").getByText("Resuelta").waitFor();
  await page.getByRole("button", { name: "Quitar el filtro Persona" }).click();
});

test("two people in one conversation see each other write", async () => {
  const { page } = studio;
  const token = await studio.tokenOf("operator");
  await studio.open("/inbox");
  await rowOf("Óscar").click();
  const [, id = ""] = /conversations\/([^/?]+)/.exec(page.url()) ?? [];
  await story().waitFor();
  // The other person goes on writing: each few words are told again.
  await eventually("it is seen", async () => {
    await studio.command(token, `/internal/agent/conversations/${id}/writing`, {});
    return page.getByText("está escribiendo aquí").isVisible();
  });
  await picture("collision");
});

test("one search finds people, messages and orders without accents", async () => {
  const { page } = studio;
  await studio.open("/metrics");
  await page.getByRole("heading", { name: "Métricas" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("oscar pena");
  await page
    .getByRole("option", { name: /Óscar Peña/ })
    .first()
    .waitFor();
  await picture("search");
  await page.getByRole("combobox").fill("cuanto vale");
  await page
    .getByRole("group", { name: "Mensajes" })
    .getByRole("option", { name: /Laura Díaz/ })
    .first()
    .waitFor();
  expect(await studio.faults()).toEqual([]);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/studio\/conversations\//);
  await page.getByText("hola, cuánto vale?").last().waitFor();
  // The list's own search, too.
  await page.getByLabel("Buscar por nombre o teléfono").fill("oscar");
  await rowOf("Óscar").waitFor();
});

test("filters, a receipt and the emojis are whole in each look", async () => {
  const { page } = studio;
  await studio.open("/inbox");
  await page.getByRole("button", { name: "Más filtros" }).click();
  expect(await studio.faultsInEachLook()).toEqual([]);
  await page.keyboard.press("Escape");
  await rowOf("Óscar").click();
  await page.getByRole("img", { name: "Ya pagué" }).waitFor();
  await page.getByRole("button", { name: "Emojis" }).click();
  expect(await studio.faultsInEachLook()).toEqual([]);
  // Escape closes the emojis, and not the conversation.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "😊" }).waitFor({ state: "detached" });
  expect(page.url()).toContain("/conversations/");
});

test("a viewer reads and changes nothing", async () => {
  const { page } = studio;
  await studio.signIn(await studio.tokenOf("viewer"));
  await studio.open("/inbox");
  await rowOf("Óscar").click();
  await story().waitFor();
  expect(await box().count()).toBe(0);
  expect(await page.getByRole("button", { name: "Gestionar la conversación" }).count()).toBe(0);
  expect(await studio.faults()).toEqual([]);
  await studio.signIn(API_TOKEN);
});
