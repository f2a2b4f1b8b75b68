// @ts-check
/**
 * The agent and the tool of a process under fire. Both ask the test that started it: what to say, and to keep the ledger
 * of the effects.
 *
 * @typedef {object} Thought what the test answers
 * @property {string[]} texts
 * @property {boolean} [orders] calls the tool
 * @property {boolean} [fails] the agent throws
 */

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
  /** @type {import("../../src/core/agent.ts").Agent} */
  const agent = {
    id: "somnio",
    name: "Under fire",
    description: "Says what the test tells it to say",
    version: "1",
    initialMode: "bienvenida",
    texts: { fallback: "FALLBACK", sticker: "STICKER", richInput: "RICH", unsupported: "UNSUPPORTED" },
    async decide({ messages }) {
      /** @type {Thought} */
      const thought = await ask("/think", { messages });
      if (thought.fails === true) throw new Error("the test says so");
      return {
        messages: thought.texts.map((text) => ({ text, templateId: null })),
        intentInfo: null,
        stateUpdates: {},
        tools: thought.orders === true ? [{ callId: "order", tool: "order", input: {} }] : [],
        handoff: null,
        closesSession: false,
        totalTokens: 0,
        why: [],
      };
    },
  };
  return {
    /** @type {import("../../src/core/agent.ts").AgentRegistry} */
    agents: { ids: ["somnio"], get: () => agent },
    /** @type {import("../../src/core/ports/tools.ts").Tools} */
    tools: {
      kindOf: () => ({ kind: "external", timeoutMs: 5_000 }),
      async execute({ idempotencyKey }) {
        await ask("/effect", { key: idempotencyKey });
        return { kind: "ok", output: "done" };
      },
    },
  };
}
