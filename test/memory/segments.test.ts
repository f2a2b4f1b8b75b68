import { createSandboxConversation } from "../../src/lab/memory/sandbox-conversation.ts";
import { segmentsContract } from "../contracts/segments-contract.ts";

segmentsContract("memory", async () => ({
  async converse(agent, tools) {
    const conversation = createSandboxConversation(agent, {}, tools === undefined ? {} : { tools });
    return {
      says: async (text) => (await conversation.hear([text])).heard,
      waits: async (seconds) => (await conversation.wait(seconds)).flatMap(({ heard }) => heard),
    };
  },
  async close() {},
}));
