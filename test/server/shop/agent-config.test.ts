import { expect, test } from "vitest";
import type { AgentDescription } from "../../../src/core/answers/agent.ts";
import { API_TOKEN, openDoor } from "../open-door.ts";

/** What the door asks of them is their names. */
const agents = (...ids: string[]) => ids.map((id) => ({ id }) as AgentDescription);
const path = "/internal/agent/config";
const headers = { authorization: `Bearer ${API_TOKEN}`, "content-type": "application/json" };
const patch = (app: ReturnType<typeof openDoor>["app"], change: object) =>
  app.request(path, { method: "PATCH", headers, body: JSON.stringify({ actor: "maria@tienda.co", ...change }) });

test("the settings of a workspace are read and changed one by one; null goes back to the environment's", async () => {
  const { app } = openDoor({ parts: { agents: agents("somnio", "asistente") } });
  const changed = await patch(app, { conversationalAgentId: "asistente", responseSpeed: 0.2 });
  expect(changed.status).toBe(200);
  await patch(app, { responseSpeed: null });
  const read = await app.request(path, { headers });
  expect(await read.json()).toMatchObject({
    agentEnabled: true,
    conversationalAgentId: "asistente",
    responseSpeed: null,
    updatedBy: "maria@tienda.co",
  });
});

test.each([
  ["an agent that nobody has", { conversationalAgentId: "somnia" }, /Did you mean somnio/],
  ["a speed that nobody types at", { responseSpeed: 0.5 }, /1, 0.2, 0/],
  ["a preset that there is not", { timerPreset: "lento" }, /timerPreset/],
  ["a question that waits for ever", { confirmationMinutes: 20_000 }, /confirmationMinutes/],
  ["a price of what nobody bills", { messagePrices: { stickers: 1 } }, /messagePrices/],
  ["a price below nothing", { messagePrices: { utility: -1 } }, /messagePrices/],
  ["a setting that there is not", { agentEnabledd: false }, /agentEnabledd/],
])("%s is refused in words", async (_, change, words) => {
  const { app } = openDoor({ parts: { agents: agents("somnio") } });
  const refused = await patch(app, change);
  expect(refused.status).toBe(422);
  expect(JSON.stringify(await refused.json())).toMatch(words);
});
