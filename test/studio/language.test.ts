import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/shop.ts";
import { enterAsOwner, type OpenStudio, openStudio } from "./open-studio.ts";
import { routeInTest } from "./route-in-test.ts";

const ANA = "573001112701";

let studio: OpenStudio;
let conversation: string;

beforeAll(async () => {
  studio = await openStudio();
  await studio.says(ANA, "hola, cuánto vale?");
  await eventually("she was answered", () => studio.heard(ANA).length > 0);
  const [row] = await studio.database.rows("select id::text from conversations");
  conversation = String(row?.["id"]);
});
afterAll(() => studio?.close());

test("another language keeps what stands in every field, and the next visit", async () => {
  const page = await enter("es-CO");
  await page.goto(`/studio/conversations/${conversation}`);
  await page.getByPlaceholder("Escriba su respuesta…").fill("Doña Ana, con mucho gusto");
  await page.getByPlaceholder("Buscar por nombre o teléfono").fill("50");
  await choose(page, "English");
  await page.getByRole("link", { name: "Inbox", exact: true }).waitFor();
  expect(await page.getByPlaceholder("Write your reply…").inputValue()).toBe("Doña Ana, con mucho gusto");
  expect(await page.getByPlaceholder("Search by name or phone").inputValue()).toBe("50");
  expect(await page.evaluate("document.documentElement.lang")).toBe("en");
  expect(await page.title()).toBe("Inbox · Recado");
  await page.reload();
  await page.getByRole("link", { name: "Inbox", exact: true }).waitFor();
  await page.context().close();
});

test("a language that cannot be loaded leaves the one that is shown, says so, and can be chosen again", async () => {
  const page = await enter("es-CO");
  await routeInTest(page, /english/, (route) => route.abort());
  await choose(page, "English");
  await page.getByText("No se pudo cambiar el idioma").waitFor();
  expect(await page.getByRole("radio", { name: "Español" }).isChecked()).toBe(true);
  expect(await page.evaluate("document.documentElement.lang")).toBe("es");
  await page.unroute(/english/);
  await page.getByText("English", { exact: true }).click();
  await page.getByRole("link", { name: "Inbox", exact: true }).waitFor();
  expect(await page.getByRole("radio", { name: "English" }).isChecked()).toBe(true);
  await page.context().close();
});

test("a first visit that loses its texts on the way says so in both languages", async () => {
  const page = await studio.stranger({ theme: "light", language: "es-CO" });
  await routeInTest(page, /spanish/, (route) => route.abort());
  await page.goto("/studio/");
  await page.getByRole("alert").getByText("Could not be loaded").waitFor();
  await page.unroute(/spanish/);
  await page.getByRole("button", { name: "Reintentar" }).click();
  await page.locator("input[name=token]").waitFor();
  await page.context().close();
});

async function enter(language: string): Promise<Page> {
  const page = await studio.stranger({ theme: "light", language });
  await page.addInitScript('localStorage.setItem("recado.tour", "done")');
  await enterAsOwner(page);
  await page.locator("#screen h1").first().waitFor();
  return page;
}

async function choose(page: Page, language: string): Promise<void> {
  await page.getByRole("button", { name: "Cuenta" }).click();
  await page.getByText(language, { exact: true }).click();
}
