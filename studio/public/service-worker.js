// Tells a person of the shop of what waits while the Studio is closed, and shows an honest page where the
// server cannot be reached. It keeps no answer of the server and no word of a customer.

const KEPT = "recado-offline-1";
const LANGUAGE = "recado-language";
/** A task of the same conversation that comes so soon is part of what was told already. */
const TOGETHER_MS = 60_000;
const OFFLINE = ["/studio/offline.html", "/studio/offline.css", "/studio/favicon.svg"];

const WORDS = {
  es: {
    handoff: "Piden hablar con una persona",
    "task.created": "Hay una tarea nueva",
    "confirmation.waiting": "Espera su aprobación",
    "run.dead_letter": "Una respuesta no salió",
    somebody: "Un cliente",
    approve: "Aprobar",
    deny: "Rechazar",
    open: "Ver antes de decidir",
    approved: "Aprobado. Ya se está haciendo.",
    denied: "Rechazado. No se hizo nada.",
    over: "Ya no espera respuesta: otra persona decidió, venció o ya no hace falta.",
    failed: "No se pudo responder. Ábralo en Recado.",
  },
  en: {
    handoff: "A customer asks for a person",
    "task.created": "There is a new task",
    "confirmation.waiting": "Waits for your approval",
    "run.dead_letter": "An answer did not leave",
    somebody: "A customer",
    approve: "Approve",
    deny: "Deny",
    open: "See it first",
    approved: "Approved. It is being done.",
    denied: "Denied. Nothing was done.",
    over: "It waits no more: another person decided, it expired, or it is not needed.",
    failed: "It could not be answered. Open it in Recado.",
  },
};
/** Words in the language that the page keeps in its cache (device-notices.ts). */
async function words() {
  const kept = await caches.match("/studio/language", { cacheName: LANGUAGE });
  return WORDS[await kept?.text()] ?? WORDS.es;
}

// A new worker waits until the windows of the old one are closed. One that took over at once would cut a page on its
// way through the old worker, and Chromium would wait for that page for ever.
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(OFFLINE)));
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name !== KEPT && name !== LANGUAGE;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

// Pages come from the server. Where it cannot be reached, the page that says so.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match(OFFLINE[0])));
  } else if (OFFLINE.includes(new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});

self.addEventListener("push", (event) => {
  const told = event.data?.json() ?? {};
  event.waitUntil(show(told));
});

// The browser has made another address for its notices: the server tells it nothing before it knows.
self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event));
});

async function renew({ newSubscription, oldSubscription }) {
  const { options } = newSubscription ?? oldSubscription ?? {};
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(options));
  const { endpoint, keys } = subscription.toJSON();
  await post("feed/devices", { endpoint, keys });
}

let last = Promise.resolve();
/** Chromium drops a notification that is being shown while the list of them is asked for. So one waits for the other. */
function inTurn(work) {
  const done = last.then(() => work(self.registration));
  last = done.catch(() => undefined);
  return done;
}

async function show(told) {
  const { kind, conversation } = told;
  if (!(kind in WORDS.es)) return;
  // The server knows the words; a browser whose person has signed out gets none.
  const question = kind === "confirmation.waiting" ? await read(`confirmations/${told.confirmation?.id}`) : null;
  if (question !== null && question.status !== "pending") return closeOver(question);
  const about = question ?? (await read(`conversations/${conversation}`));
  const text = await words();
  const name = about?.contact?.name ?? text.somebody;
  const tag = question === null ? `conversation-${conversation}` : `confirmation-${question.id}`;
  // A handoff makes a task: its notice keeps its words, and its person hears it once.
  const [former] = kind === "task.created" ? await inTurn((own) => own.getNotifications({ tag })) : [];
  const isTold = former !== undefined && Date.now() - former.timestamp < TOGETHER_MS;
  const isHarmless = question !== null && question.risk !== "high" && question.risk !== "critical";
  const actions =
    question === null
      ? []
      : isHarmless
        ? [
            { action: "approve", title: text.approve },
            { action: "deny", title: text.deny },
          ]
        : [
            { action: "open", title: text.open },
            { action: "deny", title: text.deny },
          ];
  const title = isTold ? former.title : `${name} · ${text[kind]}`;
  const notice = {
    body: question === null ? "" : await bodyOf(question),
    // One for each conversation and question.
    tag,
    renotify: !isTold,
    requireInteraction: question !== null,
    icon: "/studio/icon-192.png",
    badge: "/studio/icon-192.png",
    actions,
    data: {
      path: question === null ? `/studio/conversations/${conversation}` : "/studio/confirmations",
      runId: question?.runId ?? null,
      argumentsHash: question?.argumentsHash ?? null,
    },
  };
  await inTurn((own) => own.showNotification(title, notice));
}

/** An id says nothing to a person on a phone; what the order holds and how much it is does. */
const ID = / ?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

async function bodyOf({ question, order }) {
  const words = question.replace(ID, "");
  if (order === null) return words;
  const { currency, locale } = await session();
  const digits = { minimumFractionDigits: currency.decimals, maximumFractionDigits: currency.decimals };
  const money = new Intl.NumberFormat(locale, { style: "currency", currency: currency.code, ...digits });
  const goods = order.products.map(({ name, qty }) => `${qty} × ${name}`);
  return `${[...goods, money.format(order.total / 10 ** currency.decimals)].join(" · ")}\n${words}`;
}

/** A question that was answered meanwhile: what still shows it goes away. */
async function closeOver({ id }) {
  const shown = await inTurn((own) => own.getNotifications({ tag: `confirmation-${id}` }));
  for (const one of shown) one.close();
}

async function read(path) {
  try {
    const answer = await fetch(`/internal/agent/${path}`, { credentials: "same-origin" });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

function post(path, body) {
  return fetch(`/internal/agent/${path}`, {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json", "x-recado-csrf": "1" },
    body: JSON.stringify(body),
  });
}

self.addEventListener("notificationclick", (event) => {
  const { action, notification } = event;
  notification.close();
  const { path, runId, argumentsHash } = notification.data ?? {};
  const isAnswer = (action === "approve" || action === "deny") && typeof runId === "string";
  event.waitUntil(isAnswer ? decide(action, { runId, argumentsHash, path }) : open(path ?? "/studio/inbox"));
});

/** Answers for exactly the arguments that were shown; the server judges who may. */
async function decide(decision, { runId, argumentsHash, path }) {
  const text = await words();
  const say = (body) =>
    inTurn((own) =>
      own.showNotification("Recado", {
        body,
        tag: `run-${runId}`,
        icon: "/studio/icon-192.png",
        data: { path },
      }),
    );
  try {
    const answer = await post(`runs/${runId}/confirm`, { decision, argumentsHash, actor: (await session()).actor });
    if (answer.ok) return await say(decision === "approve" ? text.approved : text.denied);
    return await say(answer.status === 409 ? text.over : text.failed);
  } catch {
    return await say(text.failed);
  }
}

async function session() {
  const answer = await fetch("/studio/session", { credentials: "same-origin" });
  return await answer.json();
}

/** In a window of the Studio that is open, else in a new one. */
async function open(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = windows.find(({ url }) => new URL(url).pathname.startsWith("/studio/"));
  if (found === undefined) return self.clients.openWindow(path);
  found.postMessage({ open: path.slice("/studio".length) });
  return found.focus();
}
