import { expect, test } from "vitest";
import { eventually } from "../../support/shop.ts";
import { routeInTest } from "../route-in-test.ts";
import { inboxOfThree, MARTA, OSCAR, sent } from "./inbox-of-three.ts";

/** One red pixel: the smallest JPEG and PNG are not worth a file of their own. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC",
  "base64",
);

const inbox = inboxOfThree();
const { rowOf, box, story, picture } = inbox;

test("a draft waits in its own conversation, over a change of conversation and a reload", async () => {
  const studio = inbox.studio();
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
  const studio = inbox.studio();
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
  const studio = inbox.studio();
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

/** Types into the box and presses Enter as soon as the box is in the page: no frame has been painted since, so no effect has run. */
const WRITES_AT_ONCE = `new Promise((resolve) => {
  const write = async () => {
    const box = document.querySelector("textarea");
    if (box === null) return;
    watch.disconnect();
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set.call(box, "Ya le miro");
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
    for (let turns = 0; turns < 10; turns += 1) await null;
    box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    resolve();
  };
  const watch = new MutationObserver(() => void write());
  watch.observe(document.body, { childList: true, subtree: true });
  [...document.querySelectorAll("a")].find(({ textContent }) => textContent.includes("Marta")).click();
})`;

test("what is written and sent before the page has painted its box leaves too", async () => {
  const studio = inbox.studio();
  await studio.open("/inbox");
  await rowOf("Marta").waitFor();
  await studio.page.evaluate(WRITES_AT_ONCE);
  await eventually("it left", () => studio.heard(MARTA).includes("Ya le miro"));
  await expect.poll(() => box().inputValue()).toBe("");
  expect(await studio.faults()).toEqual([]);
});

test("what the server refuses is shown with its reason, and can be sent again or taken back", async () => {
  const studio = inbox.studio();
  const { page } = studio;
  await studio.open("/inbox");
  await rowOf("Óscar").click();
  let isRefusing = true;
  await routeInTest(page, /\/messages$/, (route) =>
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
  // The browser itself notes down what was refused.
  expect((await studio.faults()).filter((fault) => !fault.includes("409"))).toEqual([]);
});

test("a customer's receipt is seen, enlarged and saved; a file of the shop reaches the customer with its words", async () => {
  const studio = inbox.studio();
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
  const studio = inbox.studio();
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
  const studio = inbox.studio();
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

test("filters, a receipt and the emojis are whole in each look", async () => {
  const studio = inbox.studio();
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
