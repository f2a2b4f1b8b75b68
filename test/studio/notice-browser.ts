import type { CDPSession, Worker } from "playwright-core";
import * as z from "zod";
import type { PushService } from "../support/provider/push-service.ts";
import { eventually } from "../support/shop.ts";
import type { OpenStudio } from "./open-studio.ts";

/**
 * A browser that is told while the Studio is closed. The push service is the test's own
 * (test/support/provider/push-service.ts); what it decrypts is handed to the page's service worker by Chromium, as a push
 * service's message would be.
 */
export interface NoticeBrowser {
  readonly browser: CDPSession;
  /** Gives the service worker what the push service has decrypted. */
  deliver(told: Readonly<Record<string, unknown>>): Promise<void>;
  shown(): Promise<z.output<typeof Shown>>;
  /** A person touches a notification, or one of its buttons. */
  touch(tag: string, action: string): Promise<unknown>;
}

const Shown = z.array(
  z.object({
    title: z.string(),
    body: z.string(),
    tag: z.string(),
    renotify: z.boolean(),
    actions: z.array(z.string()),
  }),
);
const Registrations = z.object({
  registrations: z.array(z.object({ registrationId: z.string(), scopeURL: z.string() })),
});

export async function openNoticeBrowser({ page, url }: OpenStudio, service: PushService): Promise<NoticeBrowser> {
  const context = page.context();
  await context.grantPermissions(["notifications"]);
  // Headless Chromium has no push service: the subscription leads to the test's, and outlives its page as a real one does.
  await context.addInitScript(`{
    const KEPT = "test.subscription";
    const subscription = {
      toJSON: () => (${JSON.stringify(service.subscription("chromium"))}),
      unsubscribe: async () => { localStorage.removeItem(KEPT); return true; },
    };
    PushManager.prototype.subscribe = async () => { localStorage.setItem(KEPT, "yes"); return subscription; };
    PushManager.prototype.getSubscription = async () => localStorage.getItem(KEPT) === null ? null : subscription;
    window.tones = 0;
    const { createOscillator } = AudioContext.prototype;
    AudioContext.prototype.createOscillator = function () { window.tones += 1; return createOscillator.call(this); };
  }`);
  const browser = await context.newCDPSession(page);
  const worker = (): Worker => {
    const [found] = context.serviceWorkers();
    if (found === undefined) throw new Error("no service worker runs");
    return found;
  };
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
  return {
    browser,
    async deliver(told) {
      const data = JSON.stringify(told);
      await browser.send("ServiceWorker.deliverPushMessage", {
        ...{ origin: url, registrationId: await registrationId(), data },
      });
    },
    shown: async () =>
      Shown.parse(
        await worker().evaluate(
          `inTurn((own) => own.getNotifications()).then((all) => all.map(({ title, body, tag, renotify, actions }) =>
            ({ title, body, tag, renotify, actions: actions.map(({ action }) => action) })))`,
        ),
      ),
    touch: (tag, action) =>
      worker().evaluate(`inTurn((own) => own.getNotifications({ tag: ${JSON.stringify(tag)} })).then(([notification]) =>
        self.dispatchEvent(new NotificationEvent("notificationclick", { notification, action: ${JSON.stringify(action)} })))`),
  };
}

/** Switches notices on in this browser, as a person does, and waits until the server knows it. */
export async function switchNoticesOn({ page, database, open }: OpenStudio): Promise<void> {
  await open("/inbox");
  await page.getByRole("button", { name: "Cuenta" }).click();
  await page.getByText("Avisarme", { exact: true }).click();
  await eventually("the server knows the browser", async () => {
    return (await database.rows("select id from feed_endpoints where device_of is not null")).length === 1;
  });
  await eventually("the person sees so", () => page.getByLabel("Avisarme").isChecked());
}
