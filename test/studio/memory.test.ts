import { afterAll, beforeAll, expect, test } from "vitest";
import { API_TOKEN } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { type OpenStudio, openStudio } from "./open-studio.ts";
import { routeInTest } from "./route-in-test.ts";

const ANA = "573001112901";

let studio: OpenStudio;
let conversation: string;

beforeAll(async () => {
  studio = await openStudio();
  await studio.says(ANA, "hola, me llamo Ana Gómez. odio el cilantro. recuerda que soy alérgica al maní");
  await eventually(
    "she is remembered",
    async () =>
      (await studio.database.rows("select from contact_facts where key in ('dislikes', 'allergy')")).length === 2,
  );
  const [row] = await studio.database.rows(
    "select c.id::text from conversations c join contact_aliases a using (workspace_id, contact_id) where a.value = $1",
    [ANA],
  );
  conversation = String(row?.["id"]);
});
afterAll(() => studio?.close());

const known = () => studio.page.getByRole("list", { name: "Lo que se recuerda" }).getByRole("listitem");

test("each fact stands with the customer's own words, and leads to their message in the conversation", async () => {
  const { page } = studio;
  await studio.open(`/conversations/${conversation}`);
  await page.getByRole("button", { name: "Detalles" }).click();
  await page.getByRole("link", { name: "Ver lo que recuerda el agente" }).click();
  await page.getByRole("tab", { name: "Memoria", selected: true }).waitFor();
  const allergy = known().filter({ hasText: "maní" });
  await allergy.getByText("«recuerda que soy alérgica al maní»").waitFor();
  await allergy.getByText("salud").waitFor();
  await allergy.getByText(/pidió recordarlo/).waitFor();
  const [kept] = await studio.database.rows("select count(*)::int as facts from contact_facts");
  expect(await known().count()).toBe(kept?.["facts"]);
  await page.getByText("Perfil que reciben los agentes").waitFor();
  expect(await studio.faults()).toEqual([]);
  await allergy.getByRole("link", { name: "Ver el mensaje" }).click();
  await page.getByText("odio el cilantro").first().waitFor();
  expect(new URL(page.url()).searchParams.get("run")).not.toBeNull();
});

test("one fact, and then all, is forgotten after a question", async () => {
  const { page, database } = studio;
  const left = async () =>
    (await database.rows("select key from contact_facts where ended is null")).map(({ key }) => key);
  await studio.open(`/knowledge?conversation=${conversation}&part=memory`);
  await page.getByRole("button", { name: "Olvidar: no le gusta" }).click();
  await page.getByRole("dialog", { name: "¿Olvidar no le gusta?" }).waitFor();
  expect(await studio.faults()).toEqual([]);
  await page.keyboard.press("Escape");
  expect(await left()).toContain("dislikes");
  await page.getByRole("button", { name: "Olvidar: no le gusta" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Olvidar" }).click();
  await known().filter({ hasText: "cilantro" }).waitFor({ state: "detached" });
  expect(await left()).not.toContain("dislikes");
  expect(await left()).toContain("allergy");
  await page.getByText("olvidado", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Olvidar todo" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Olvidar todo" }).click();
  await page.getByText("No se recuerda nada de este cliente").waitFor();
  expect(await left()).toEqual([]);
  expect(await studio.faults()).toEqual([]);
});

test("a viewer forgets nothing, and memory that cannot be loaded says so", async () => {
  const { page } = studio;
  await studio.says(ANA, "me llamo Ana Gómez");
  await eventually(
    "she is remembered again",
    async () => (await studio.database.rows("select from contact_facts where ended is null")).length > 0,
  );
  await studio.signIn(await studio.tokenOf("viewer"));
  await studio.open(`/knowledge?conversation=${conversation}&part=memory`);
  await known().first().waitFor();
  expect(await page.getByRole("button", { name: "Olvidar todo" }).isDisabled()).toBe(true);
  await studio.signIn(API_TOKEN);
  await routeInTest(page, /\/memory$/, (route) =>
    route.fulfill({ status: 422, json: { code: "request_invalid", detail: "no" } }),
  );
  await studio.open(`/knowledge?conversation=${conversation}&part=memory`);
  await page.getByRole("alert").waitFor();
});
