import { expect, test } from "vitest";
import type { ModelRequest } from "../../src/core/ports/model/model.ts";
import { createScriptedModel } from "../../src/models/scripted-model.ts";

const request: ModelRequest = {
  model: "claude-haiku-5-5",
  system: [{ text: "Usted clasifica mensajes." }],
  messages: [{ role: "user", content: [{ type: "text", text: "cuánto vale?" }] }],
  maxTokens: 1_024,
  timeoutMs: 1_000,
};

test("a list is said one after the other; asked beyond its end, the model fails for good", async () => {
  const model = createScriptedModel(["hola", { json: { intent: "precio" } }]);
  expect(await model.complete(request)).toMatchObject({ kind: "answered", answer: { text: "hola", toolCalls: [] } });
  expect(await model.complete(request)).toMatchObject({ answer: { text: '{"intent":"precio"}' } });
  expect(await model.complete(request)).toMatchObject({
    kind: "failed",
    failure: { kind: "never", code: "script_exhausted" },
  });
  expect(model.requests).toHaveLength(3);
});

test("a function sees the request and its number; calls of tools have ids of their own", async () => {
  const model = createScriptedModel((asked, call) => ({
    text: `${asked.model} ${call}`,
    calls: [
      { name: "crm_order_create", input: { pack: "2x" } },
      { name: "crm_order_create", input: { pack: "1x" } },
    ],
  }));
  const first = await model.complete(request);
  const second = await model.complete(request);
  if (first.kind !== "answered" || second.kind !== "answered") throw new Error("both must answer");
  expect(second.answer.text).toBe("claude-haiku-5-5 1");
  const ids = [...first.answer.toolCalls, ...second.answer.toolCalls].map((call) => call.callId);
  expect(new Set(ids).size).toBe(4);
  expect(first.answer.content.map((part) => part.type)).toEqual(["text", "tool_call", "tool_call"]);
});

test("usage grows with what was asked and said; a failure before the model spoke costs nothing", async () => {
  const model = createScriptedModel(["no", "a".repeat(300), { fails: "retry_later" }, { fails: "truncated" }]);
  const [short, long, busy, cut] = [
    await model.complete(request),
    await model.complete({ ...request, system: [{ text: "b".repeat(3_000) }] }),
    await model.complete(request),
    await model.complete(request),
  ];
  if (short?.kind !== "answered" || long?.kind !== "answered") throw new Error("both must answer");
  expect(long.answer.usage.outputTokens).toBe(100);
  expect(long.answer.usage.inputTokens - short.answer.usage.inputTokens).toBeGreaterThan(900);
  expect(busy).toMatchObject({ failure: { usage: null } });
  expect(cut).toMatchObject({ failure: { usage: { outputTokens: 0 } } });
});
