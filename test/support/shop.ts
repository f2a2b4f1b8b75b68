import type { Agent, AgentInput, AgentRegistry, Decision } from "../../src/core/agent/agent.ts";
import type { WorkerId } from "../../src/core/ids.ts";
import type { InboundItem } from "../../src/core/inbound/event.ts";
import { spokenText } from "../../src/core/outbound/outbound-content.ts";
import type { SendOutcome } from "../../src/core/outbound/outbox.ts";
import type { Channel, OutboundRequest } from "../../src/core/ports/channel.ts";
import type { Store } from "../../src/core/ports/store.ts";
import type { ClaimedTurn } from "../../src/core/turn/turn.ts";
import { readAcknowledgement } from "../../src/nlu/clauses/acknowledgement.ts";
import type { RuntimeDependencies } from "../../src/runtime/dependencies.ts";
import { systemClock } from "../../src/runtime/system-clock.ts";
import { createWorker, type Worker } from "../../src/runtime/worker/worker.ts";
import { WORKER_DEFAULTS, type WorkerOptions } from "../../src/runtime/worker/worker-options.ts";
import { SHOP_TOOLS } from "../../src/tools/shop-tools.ts";
import { enqueueRequest, inbound, leaseOffer, newId, newWorkerId } from "./inbound.ts";
import { silentLogger } from "./silent-logger.ts";

/** A decision that says one thing. */
export function decision(text: string | null, overrides: Partial<Decision> = {}): Decision {
  return {
    messages: text === null ? [] : [{ text, templateId: null }],
    intentInfo: { intent: "hola", confidence: 90, alternatives: [], reasoning: "the test says so" },
    stateUpdates: {},
    tools: [],
    handoff: null,
    closesSession: false,
    totalTokens: 0,
    why: [],
    ...overrides,
  };
}

/** An agent whose mind is the given function. By default it repeats what it hears. */
export function testAgent(
  decide: (input: AgentInput) => Decision | Promise<Decision>,
  overrides: Partial<Agent> = {},
): Agent {
  return {
    id: "somnio",
    name: "Prueba",
    description: "A test's agent",
    version: "1",
    initialMode: "bienvenida",
    texts: { fallback: "FALLBACK", sticker: "STICKER", richInput: "RICH", unsupported: "UNSUPPORTED" },
    decide,
    ...overrides,
  };
}

export const echoAgent = testAgent((input) => decision(`eco: ${input.messages.join(" + ")}`));

export function registryOf(...agents: readonly Agent[]): AgentRegistry {
  return {
    ids: agents.map((agent) => agent.id),
    get: (id, version) =>
      agents.find((agent) => agent.id === id && (version === undefined || agent.version === version)) ?? null,
    versionsOf: (id) => agents.filter((agent) => agent.id === id).map(({ version }) => version),
  };
}

/** A channel that keeps what it was given, and answers as it is told. */
export function recordingChannel(
  answer: (request: OutboundRequest, n: number) => SendOutcome | Promise<SendOutcome> = () => ({
    kind: "accepted",
    wamid: `wamid.${newId()}`,
    recipientPhone: null,
  }),
) {
  const sent: OutboundRequest[] = [];
  const typed: string[] = [];
  const channel: Channel = {
    async send(request) {
      sent.push(request);
      return answer(request, sent.length);
    },
    async showTyping(_number, id) {
      typed.push(id);
    },
  };
  return { channel, sent, typed, texts: () => sent.map((request) => spokenText(request.content)) };
}

export interface Shop {
  readonly worker: Worker;
  readonly dependencies: RuntimeDependencies;
  says(body: string, overrides?: Parameters<typeof inbound>[1]): Promise<{ runId: string; conversationId: string }>;
  post(items: readonly InboundItem[]): Promise<void>;
}

/** What a worker of a test has, unless `parts` say otherwise. */
export function shopDependencies(
  store: Store,
  parts: Partial<RuntimeDependencies> & { channel: Channel },
): RuntimeDependencies {
  return {
    store,
    agents: registryOf(echoAgent),
    tools: SHOP_TOOLS,
    readYesNo: readAcknowledgement,
    clock: systemClock,
    logger: silentLogger,
    metrics: {
      turnFinished() {},
      phaseFinished() {},
      sendFinished() {},
      understood() {},
      sendDuplicated() {},
      messageHeld() {},
      remembered() {},
      memoryRead() {},
      forgotten() {},
      typingStarted() {},
      replyAccepted() {},
      toolCalled() {},
      modelCalled() {},
      modelNotAsked() {},
      modelReplayed() {},
      runPaid() {},
    },
    newId,
    responseSpeed: 0,
    timerPreset: "real",
    random: Math.random,
    ...parts,
  };
}

/** A whole process of a shop: the door, a worker and a channel, on the given store. */
export function openShop(
  store: Store,
  parts: Partial<RuntimeDependencies> & { channel: Channel },
  options: Partial<WorkerOptions> = {},
): Shop {
  const dependencies = shopDependencies(store, parts);
  const worker = createWorker(
    dependencies,
    { ...WORKER_DEFAULTS, worker: newWorkerId() as WorkerId, ...options },
    () => ({ ready: Promise.resolve(), close: async () => {} }),
  );
  const post = async (items: readonly InboundItem[]) => {
    // A shop that has not been started, or was a moment ago, works its own messages all the same.
    const offer = worker.offer() ?? leaseOffer(worker.id);
    let turns: ClaimedTurn[] = [];
    try {
      const enqueued = await store.mailbox.enqueue(enqueueRequest(items, offer));
      turns = enqueued.turns;
      return enqueued.items;
    } finally {
      worker.accept(turns, offer);
    }
  };
  return {
    worker,
    dependencies,
    async says(body, overrides) {
      const [item] = await post([inbound(body, overrides)]);
      return { runId: String(item?.runId), conversationId: String(item?.conversationId) };
    },
    async post(items) {
      await post(items);
    },
  };
}

/** How long a test waits for what must come. Runs with a planted bug wait for what never will, and are told to give up sooner. */
const PATIENCE_MS = Number(process.env["RECADO_TEST_PATIENCE_MS"] ?? 20_000);

/** Waits until a condition holds; fails with its name when it does not within the limit. */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
  limitMs = PATIENCE_MS,
): Promise<void> {
  const giveUpAt = performance.now() + limitMs;
  // What takes long is looked at less often: each look may be a statement.
  for (let pauseMs = 10; !(await holds()); pauseMs = Math.min(pauseMs * 1.3, 50)) {
    if (performance.now() > giveUpAt) throw new Error(`waited ${limitMs} ms in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
