import { expect, test } from "vitest";
import { createSandboxConversation } from "../../src/lab/memory/sandbox-conversation.ts";
import { decision, testAgent } from "../support/shop.ts";

const echo = testAgent(({ messages }) => decision(`${messages.length} leídos, el último: ${messages.at(-1)}`));
const burst = (count: number) => Array.from({ length: count }, (_, n) => `mensaje ${n + 1}`);

test("in memory a turn reads as much as a turn of the runtime does", async () => {
  const conversation = createSandboxConversation(echo);
  expect((await conversation.hear(burst(60))).heard).toEqual(["20 leídos, el último: mensaje 60"]);
});

test("in memory too, a customer with a hundred unread messages goes to a person with a task", async () => {
  const conversation = createSandboxConversation(echo);
  expect((await conversation.hear(burst(120))).heard).toEqual([expect.stringMatching(/persona de nuestro equipo/)]);
  expect(conversation.isBotOn()).toBe(false);
  expect(conversation.tasks()).toMatchObject([{ priority: "high" }]);
});
