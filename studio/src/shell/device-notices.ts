import { request } from "../api/request.ts";
import { shownLanguage } from "../text/language.ts";

const DEVICES = "/internal/agent/feed/devices";
const WORKER = "/studio/service-worker.js";

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
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  await request("POST", DEVICES, { body: { endpoint, keys } });
  return "on";
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
