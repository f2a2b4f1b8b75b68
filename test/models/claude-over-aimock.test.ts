import { describe, expect, test } from "vitest";
import type { ModelRequest } from "../../src/core/ports/model/model.ts";
import { createClaudeModel } from "../../src/models/claude-model.ts";
import { somnioQuestion } from "../contracts/model-contract.ts";
import { useAimock } from "./aimock.ts";

const mock = useAimock();
const open = () => createClaudeModel({ apiKey: "sk-test-1234", baseUrl: mock.url });
const anything = { predicate: () => true };
const ask = (request: Partial<ModelRequest> = {}) => open().complete({ ...somnioQuestion, ...request });

describe.each([500, 503, 529, 408, 409])("an error %i", (status) => {
  test("is for later, and one call is one request: nothing is tried again below us", async () => {
    mock.on(anything, { status, error: { type: status === 529 ? "overloaded_error" : "api_error", message: "no" } });
    expect(await ask()).toMatchObject({ failure: { kind: "retry_later", httpStatus: status } });
    expect(mock.getRequests()).toHaveLength(1);
  });
});

test("429 with retry-after is for later, and says when", async () => {
  mock.on(anything, { status: 429, retryAfter: 130, error: { type: "rate_limit_error", message: "slow down" } });
  expect(await ask()).toMatchObject({
    failure: { kind: "retry_later", code: "rate_limit_error", httpStatus: 429, retryAfterMs: 130_000 },
  });
});

test.each([
  [400, "invalid_request_error"],
  [401, "authentication_error"],
  [403, "permission_error"],
  [404, "not_found_error"],
  [413, "request_too_large"],
])("%i is never tried again", async (status, type) => {
  mock.on(anything, { status, error: { type, message: "no" } });
  expect(await ask()).toMatchObject({ failure: { kind: "never", code: type, httpStatus: status } });
});

test("a one-off 529 and then an answer: who asks twice gets it", async () => {
  mock.on(anything, { content: "hola" });
  mock.nextRequestError(529, { type: "overloaded_error", message: "busy" });
  expect(await ask()).toMatchObject({ failure: { kind: "retry_later", code: "overloaded_error" } });
  expect(await ask()).toMatchObject({ kind: "answered" });
});

test("a broken 200 is for later", async () => {
  mock.on(anything, { content: "hola" }, { chaos: { malformedRate: 1 } });
  expect(await ask()).toMatchObject({ failure: { kind: "retry_later", code: "broken_body" } });
});

test("a connection that is closed without an answer is for later", async () => {
  mock.on(anything, { content: "hola" }, { chaos: { disconnectRate: 1 } });
  expect(await ask()).toMatchObject({ failure: { kind: "retry_later", code: "connection", httpStatus: null } });
});

test("a server that is not there is for later", async () => {
  const model = createClaudeModel({ apiKey: "sk-test", baseUrl: "http://127.0.0.1:9" });
  expect(await model.complete(somnioQuestion)).toMatchObject({ failure: { kind: "retry_later", code: "connection" } });
});

test("the deadline counts for an answer that takes too long", async () => {
  mock.on(anything, { content: "una respuesta muy larga" }, { latency: 60, chaos: { latencyMs: 80 } });
  expect(await ask({ timeoutMs: 40 })).toMatchObject({ failure: { kind: "retry_later", code: "timeout" } });
});

test("calls of a tool that was not offered, with arguments that fit nothing, come through for the caller to deny", async () => {
  mock.on(anything, { toolCalls: [{ name: "payments_refund_all", arguments: '{"amount":"todo"}' }] });
  expect(await ask()).toMatchObject({
    answer: { toolCalls: [{ name: "payments_refund_all", input: { amount: "todo" } }] },
  });
});

test("a hundred calls at once come through, each with its own id", async () => {
  const toolCalls = Array.from({ length: 100 }, (_, index) => ({
    name: "crm_order_create",
    arguments: `{"pack":"${index}"}`,
  }));
  mock.on(anything, { toolCalls });
  const outcome = await ask();
  expect(outcome.kind === "answered" && outcome.answer.toolCalls).toHaveLength(100);
});

test("two calls with one id cannot be answered: the whole is broken", async () => {
  const call = { name: "crm_order_create", arguments: '{"pack":"1x"}', id: "toolu_same" };
  mock.on(anything, { toolCalls: [call, call] });
  expect(await ask()).toMatchObject({ failure: { kind: "broken_output", code: "duplicate_call_id" } });
});

test.each(["", "   "])("an answer without words or calls is broken (%j)", async (content) => {
  mock.on(anything, { content });
  expect(await ask()).toMatchObject({
    failure: { kind: "broken_output", code: "empty_answer", usage: expect.anything() },
  });
});

test.each([
  ["refusal", "refusal"],
  ["max_tokens", "truncated"],
  ["model_context_window_exceeded", "truncated"],
  ["pause_turn", "broken_output"],
  ["something_new", "broken_output"],
])("the stop reason %s is a %s", async (finishReason, kind) => {
  mock.on(anything, { content: '{"intent":"pre', finishReason, usage: { input_tokens: 100, output_tokens: 7 } });
  const failure = { kind, usage: { inputTokens: 100, outputTokens: 7 } };
  expect(await ask()).toMatchObject({ kind: "failed", failure });
});

test.each(["end_turn", "stop_sequence"])("the stop reason %s is an answer", async (finishReason) => {
  mock.on(anything, { content: "hola", finishReason });
  expect(await ask()).toMatchObject({ kind: "answered", answer: { text: "hola" } });
});

describe("what it thought", () => {
  const thought = { reasoning: "El cliente quiere saber el precio.", reasoningSignature: "c2ln" };

  test("is no part of the text, and kept as it came", async () => {
    mock.on(anything, { content: "Vale 79.900.", redactedThinking: ["b3BhY28="], ...thought });
    const outcome = await ask();
    if (outcome.kind !== "answered") throw new Error("not answered");
    expect(outcome.answer.text).toBe("Vale 79.900.");
    expect(outcome.answer.content.map((part) => part.type)).toEqual(["opaque", "opaque", "text"]);
    expect(outcome.answer.content.slice(0, 2)).toMatchObject([
      { block: { block: { type: "redacted_thinking", data: "b3BhY28=" } } },
      { block: { block: { type: "thinking", thinking: thought.reasoning, signature: "c2ln" } } },
    ]);
  });
});

test("the key travels as a bearer token and is in no failure", async () => {
  mock.on(anything, { status: 401, error: { type: "authentication_error", message: "invalid key sk-test-1234" } });
  const outcome = await ask();
  expect(JSON.stringify(outcome)).not.toContain("sk-test-1234");
  expect(JSON.stringify(outcome)).not.toContain("invalid key");
});
