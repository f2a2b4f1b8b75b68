/**
 * A door or a worker of the compiled app with the clockwork of a chaos run: short leases and doubts, so that minutes show
 * what takes production hours. With CHAOS_STANDBY it loads itself and waits for a word before it starts.
 */
import { fromBundle } from "../../support/from-bundle.js";

const { startApp } = await fromBundle("app");
const { loadConfig } = await fromBundle("load-config");

const { half, times, holds, agent: chosen, worldUrl } = JSON.parse(process.env.CHAOS);

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Thinks for a moment, so that death finds it thinking; says two things where it is asked for both, and orders. */
const echo = {
  id: "somnio",
  name: "Under fire",
  description: "Repeats what it hears",
  version: "1",
  initialMode: "bienvenida",
  texts: { fallback: "FALLBACK", sticker: "STICKER", richInput: "RICH", unsupported: "UNSUPPORTED" },
  async decide({ messages }) {
    await pause(Math.random() * 25);
    const said = messages.join(" + ");
    const texts = said.includes("dos") ? [`eco: ${said}`, "y además"] : [`eco: ${said}`];
    return {
      messages: texts.map((text) => ({ text, templateId: null })),
      intentInfo: null,
      stateUpdates: {},
      tools: said.includes("pedido") ? [{ callId: "order", tool: "order", input: {} }] : [],
      handoff: null,
      closesSession: false,
      totalTokens: 0,
      why: [],
    };
  },
};

/** Works for each message in a first part and three more, at once or a moment later; each says its number and calls out. */
const goesOn = {
  ...echo,
  async decide({ now, messages, segment }) {
    await pause(Math.random() * 25);
    const number = segment?.number ?? 0;
    const at = number % 2 === 0 ? new Date(now.getTime() + 250) : null;
    return {
      ...(await echo.decide({ messages })),
      messages: [{ text: `parte ${number}`, templateId: null }],
      tools: [{ callId: "order", tool: "order", input: { number } }],
      next: number < 3 ? { key: `part.${number + 1}`, at, state: { number } } : null,
    };
  },
};
const agent = chosen === "goes on" ? goesOn : echo;

const tools = {
  kindOf: () => ({ kind: "external", timeoutMs: 5_000 }),
  async execute({ idempotencyKey }) {
    await fetch(worldUrl, { method: "POST", body: idempotencyKey });
    return { kind: "ok", output: "done" };
  },
};

/** Every message is of the class that is never sent twice. */
function holding(store) {
  const held = (outbox) => outbox.map((message) => ({ ...message, onDoubt: "hold" }));
  const { mailbox } = store;
  return {
    ...store,
    mailbox: {
      ...mailbox,
      commit: (turn, commit) => mailbox.commit(turn, { ...commit, outbox: held(commit.outbox) }),
      bury: (turn, failure, words) => mailbox.bury(turn, failure, words === null ? null : held([words])[0]),
    },
  };
}

const tell = (message) => process.send?.(message);
process.on("disconnect", () => process.exit(0));
const go = new Promise((resolve) => process.once("message", resolve));
if (half !== "worker") await fromBundle("create-server");
tell("loaded");
await go;
const app = await startApp(
  loadConfig(),
  { http: half !== "worker", worker: half !== "serve", access: "shared", logStyle: "json" },
  {
    // The shop that is shipped, with its own tools, or the one above.
    ...(chosen === "somnio"
      ? {}
      : { agents: { ids: ["somnio"], get: () => agent, versionsOf: () => [agent.version] }, tools }),
    worker: { ...times, messagesPerSecond: null, retry: { maxAttempts: 8, baseDelayMs: 50, maxDelayMs: 500 } },
    ...(holds ? { wrapStore: holding } : {}),
    graceMs: 2_000,
  },
);
process.on("message", () => void app.stop().finally(() => process.exit(0)));
tell("started");
