import { knownFacts } from "../../src/core/memory/keep-facts.ts";
import { createSandboxConversation } from "../../src/lab/memory/sandbox-conversation.ts";
import { memoryContract } from "../contracts/memory-contract.ts";
import { TUESDAY } from "../contracts/reminder-contract.ts";

memoryContract("the memory of a conversation in memory", async () => ({
  async open(agent) {
    const conversation = createSandboxConversation(agent, {}, { startMs: TUESDAY.getTime() });
    const heard: string[] = [];
    return {
      async says(...texts) {
        heard.push(...(await conversation.hear(texts)).heard);
        await conversation.wait(1);
      },
      async passes(ms) {
        await conversation.wait(ms / 1_000);
      },
      heard: async () => heard,
      facts: async () => knownFacts(conversation.snapshot().state.memory),
      data: async () => conversation.session().datosCapturados,
    };
  },
  async close() {},
}));
