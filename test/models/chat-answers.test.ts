import { describe, expect, test } from "vitest";
import type { ModelRequest } from "../../src/core/ports/model/model.ts";
import { createChatCompletionsModel } from "../../src/models/chat-completions-model.ts";
import { somnioQuestion } from "../contracts/model-contract.ts";
import { answered, call, completion } from "./chat-completion.ts";
import { json, useModelServer } from "./model-server.ts";

const KEY = "sk-test-573001112233";
const server = useModelServer();
const open = (apiKey: string | null = KEY) => createChatCompletionsModel({ url: server.url(), apiKey });
const question: ModelRequest = { ...somnioQuestion, model: "gpt-5" };
const ask = (request: Partial<ModelRequest> = {}) => open().complete({ ...question, ...request });

describe("the answer", () => {
  test("counts what came from the cache apart, and the thinking that only the total counts", async () => {
    server.answer(json(200, answered));
    const usage = { inputTokens: 400, outputTokens: 50, cacheReadTokens: 600, cacheWriteTokens: 0 };
    expect(await ask()).toMatchObject({ answer: { model: "gpt-5-2026-08-07", responseId: "chatcmpl-1", usage } });
    const thinks = { usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 315 } };
    server.answer(json(200, completion({ content: "hola" }, thinks)));
    expect(await ask()).toMatchObject({ answer: { usage: { inputTokens: 10, outputTokens: 305 } } });
  });

  test("a server that reports no usage is not free: budgets count an estimate", async () => {
    server.answer(json(200, completion({ content: "a".repeat(300) }, { usage: undefined, model: undefined })));
    const outcome = await ask();
    expect(outcome).toMatchObject({ answer: { model: "gpt-5", usage: { outputTokens: 100 } } });
    expect(outcome.kind === "answered" && outcome.answer.usage.inputTokens).toBeGreaterThan(0);
    server.answer(json(200, completion({ content: "a".repeat(300) }, { usage: null }, "length")));
    expect(await ask()).toMatchObject({ failure: { kind: "truncated", usage: { outputTokens: 100 } } });
  });

  test.each([
    ["in marks", "<think>\nEl cliente es ingenuo.\n</think>\n\nVale 79.900."],
    ["in marks whose beginning the template has eaten", "El cliente es ingenuo.</think>Vale 79.900."],
    [
      "as a part of its own",
      [
        { type: "thinking", thinking: [{ type: "text", text: "El cliente es ingenuo." }] },
        { type: "text", text: "Vale 79.900." },
      ],
    ],
  ])("never holds what a model thought: %s", async (_where, content) => {
    server.answer(json(200, completion({ content, reasoning_content: "El cliente es ingenuo." })));
    const outcome = await ask();
    expect(outcome).toMatchObject({ answer: { text: "Vale 79.900." } });
    expect(JSON.stringify(outcome)).not.toContain("ingenuo");
  });

  test.each<[string, unknown, object]>([
    ["thinking alone", completion({ content: "<think>El cliente es" }), { code: "empty_answer" }],
    ["no words and no call", completion({ content: "  " }), { code: "empty_answer", usage: { outputTokens: 50 } }],
    ["no reason to stop", completion({ content: "Vale 79" }, {}, null), { code: "unknown_stop_reason" }],
    ["no choice", { ...answered, choices: [] }, { code: "not_a_message", usage: { inputTokens: 400 } }],
    ["something else", { ok: true }, { code: "not_a_message", usage: null }],
    ["two calls with one id", completion({ tool_calls: [call(), call()] }), { code: "duplicate_call_id" }],
    [
      "a call whose input is no JSON",
      completion({ tool_calls: [call(), call({ id: "b", function: { name: "x", arguments: '{"pack":' } })] }),
      { code: "broken_block" },
    ],
  ])("%s is no answer", async (_name, body, failure) => {
    server.answer(json(200, body));
    expect(await ask()).toMatchObject({ kind: "failed", failure: { kind: "broken_output", ...failure } });
  });

  test("a call that was cut by its length is never made", async () => {
    const half = call({ function: { name: "crm_order_create", arguments: '{"pack":"2x"' } });
    server.answer(json(200, completion({ tool_calls: [half] }, {}, "length")));
    expect(await ask()).toMatchObject({ failure: { kind: "truncated", usage: { outputTokens: 50 } } });
  });

  test("a refusal is one, by the filter and by the model's own word", async () => {
    server.answer(json(200, completion({ content: "Lo que" }, {}, "content_filter")));
    expect(await ask()).toMatchObject({ failure: { kind: "refusal", code: "content_filter" } });
    server.answer(json(200, completion({ content: null, refusal: "I cannot help with that." })));
    expect(await ask()).toMatchObject({ failure: { kind: "refusal", code: "refusal" } });
  });

  test("a page of some proxy is broken, a broken body and one that breaks off are for later", async () => {
    server.answer((response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Log in</h1>"));
    expect(await ask()).toMatchObject({ failure: { kind: "broken_output", code: "not_a_message" } });
    server.answer((response) => response.writeHead(200, { "content-type": "application/json" }).end('{"id":'));
    expect(await ask()).toMatchObject({ failure: { kind: "retry_later", code: "broken_body" } });
    server.answer((response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "4000" });
      response.write('{"id":"chatcmpl-1","cho', () => response.destroy());
    });
    expect(await ask()).toMatchObject({ failure: { kind: "retry_later", code: "connection" } });
  });

  test("an endless body is not read to its end, and one that stops is given up at the deadline", async () => {
    server.answer((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const more = () => response.destroyed || response.write("x".repeat(1_000_000), more);
      more();
    });
    expect(await ask()).toMatchObject({ failure: { kind: "broken_output", code: "answer_too_large" } });
    server.answer((response) => response.writeHead(200, { "content-type": "application/json" }).write("{"));
    expect(await ask({ timeoutMs: 120 })).toMatchObject({ failure: { kind: "retry_later", code: "timeout" } });
  });
});

