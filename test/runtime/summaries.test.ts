import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import type { ModelRequest } from "../../src/core/ports/model/model.ts";
import { summaryQuestion } from "../../src/flow/model/summary-question.ts";
import { createScriptedModel } from "../../src/models/scripted-model.ts";
import { createSummariser, type Summariser } from "../../src/runtime/summariser.ts";
import { enqueueRequest, inbound } from "../support/inbound.ts";
import { openModelGate } from "../support/model-gate.ts";
import { eventually } from "../support/shop.ts";
import { silentLogger } from "../support/silent-logger.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** Requirement B9: what was said before the last 20 turns is read as a summary, made beside the turns. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

let people = 0;
async function conversationOf(turns: number): Promise<ConversationId> {
  const phone = `57306${String(++people).padStart(7, "0")}`;
  const { items } = await database.store.mailbox.enqueue(enqueueRequest([inbound("hola", { phone })], null));
  const id = items[0]?.conversationId as ConversationId;
  await grow(id, 1, turns);
  return id;
}

async function grow(id: ConversationId, from: number, to: number): Promise<void> {
  await database.rows(
    `with grown as (update conversations set turn_count = $3 where id = $1)
     insert into agent_turns (workspace_id, conversation_id, turn_number, role, content)
     select 'default', $1, n, case when n % 2 = 1 then 'user' else 'assistant' end, 'turno ' || n
     from generate_series($2::int, $3::int) n`,
    [id, from, to],
  );
}

function summariserWith(
  answer: Parameters<typeof createScriptedModel>[0],
): Summariser & { requests: readonly ModelRequest[] } {
  const model = createScriptedModel(answer);
  const modelGate = openModelGate(database.store, model);
  const { summaries } = database.store;
  const summariser = createSummariser({ summaries, modelGate, questionFor: summaryQuestion, logger: silentLogger });
  return { ...summariser, requests: model.requests };
}

const standing = (conversationId: ConversationId) =>
  database.store.models.standing({ workspaceId: DEFAULT_WORKSPACE, conversationId, sessionId: null });

const words = (request: ModelRequest | undefined) => JSON.stringify(request?.messages);

test("a summary covers all but the last ten turns, and the next one goes on from it", async () => {
  const conversationId = await conversationOf(25);
  const conversation = { workspaceId: DEFAULT_WORKSPACE, conversationId };
  const summariser = summariserWith((_, call) => `resumen ${call + 1}`);
  summariser.consider(conversation);
  await eventually("it is summed up", async () => (await standing(conversationId)).summary === "resumen 1");
  expect((await standing(conversationId)).summarisedThrough).toBe(15);
  expect(words(summariser.requests[0])).toMatch(/turno 1\b.*turno 15\b/s);
  expect(words(summariser.requests[0])).not.toContain("turno 16");

  // Ten turns on every one of the last twenty is still there to be read as it was said.
  await grow(conversationId, 26, 35);
  summariser.consider(conversation);
  await grow(conversationId, 36, 36);
  summariser.consider(conversation);
  await eventually("it is summed up anew", async () => (await standing(conversationId)).summary === "resumen 2");
  expect((await standing(conversationId)).summarisedThrough).toBe(26);
  expect(words(summariser.requests[1])).toMatch(/resumen 1.*turno 16\b.*turno 26\b/s);
  expect(summariser.requests).toHaveLength(2);
  await summariser.stop();
});

test("of two processes one makes it, and a conversation of twenty turns needs none", async () => {
  const conversationId = await conversationOf(25);
  const short = await conversationOf(20);
  const both = [summariserWith(() => "uno"), summariserWith(() => "otro")];
  for (const summariser of both) {
    summariser.consider({ workspaceId: DEFAULT_WORKSPACE, conversationId });
    summariser.consider({ workspaceId: DEFAULT_WORKSPACE, conversationId: short });
  }
  await eventually("it is summed up", async () => (await standing(conversationId)).summary !== null);
  await Promise.all(both.map((summariser) => summariser.stop()));
  expect(both.flatMap(({ requests }) => requests)).toHaveLength(1);
  expect((await standing(short)).summary).toBeNull();
});

test("whoever was overtaken writes nothing; one that fails is left alone for ten minutes", async () => {
  const conversationId = await conversationOf(25);
  const conversation = { workspaceId: DEFAULT_WORKSPACE, conversationId };
  const { summaries } = database.store;
  const slow = await summaries.claim(conversation, 1_000);
  expect(await summaries.claim(conversation, 1_000)).toBeNull();
  await database.advance(1_000);
  const next = await summaries.claim(conversation, 1_000);
  const text = { text: "tarde", model: "m", promptVersion: "summary@1" };
  expect(slow !== null && (await summaries.save(slow, text))).toBe(false);
  if (next !== null) await summaries.postpone(next, 600_000);
  await database.advance(599_000);
  expect(await summaries.claim(conversation, 1_000)).toBeNull();
  await database.advance(1_001);
  expect(await summaries.claim(conversation, 1_000)).not.toBeNull();
});
