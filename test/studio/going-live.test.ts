import decodeQR from "qr/decode.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/shop.ts";
import { type OpenStudio, openStudio } from "./open-studio.ts";

const ANA = "573001112701";
let studio: OpenStudio;

beforeAll(async () => {
  studio = await openStudio({ RECADO_PUBLIC_URL: "https://tienda.example" });
});
afterAll(() => studio?.close());

test("an owner goes live in five steps: each has its green tick once Meta and the database say so", async () => {
  const { page } = studio;
  await studio.open("/live");
  const steps = page.getByRole("list", { name: "Pasos para salir en vivo" }).locator("> li");
  await page.getByText("3 de 5 pasos listos").waitFor();
  expect(await steps.nth(3).textContent()).toContain("Falta");
  expect(await steps.nth(4).textContent()).toContain("Nadie ha escrito todavía");
  expect(await steps.nth(1).textContent()).toContain("+57 601 555 0142 está conectado");
  expect(await steps.nth(2).textContent()).toContain("También conviene marcar: smb_message_echoes");

  studio.templates.push({
    ...{ name: "pedido_enviado", language: "es_CO", status: "APPROVED", category: "UTILITY" },
    ...{ parameter_format: "POSITIONAL", components: [{ type: "BODY", text: "Hola {{1}}, su pedido va en camino." }] },
  });
  await page.getByRole("button", { name: "Traer de WhatsApp" }).click();
  await page.getByText("Llegó 1 plantilla nueva.").waitFor();
  await page.getByText("La tienda puede enviar 1.").waitFor();
  await page.getByText("4 de 5 pasos listos").waitFor();

  await studio.says(ANA, "hola, cuánto vale?");
  // The server writes down that WhatsApp took a message a moment after the customer has it.
  await eventually("it is recorded that she was answered", async () => {
    const accepted = await studio.database.rows("select 1 from outbox_messages where status = 'accepted'");
    return accepted.length > 0;
  });
  await page.getByRole("button", { name: "Mirar otra vez" }).click();
  await page.getByText("¡Listo! Su tienda está en vivo").waitFor();
  await page.getByText("Un mensaje fue respondido").waitFor();
  expect(await studio.faults()).toEqual([]);
});

test("the code on the counter leads a phone's camera to a chat with the shop", async () => {
  const { page } = studio;
  await studio.open("/live");
  const code = page.getByRole("img", { name: "Código QR para escribirle a 576015550142" });
  await code.waitFor();
  const size = Number((await code.getAttribute("viewBox"))?.split(" ")[3]);
  const dots = (await code.locator("path").nth(1).getAttribute("d")) ?? "";
  expect(decodeQR(imageOf(size, dots))).toBe(
    "https://wa.me/576015550142?text=Hola%2C%20quiero%20saber%20del%20producto",
  );
});

test("what is wrong at Meta is told in the words of an owner, in either language; an operator has no such screen", async () => {
  await studio.restartWith({ RECADO_PUBLIC_URL: "https://otra.example" });
  const { page } = studio;
  await studio.open("/live");
  await page
    .getByText("Meta entrega los mensajes en otra dirección: https://tienda.example/api/whatsapp/webhook.")
    .waitFor();
  await page.getByText("https://otra.example/api/whatsapp/webhook", { exact: true }).waitFor();
  await page.evaluate(`localStorage.setItem("recado.language", "en")`);
  await page.reload();
  await page.getByText("Meta delivers messages to another address").waitFor();
  await page.evaluate(`localStorage.setItem("recado.language", "es")`);
  await studio.signIn(await studio.tokenOf("operator"));
  await studio.open("/inbox");
  await page.getByRole("link", { name: "Bandeja" }).first().waitFor();
  expect(await page.getByRole("link", { name: "Salir en vivo" }).count()).toBe(0);
});

/** The drawn dots as a picture, eight pixels a dot. */
function imageOf(size: number, path: string): { width: number; height: number; data: Uint8Array } {
  const scale = 8;
  const width = size * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1/g)) {
    for (let row = 0; row < scale; row += 1) {
      const from = ((Number(y) * scale + row) * width + Number(x) * scale) * 4;
      for (let at = 0; at < scale * 4; at += 1) data[from + at] = at % 4 === 3 ? 255 : 0;
    }
  }
  return { width, height: width, data };
}
