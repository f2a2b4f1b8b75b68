// @ts-check
/**
 * The agent and the tool of a process under fire. Both ask the test that started it: what to say, and to keep the ledger
 * of the effects.
 *
 * @typedef {object} Thought what the test answers
 * @property {string[]} texts
 * @property {boolean} [orders] calls the tool
 * @property {string} [notes] calls the books' own tool, which writes this down about the customer
 * @property {boolean} [refunds] calls a tool that an operator must approve
 * @property {boolean} [asks] asks the model before it answers
 * @property {boolean} [startsAnew] closes the session, and answers in a new one
 * @property {boolean} [goesOn] the run comes back in an hour
 * @property {import("../../src/core/artifacts/artifact.ts").Artifact} [artifact] is kept with the turn
 * @property {boolean} [fails] the agent throws
 */

const USAGE = { inputTokens: 100, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };

/** @type {import("../../src/core/ports/model/turn-model.ts").Question} */
const QUESTION = {
  key: "question",
  purpose: "detector",
  prompt: { id: "fire", version: "1" },
  system: [],
  messages: [{ role: "user", content: [{ type: "text", text: "¿sí?" }] }],
  maxTokens: 16,
};

const NOTHING = {
  messages: [],
  intentInfo: null,
  stateUpdates: {},
  tools: [],
  handoff: null,
  closesSession: false,
  totalTokens: 0,
  why: [],
};

/** What is said in every voice note here. */
export const VOICE_NOTE_WORDS = "¿cuánto vale?";

/** @param {string} url of the test's own server */
export function worldParts(url) {
  /**
   * @param {string} path
   * @param {unknown} body
   */
  const ask = async (path, body) => {
    const answer = await fetch(`${url}${path}`, { method: "POST", body: JSON.stringify(body) });
    return /** @type {Promise<any>} */ (answer.json());
  };
  /** @type {import("../../src/core/agent/agent.ts").Agent} */
  const agent = {
    id: "somnio",
    name: "Under fire",
    description: "Says what the test tells it to say",
    version: "1",
    initialMode: "bienvenida",
    understands: ["audio"],
    memory: "on_request",
    tools: ["crm.note.create"],
    texts: { fallback: "FALLBACK", sticker: "STICKER", richInput: "RICH", unsupported: "UNSUPPORTED" },
    async decide({ messages, model, session, now }) {
      /** @type {Thought} */
      const thought = await ask("/think", { messages });
      if (thought.fails === true) throw new Error("the test says so");
      if (thought.asks === true) await model?.ask(QUESTION);
      if (thought.startsAnew === true && session.version > 0) return { ...NOTHING, startsAnew: true };
      return {
        ...NOTHING,
        ...(thought.goesOn === true
          ? { next: { key: "later", at: new Date(now.getTime() + 3_600_000), state: null } }
          : {}),
        ...(thought.artifact === undefined ? {} : { artifacts: [thought.artifact] }),
        messages: thought.texts.map((text) => ({ text, templateId: null })),
        tools: [
          ...(thought.orders === true ? [{ callId: "order", tool: "order", input: {} }] : []),
          ...(thought.notes === undefined
            ? []
            : [{ callId: "note", tool: "crm.note.create", input: { text: thought.notes } }]),
          ...(thought.refunds === true ? [{ callId: "refund", tool: "refund", input: { amount: 1 } }] : []),
        ],
      };
    },
  };
  /** @type {() => Promise<import("../../src/core/ports/model/model.ts").ModelOutcome>} */
  const answer = async () => {
    const { fails } = await ask("/model", {});
    if (fails === true) {
      const failure = { code: "test", httpStatus: null, retryAfterMs: null, usage: null };
      return { kind: "failed", failure: { kind: "refusal", ...failure } };
    }
    return {
      kind: "answered",
      answer: { text: "sí", toolCalls: [], content: [], model: "fire", responseId: null, usage: USAGE },
    };
  };
  return {
    /** @type {import("../../src/core/ports/model/model.ts").Model} */
    model: {
      complete: answer,
      capabilities: () => ({ images: false, documents: false, structuredOutput: false, contextTokens: null }),
    },
    priceOf: () => ({ microUsd: 7, priceDate: "2026-11-01" }),
    /** @type {import("../../src/core/agent/agent.ts").AgentRegistry} */
    agents: { ids: ["somnio"], get: () => agent, versionsOf: () => [agent.version] },
    /** @type {import("../../src/core/ports/model/transcriber.ts").Transcriber} */
    transcriber: { transcribe: async () => ({ kind: "heard", text: VOICE_NOTE_WORDS }) },
    progressAfterMs: 0,
    /** @type {(real: import("../../src/core/ports/tools.ts").Tools) => import("../../src/core/ports/tools.ts").Tools} */
    wrapTools: (real) => ({
      kindOf: (tool) => (tool.startsWith("crm.") ? real.kindOf(tool) : { kind: "external", timeoutMs: 5_000 }),
      async execute(call) {
        const { tool, idempotencyKey, scope } = call;
        if (tool.startsWith("crm.")) return real.execute(call);
        if (tool === "refund" && scope.approval === null) {
          return { kind: "confirm", rule: "money", reason: "money", audience: "operator", question: "¿Devuelvo $1?" };
        }
        await ask("/effect", { key: idempotencyKey });
        return { kind: "ok", output: "done" };
      },
    }),
  };
}
