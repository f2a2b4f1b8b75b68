import type { BrowserContext, CDPSession, Worker } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { openPushService, type PushService } from "../support/push-service.ts";
import { eventually } from "../support/shop.ts";
import { askForAYes } from "./ask-for-a-yes.ts";
import { type OpenStudio, openStudio } from "./open-studio.ts";

/**
 * A person is told while the Studio is closed. The push service is the test's own (test/support/push-service.ts); what it
 * decrypts is handed to the page's service worker by Chromium, as a push service's message would be.
 */
const MARTA = "573001112601";
let studio: OpenStudio;
let service: PushService;
let browser: CDPSession;
let context: BrowserContext;

beforeAll(async () => {
  [studio, service] = await Promise.all([openStudio({ RECADO_FEED_PRIVATE: "yes" }), openPushService()]);
  context = studio.page.context();
  await context.grantPermissions(["notifications"]);
  // Headless Chromium has no push service: the subscription leads to the test's.
  await context.addInitScript(`{
    let now = null;
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => now = {
      toJSON: () => (${JSON.stringify(service.subscription("chromium"))}),
      unsubscribe: async () => { now = null; return true; },
      applicationServerKey,
    };
    PushManager.prototype.getSubscription = async () => now;
  }`);
  browser = await context.newCDPSession(studio.page);
});
afterAll(async () => {
  await studio?.close();
  await service?.close();
});

const Registrations = z.object({
  registrations: z.array(z.object({ registrationId: z.string(), scopeURL: z.string() })),
});

/** Chromium tells it once. */
let known: string | null = null;
async function registrationId(): Promise<string> {
  if (known !== null) return known;
  const heard = new Promise<string>((resolve) => {
    browser.on("ServiceWorker.workerRegistrationUpdated", (event) => {
      const found = Registrations.parse(event).registrations.find(({ scopeURL }) => scopeURL.endsWith("/studio/"));
      if (found !== undefined) resolve(found.registrationId);
    });
  });
  await browser.send("ServiceWorker.enable");
  known = await heard;
  return known;
}

const worker = (): Worker => {
  const [found] = context.serviceWorkers();
  if (found === undefined) throw new Error("no service worker runs");
  return found;
};
const Shown = z.array(z.object({ title: z.string(), body: z.string(), tag: z.string(), actions: z.array(z.string()) }));
const shown = async () =>
  Shown.parse(
    await worker().evaluate(
      `self.registration.getNotifications().then((all) => all.map(({ title, body, tag, actions }) =>
        ({ title, body, tag, actions: actions.map(({ action }) => action) })))`,
    ),
  );
/** A person touches a notification, or one of its buttons. */
const touch = (tag: string, action: string) =>
  worker().evaluate(`self.registration.getNotifications({ tag: ${JSON.stringify(tag)} }).then(([notification]) =>
    self.dispatchEvent(new NotificationEvent("notificationclick", { notification, action: ${JSON.stringify(action)} })))`);

test("the Studio can be installed as an app", async () => {
  await studio.open("/inbox");
  await studio.page.getByRole("heading", { name: "Bandeja" }).waitFor();
  await studio.page.evaluate("navigator.serviceWorker.ready.then(() => true)");
  const { installabilityErrors } = z
    .object({ installabilityErrors: z.array(z.object({ errorId: z.string() })) })
    .parse(await browser.send("Page.getInstallabilityErrors"));
  // A headless or private window installs nothing, whatever the page is.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  expect(await studio.faults()).toEqual([]);
});

test("a person switches notices on; a handoff reaches the closed Studio with the customer's name, once", async () => {
  const { page } = studio;
  await studio.open("/inbox");
  await page.getByRole("button", { name: "Cuenta" }).click();
  await page.getByText("Avisarme", { exact: true }).click();
  await eventually("the server knows the browser", async () => {
    return (await studio.database.rows("select id from feed_endpoints where device_of is not null")).length === 1;
  });
  await expect.poll(() => page.getByLabel("Avisarme").isChecked()).toBe(true);
  expect(await studio.faults()).toEqual([]);
  const id = await registrationId();
  const origin = studio.url;
  await page.goto("about:blank");
  await studio.says(MARTA, "quiero hablar con una persona");
  await eventually("both are told", () => service.messages.length >= 2);
  for (const { told } of service.messages.splice(0)) {
    await browser.send("ServiceWorker.deliverPushMessage", { origin, registrationId: id, data: JSON.stringify(told) });
  }
  await expect.poll(shown).toMatchObject([{ title: expect.stringContaining("Marta · ") }]);
});

test("a question that destroys is denied from its notification, and approved only after it was seen", async () => {
  const origin = studio.url;
  const { orderId } = await askForAYes(studio, MARTA);
  await eventually("it is told", () => service.messages.some(({ told }) => told["kind"] === "confirmation.waiting"));
  const told = service.messages.find((message) => message.told["kind"] === "confirmation.waiting")?.told ?? {};
  const registration = await registrationId();
  await browser.send("ServiceWorker.deliverPushMessage", {
    ...{ origin, registrationId: registration, data: JSON.stringify(told) },
  });
  const question = async () => (await shown()).find(({ tag }) => tag.startsWith("confirmation-"));
  await expect.poll(question).toMatchObject({ actions: ["open", "deny"], title: expect.stringContaining("Marta · ") });
  await touch((await question())?.tag ?? "", "deny");
  const answers = () =>
    studio.database.rows("select status, decided_by from confirmations where input ->> 'orderId' = $1", [orderId]);
  await expect.poll(answers).toMatchObject([{ status: "denied" }]);
  await expect.poll(async () => (await shown()).map(({ body }) => body)).toContain("Rechazado. No se hizo nada.");
  // Told of it again by a slow push service, the person learns that it is over.
  await browser.send("ServiceWorker.deliverPushMessage", {
    ...{ origin, registrationId: registration, data: JSON.stringify(told) },
  });
  await expect.poll(question).toBeUndefined();
});

test("a question says whose, what and how much; the yes that destroys is red", async () => {
  const { page } = studio;
  await askForAYes(studio, MARTA);
  await studio.database.rows(`update orders set products = '[{"name": "Elixir", "qty": 2, "unitPrice": 64950}]'`);
  // A stream that a page left behind when it went is no fault of this one.
  await studio.faults();
  await studio.open("/confirmations");
  await page.getByRole("heading", { name: "Borrar el pedido de Marta" }).first().waitFor();
  await page
    .getByText(/2 × Elixir · \$\s?129\.900/)
    .first()
    .waitFor();
  await page.getByText("No se puede deshacer.").first().waitFor();
  expect(await studio.faults()).toEqual([]);
  await page.getByRole("button", { name: "Aprobar" }).first().click();
  await page.getByRole("dialog").getByText("Borrar el pedido de Marta").waitFor();
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