describe("what goes wrong:", () => {
  const error = (fields: object) => ({ error: { message: `Words about ${KEY}`, ...fields } });

  test.each<[string, number, unknown, Record<string, string>, object]>([
    [
      "a limit of pace",
      429,
      error({ type: "requests", code: "rate_limit_exceeded" }),
      { "retry-after": "2.5" },
      { kind: "retry_later", code: "rate_limit_exceeded", retryAfterMs: 2_500 },
    ],
    ["a wait of milliseconds", 503, "", { "retry-after-ms": "750" }, { kind: "retry_later", retryAfterMs: 750 }],
    [
      "a 429 without a name is a limit of pace",
      429,
      {},
      {},
      { kind: "retry_later", code: "http_429", retryAfterMs: null },
    ],
    [
      "quota used up, whichever field says it",
      429,
      error({ type: "insufficient_quota", code: null }),
      { "retry-after": "9" },
      { kind: "spend", code: "insufficient_quota" },
    ],
    ["no credit", 402, "{", {}, { kind: "spend", code: "http_402" }],
    [
      "the key",
      401,
      error({ type: "invalid_request_error", code: "invalid_api_key" }),
      {},
      { code: "invalid_api_key" },
    ],
    [
      "the model",
      404,
      error({ type: "not_found_error", code: null }),
      {},
      { kind: "never", code: "not_found_error", httpStatus: 404 },
    ],
    [
      "Gemini's list",
      400,
      [{ error: { code: 400, message: "No.", status: "INVALID_ARGUMENT" } }],
      {},
      { kind: "never", code: "invalid_argument" },
    ],
    ["a sentence in place of a name", 500, error({ code: "hola Ana, su clave es 123" }), {}, { code: "http_500" }],
    ["a router's 200", 200, error({ code: 502 }), {}, { kind: "retry_later", code: "http_502", httpStatus: 502 }],
  ])("%s", async (_name, status, body, headers, failure) => {
    server.answer(json(status, body, headers));
    const outcome = await ask();
    expect(outcome).toMatchObject({ kind: "failed", failure });
    expect(JSON.stringify(outcome)).not.toContain(KEY);
    expect(JSON.stringify(outcome)).not.toContain("Words");
    expect(server.requests).toHaveLength(1);
  });

  test("a redirect is not followed: neither words nor key go elsewhere", async () => {
    server.answer((response) => response.writeHead(307, { location: `${server.url()}/elsewhere` }).end());
    expect(await ask()).toMatchObject({ failure: { kind: "never", code: "redirected", httpStatus: 307 } });
    expect(server.requests).toHaveLength(1);
  });

  test("a server that is not there is for later, and a key that cannot be one is not sent", async () => {
    const gone = createChatCompletionsModel({ url: "http://127.0.0.1:9", apiKey: null });
    expect(await gone.complete(question)).toMatchObject({ failure: { kind: "retry_later", code: "connection" } });
    server.answer(json(200, answered));
    expect(await open("sk-test …").complete(question)).toMatchObject({ failure: { kind: "never", code: "no_client" } });
    expect(server.requests).toHaveLength(0);
  });
});
