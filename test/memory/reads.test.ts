import { toolsInMemory } from "../../src/lab/memory/memory-tools.ts";
import { createSandboxConversation } from "../../src/lab/memory/sandbox-conversation.ts";
import { createShopTools } from "../../src/tools/shop-tools.ts";
import { readsContract } from "../contracts/reads-contract.ts";

readsContract("memory", async () => ({
  async converse(agent, tools) {
    const conversation = createSandboxConversation(agent, {}, { tools: toolsInMemory(createShopTools({ tools })) });
    return { says: async (text) => (await conversation.hear([text])).heard };
  },
  async close() {},
}));
