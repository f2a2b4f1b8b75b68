import { request } from "../api/request.ts";
import { shownLanguage } from "../text/language.ts";

const DEVICES = "/internal/agent/feed/devices";
const WORKER = "/studio/service-worker.js";
const SILENT_MS = 15_000;

interface PushState {
  readonly publicKey: string;
}

/** Whether this browser tells its person of what waits. `blocked`: the person forbade it in the browser. */
export type DeviceNotices = "on" | "off" | "blocked" | "unsupported";

/** Registers the worker of this page. Without one (an old browser, a page without https) all else works. */
export async function registerWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const language = new Response(shownLanguage()?.language ?? "es");
  // Where the browser keeps nothing, notifications speak Spanish.
  await caches
    .open("recado-language")
    .then((kept) => kept.put("/studio/language", language))
    .catch(() => undefined);
  // One address in every language: another address would be another worker.
  await navigator.serviceWorker.register(WORKER, { scope: "/studio/" }).catch(() => undefined);
}

export async function deviceNotices(): Promise<DeviceNotices> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window))
    return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  const subscription = await subscriptionNow();
  return subscription === null || Notification.permission !== "granted" ? "off" : "on";
}

/** Asks the person, subscribes at the browser's push service and tells the server. */
export async function switchNoticesOn(): Promise<DeviceNotices> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "blocked" : "off";
  await registerWorker();
  const [registration, { publicKey }] = await Promise.all([
    navigator.serviceWorker.ready,
    request<PushState>("GET", DEVICES),
  ]);
  await subscribe(registration, publicKey);
  return "on";
}

/**
 * Tells the server of this browser again. A push service that was wrong once, or a backup that was restored, makes the
 * server forget a browser whose person still reads that it tells them.
 */
export async function keepNotices(): Promise<void> {
  const subscription = await subscriptionNow();
  if (subscription === null || Notification.permission !== "granted") return;
  const { publicKey } = await request<PushState>("GET", DEVICES);
  const key = subscription.options?.applicationServerKey ?? null;
  if (key === null || isKey(key, publicKey)) return tell(subscription);
  // The push service takes messages of the former key alone.
  await subscription.unsubscribe();
  await subscribe(await navigator.serviceWorker.ready, publicKey);
}

async function subscribe({ pushManager }: ServiceWorkerRegistration, publicKey: string): Promise<void> {
  const asked = pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  await tell(await Promise.race([asked, silence()]));
}

async function tell(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await request("POST", DEVICES, { body: { endpoint, keys } });
}

/** Chromium asks a push service that it cannot reach for ever, and says nothing. */
function silence(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error("the push service is silent")), SILENT_MS));
}

function isKey(bytes: ArrayBuffer, base64url: string): boolean {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") === base64url;
}

/** Also before a person signs out: the browser is another's then. */
export async function switchNoticesOff(): Promise<void> {
  const subscription = await subscriptionNow();
  if (subscription === null) return;
  const { endpoint } = subscription.toJSON();
  // A server that does not hear it learns it from the push service.
  await request("POST", `${DEVICES}/remove`, { body: { endpoint } }).catch(() => undefined);
  await subscription.unsubscribe();
}

async function subscriptionNow(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration("/studio/");
  return (await registration?.pushManager?.getSubscription()) ?? null;
}
