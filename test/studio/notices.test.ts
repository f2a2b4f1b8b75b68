import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { openPushService, type PushService } from "../support/provider/push-service.ts";
import { eventually } from "../support/shop.ts";
import { askForAYes } from "./ask-for-a-yes.ts";
import { type NoticeBrowser, openNoticeBrowser, switchNoticesOn } from "./notice-browser.ts";
import { type OpenStudio, openStudio } from "./open-studio.ts";

const MARTA = "573001112601";
const Workers = z.object({ active: z.string(), later: z.string().nullable() });
let studio: OpenStudio;
let service: PushService;
let person: NoticeBrowser;

beforeAll(async () => {
  [studio, service] = await Promise.all([
    openStudio({ RECADO_FEED_PRIVATE: "yes" }, undefined, "whole"),
    openPushService(),
  ]);
  person = await openNoticeBrowser(studio, service);
});
afterAll(async () => {
  await studio?.close();
  await service?.close();
});

test("the Studio can be installed as an app", async () => {
  await studio.open("/inbox");
  await studio.page.getByRole("heading", { name: "Bandeja" }).waitFor();
  await studio.page.evaluate("navigator.serviceWorker.ready.then(() => true)");
  const { installabilityErrors } = z
    .object({ installabilityErrors: z.array(z.object({ errorId: z.string() })) })
    .parse(await person.browser.send("Page.getInstallabilityErrors"));
  // A headless or private window installs nothing, whatever the page is.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  expect(await studio.faults()).toEqual([]);
});

test("a notice service that is silent or refuses is told in the person's words", async () => {
  const { page } = studio;
  await studio.open("/inbox");
  // Fifteen seconds are over at once.
  await page.evaluate(`{
    const wait = setTimeout;
    window.setTimeout = (then, ms) => wait(then, ms === 15_000 ? 0 : ms);
    PushManager.prototype.subscribe = () => new Promise(() => {});
  }`);
  await page.getByRole("button", { name: "Cuenta" }).click();
  const alert = page.getByRole("alert").getByText("El servicio de avisos de este navegador no responde");
  await page.getByText("Avisarme", { exact: true }).click();
  await alert.waitFor();
  await page.evaluate(
    `PushManager.prototype.subscribe = async () => { throw new DOMException("Registration failed", "AbortError"); }`,
  );
  await page.getByText("Avisarme", { exact: true }).click();
  await alert.waitFor();
  expect(await page.getByText("Registration failed").count()).toBe(0);
  expect(await studio.faults()).toEqual([]);
});

test("a person switches notices on; a handoff reaches the closed Studio with the customer's name, once", async () => {
  const { page } = studio;
  await switchNoticesOn(studio);
  expect(await studio.faults()).toEqual([]);
  await page.goto("about:blank");
  await studio.says(MARTA, "quiero hablar con una persona");
  await eventually("both are told", () => service.messages.length >= 2);
  const title = expect.stringMatching(/^Marta .*Piden hablar con una persona$/);
  const [first, second] = service.messages.splice(0).map(({ told }) => told);
  await person.deliver(first ?? {});
  await expect.poll(person.shown).toMatchObject([{ title, renotify: true }]);
  // Its task is part of it: it changes no word of the notice, and sounds no second time.
  await person.deliver(second ?? {});
  await expect.poll(person.shown).toMatchObject([{ title, renotify: false }]);
});

test("a server that forgot a browser hears of it at the next visit", async () => {
  const known = () => studio.database.rows("select id from feed_endpoints where device_of is not null");
  await studio.database.rows("delete from feed_endpoints where device_of is not null");
  await studio.open("/inbox");
  await expect.poll(async () => (await known()).length).toBe(1);
});

test("each new word of a customer who waits already sounds", async () => {
  const { page } = studio;
  await studio.open("/orders");
  await page.getByRole("heading", { name: "Pedidos", exact: true }).click();
  await expect.poll(() => page.title()).toMatch(/^\(\d+\) Pedidos/);
  const tones = async () => Number(await page.evaluate("window.tones"));
  const before = await tones();
  await studio.says(MARTA, "¿siguen ahí?");
  await expect.poll(tones).toBeGreaterThan(before);
});

