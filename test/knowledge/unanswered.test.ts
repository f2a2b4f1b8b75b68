import { expect, test } from "vitest";
import type { ConversationId, RunId } from "../../src/core/ids.ts";
import { groupQuestions } from "../../src/core/knowledge/group-questions.ts";
import { API_TOKEN, CONVERSATION_ID, openDoor } from "../server/open-door.ts";

const asked = (message: string, customer: string, minute: number) => ({
  message,
  conversationId: customer as ConversationId,
  createdAt: new Date(Date.UTC(2026, 10, 23, 12, minute)),
  runId: `run-${minute}` as RunId,
  intent: "fallback",
  confidence: 45,
  alternatives: [{ intent: minute > 7 ? "hola+precio" : "envio", confidence: 20 }],
});

test("near-equal words are one question, the one that most customers asked is first", () => {
  const questions = groupQuestions([
    asked("¿Reparan guitarras?", "ana", 9),
    asked("el frasco es reciclable", "luis", 8),
    asked("reparan guitarras por favor", "luis", 7),
    asked("reparan guitarras", "luis", 6),
  ]);
  expect(questions).toEqual([
    {
      text: "¿Reparan guitarras?",
      times: 3,
      customers: 2,
      lastAskedAt: new Date(Date.UTC(2026, 10, 23, 12, 9)),
      conversationIds: ["ana", "luis"],
      runIds: ["run-9", "run-7", "run-6"],
      guesses: ["envio", "precio"],
    },
    expect.objectContaining({ text: "el frasco es reciclable", times: 1, customers: 1 }),
  ]);
});

test("whose question it was is masked, and a message without a word is no question", () => {
  const [question, ...others] = groupQuestions([
    asked("reparan guitarras? escríbame al 301 555 01 42 o a marta@ejemplo.co", "ana", 2),
    asked("??", "luis", 1),
  ]);
  expect(question?.text).toBe("reparan guitarras? escríbame al … o a …");
  expect(others).toEqual([]);
});

test("the shop reads them over HTTP, those of its own workspace alone", async () => {
  const asWhom: string[] = [];
  const { app, double } = openDoor();
  Object.assign(double.store.knowledge, {
    doubts: async (workspace: string) => {
      asWhom.push(workspace);
      return { items: [asked("¿Reparan guitarras?", CONVERSATION_ID, 1)], nextCursor: null };
    },
  });
  const path = "/internal/agent/unanswered";
  expect((await app.request(path)).status).toBe(401);
  const answer = await app.request(path, { headers: { authorization: `Bearer ${API_TOKEN}` } });
  expect(await answer.json()).toEqual({
    items: [expect.objectContaining({ text: "¿Reparan guitarras?", times: 1, conversationIds: [CONVERSATION_ID] })],
  });
  expect(new Set(asWhom).size).toBe(1);
});