test("a question that destroys is denied from its notification, and approved only after it was seen", async () => {
  const { orderId } = await askForAYes(studio, MARTA);
  await studio.database.rows(`update orders set products = '[{"name": "Elixir", "qty": 2, "unitPrice": 64950}]'`);
  await eventually("it is told", () => service.messages.some(({ told }) => told["kind"] === "confirmation.waiting"));
  const told = service.messages.find((message) => message.told["kind"] === "confirmation.waiting")?.told ?? {};
  await person.deliver(told);
  const question = async () => (await person.shown()).find(({ tag }) => tag.startsWith("confirmation-"));
  await expect.poll(question).toMatchObject({ actions: ["open", "deny"], title: expect.stringContaining("Marta · ") });
  const said = (await question())?.body ?? "";
  expect(said).toMatch(/^2 × Elixir · \$\s?129\.900\n/);
  expect(said).toContain("pidió cancelar");
  expect(said).not.toContain(orderId);
  await person.touch((await question())?.tag ?? "", "deny");
  const answers = () =>
    studio.database.rows("select status, decided_by from confirmations where input ->> 'orderId' = $1", [orderId]);
  await expect.poll(answers).toMatchObject([{ status: "denied" }]);
  await expect
    .poll(async () => (await person.shown()).map(({ body }) => body))
    .toContain("Rechazado. No se hizo nada.");
  // Told of it again by a slow push service, the person learns that it is over.
  await person.deliver(told);
  await expect.poll(question).toBeUndefined();
});

test("a question says whose, what and how much; the yes that destroys is red", async () => {
  const { page } = studio;
  const { orderId } = await askForAYes(studio, MARTA);
  await studio.database.rows(`update orders set products = '[{"name": "Elixir", "qty": 2, "unitPrice": 64950}]'`);
  // A stream that a page left behind when it went is no fault of this one.
  await studio.faults();
  await studio.open("/confirmations");
  await page.evaluate(`localStorage.setItem("recado.technical", "hidden")`);
  await page.reload();
  await page.getByRole("heading", { name: "Cancelar el pedido de Marta" }).first().waitFor();
  await page
    .getByText(/2 × Elixir · \$\s?129\.900/)
    .first()
    .waitFor();
  await page.getByText("No se puede deshacer.").first().waitFor();
  expect(await studio.faults()).toEqual([]);
  await page.getByRole("button", { name: "Aprobar" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Cancelar el pedido de Marta").waitFor();
  await dialog.getByText(/Marta · 2 × Elixir · \$\s?129\.900/).waitFor();
  expect(await page.locator("body").textContent()).not.toContain(orderId);
});

test("notices follow the person's language; neither a language nor a release cuts a page on its way", async () => {
  const { page } = studio;
  const workers = async () =>
    Workers.parse(
      await page.evaluate(
        `navigator.serviceWorker.getRegistration("/studio/").then(({ active, waiting, installing }) =>
          ({ active: active?.scriptURL ?? "", later: (waiting ?? installing)?.scriptURL ?? null }))`,
      ),
    );
  const before = await workers();
  await page.evaluate(`localStorage.setItem("recado.language", "en")`);
  await studio.open("/inbox");
  await page.getByRole("heading", { name: "Inbox" }).waitFor();
  const language = () => page.evaluate(`caches.match("/studio/language").then((kept) => kept.text())`);
  await expect.poll(language).toBe("en");
  await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
  expect(await workers()).toEqual(before);
  await person.deliver({ kind: "handoff", conversation: null });
  await expect
    .poll(async () => (await person.shown()).map(({ title }) => title))
    .toContain("A customer · A customer asks for a person");
  // Another script is another release. It is installed and waits until the person closes the Studio's windows.
  await page.evaluate(
    `navigator.serviceWorker.register("/studio/service-worker.js?release=2", { scope: "/studio/" }).then(() => true)`,
  );
  const isInstalled = `navigator.serviceWorker.getRegistration("/studio/").then(({ installing }) => installing === null)`;
  await expect.poll(() => page.evaluate(isInstalled)).toBe(true);
  expect(await workers()).toEqual({ ...before, later: `${before.active}?release=2` });
  await page.evaluate(`localStorage.setItem("recado.language", "es")`);
});

test("where the server cannot be reached the app says so, and goes on when it is back", async () => {
  const { page } = studio;
  await studio.open("/inbox");
  await page.getByRole("heading", { name: "Bandeja" }).waitFor();
  await studio.kill();
  await page.goto(`${studio.url}/studio/inbox`);
  await page.getByRole("heading", { name: "Sin conexión con Recado" }).waitFor();
  await studio.faults();
  await studio.restart();
  await page.getByRole("link", { name: /Reintentar/ }).click();
  await page.getByRole("heading", { name: "Bandeja" }).waitFor();
});
