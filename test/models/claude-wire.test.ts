import { describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { modelSchema } from "../../src/core/model/schema.ts";
import { readTolerantJson, tolerantEnum } from "../../src/core/model/tolerant-json.ts";
import type { ModelContent, ModelMessage, ModelRequest } from "../../src/core/ports/model/model.ts";
import { createClaudeModel } from "../../src/models/claude-model.ts";
import { somnioQuestion } from "../contracts/model-contract.ts";
import { apiError, json, message, useModelServer } from "./model-server.ts";

const server = useModelServer();
const open = () => createClaudeModel({ apiKey: "sk-test-1234", baseUrl: server.url() });
const ask = (request: Partial<ModelRequest> = {}) => open().complete({ ...somnioQuestion, ...request });
const sent = () => server.requests[0]?.body ?? {};
const text = (said: string): ModelContent => ({ type: "text", text: said });

describe("what goes over the wire:", () => {
  test("one request, the key as a bearer token, the version of the API, and none of the settings that are gone", async () => {
    server.answer(json(200, message()));
    await ask({ effort: "low" });
    const [request] = server.requests;
    expect(request?.path).toBe("/v1/messages");
    expect(request?.headers).toMatchObject({
      authorization: "Bearer sk-test-1234",
      "anthropic-version": expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    });
    for (const gone of ["temperature", "top_p", "top_k", "tool_choice", "thinking"])
      expect(sent()).not.toHaveProperty(gone);
    expect(sent()).toMatchObject({ model: "claude-sonnet-5-5", max_tokens: 2_000, output_config: { effort: "low" } });
  });

  test("an address may stand with its version or without", async () => {
    server.answer(json(200, message()));
    await createClaudeModel({ apiKey: "k", baseUrl: `${server.url()}/v1/` }).complete(somnioQuestion);
    expect(server.requests[0]?.path).toBe("/v1/messages");
  });

  test("a schema of an answer goes as the format, and a model that thinks gets room for it", async () => {
    server.answer(json(200, message()));
    const schema = modelSchema(z.object({ intent: z.enum(["precio"]) }));
    await ask({ model: "claude-haiku-5-5", outputSchema: schema, maxTokens: 100 });
    expect(sent()).toMatchObject({ max_tokens: 1_024, output_config: { format: { type: "json_schema", schema } } });
  });

  test("a model of which we know nothing is told the shape in words, and gets no setting that it may not have", async () => {
    server.answer(json(200, message({ model: "local-llama" })));
    const outputSchema = modelSchema(z.object({ intent: z.enum(["precio"]) }));
    expect(await ask({ model: "local-llama", outputSchema, effort: "low" })).toMatchObject({ kind: "answered" });
    expect(sent()).not.toHaveProperty("output_config");
    expect(JSON.stringify(sent()["system"])).toContain("precio");
    expect(open().capabilities("local-llama")).toMatchObject({ images: false, contextTokens: null });
  });

  test("effort is for models that have it", async () => {
    server.answer(json(200, message()));
    await ask({ model: "claude-haiku-4-5", effort: "low", maxTokens: 100 });
    expect(sent()).toMatchObject({ max_tokens: 100 });
    expect(sent()).not.toHaveProperty("output_config");
  });

  test("a prefix is marked for the cache where it says so, at most three times, and a tool loop as a whole", async () => {
    server.answer(json(200, message()));
    const part = (index: number) => ({ text: `parte ${index}`, cached: index !== 2 });
    await ask({ system: [0, 1, 2, 3, 4].map(part) });
    const marked = z
      .array(z.looseObject({ text: z.string(), cache_control: z.unknown().optional() }))
      .parse(sent()["system"]);
    expect(marked.map((block) => block.cache_control !== undefined)).toEqual([false, true, false, true, true]);
    expect(sent()["cache_control"]).toEqual({ type: "ephemeral" });

    server.answer(json(200, message()));
    await ask({ tools: [] });
    expect(sent()).not.toHaveProperty("cache_control");
    expect(sent()).not.toHaveProperty("tools");
  });

  test("tools are strict where the provider can be, and hints where it cannot", async () => {
    server.answer(json(200, message()));
    await ask();
    expect(sent()["tools"]).toMatchObject([{ name: "crm_order_create", strict: true }]);
    server.answer(json(200, message()));
    const inputSchema = { type: "object", properties: { any: { type: "object" } } };
    const [order] = somnioQuestion.tools ?? [];
    if (order === undefined) throw new Error("no tool");
    await ask({ tools: [order, { name: "loose", description: "", inputSchema }] });
    expect(sent()["tools"]).toMatchObject([{ strict: true }, expect.not.objectContaining({ strict: true })]);
    server.answer(json(200, message()));
    await ask({ tools: Array.from({ length: 21 }, (_, index) => ({ ...order, name: `tool_${index}` })) });
    expect(JSON.stringify(sent()["tools"])).not.toContain("strict");
  });

  test("an image, a page and a text go as what they are, whatever follows the type", async () => {
    server.answer(json(200, message()));
    const content: ModelContent[] = [
      { type: "image", mimeType: "image/JPEG; q=1", base64: "aW1n" },
      { type: "document", mimeType: "application/pdf", base64: "cGRm" },
      { type: "document", mimeType: "text/plain; charset=utf-8", base64: Buffer.from("ñandú").toString("base64") },
      text("  "),
      text("qué dice?"),
    ];
    await ask({ messages: [{ role: "user", content }] });
    expect(sent()["messages"]).toEqual([
      {
        role: "user",
        content: [
          { type: "image", source: { type: "base64", media_type: "image/jpeg", data: "aW1n" } },
          { type: "document", source: { type: "base64", media_type: "application/pdf", data: "cGRm" } },
          { type: "document", source: { type: "text", media_type: "text/plain", data: "ñandú" } },
          { type: "text", text: "qué dice?" },
        ],
      },
    ]);
  });
});

describe("what was thought", () => {
  const block = { type: "thinking", thinking: "Mejor creo el pedido.", signature: "c2ln", extra: 1 };
  const call = { type: "tool_use", id: "toolu_1", name: "crm_order_create", input: { pack: "2x" } };
  const thoughtful = message({ content: [block, call], stop_reason: "tool_use" });
  const result: ModelContent = { type: "tool_result", callId: "toolu_1", output: "ok", isError: false };

  async function loop(model: string, more: readonly ModelMessage[] = []) {
    server.answer(json(200, thoughtful));
    const first = await ask();
    if (first.kind !== "answered") throw new Error("not answered");
    // The journal keeps an answer as JSON.
    const content: ModelContent[] = JSON.parse(JSON.stringify(first.answer.content));
    server.answer(json(200, message()));
    const messages: ModelMessage[] = [
      ...somnioQuestion.messages,
      { role: "assistant", content },
      { role: "user", content: [text("(nota)"), result] },
      ...more,
    ];
    await ask({ model, messages });
    const assistant = z
      .array(z.object({ content: z.array(z.looseObject({ type: z.string() })) }))
      .parse(sent()["messages"])[1];
    return assistant?.content;
  }

  test("goes back verbatim within a tool loop", async () => {
    expect(await loop("claude-sonnet-5-5")).toEqual([block, call]);
  });

  test("stays behind when another model takes over, and when the history is put together anew", async () => {
    expect(await loop("claude-opus-5-5")).toEqual([call]);
    const later: ModelMessage[] = [
      { role: "assistant", content: [text("Listo.")] },
      { role: "user", content: [text("y el envío?")] },
    ];
    expect(await loop("claude-sonnet-5-5", later)).toEqual([call]);
  });

  test("results of tools stand first in their message", async () => {
    await loop("claude-sonnet-5-5");
    expect(JSON.stringify(sent()["messages"])).toMatch(/"tool_result".*\(nota\)/);
  });
});

describe("money and pace:", () => {
  test.each<[string, number, unknown, Record<string, string>, object]>([
    [
      "429 that says nothing is spend",
      429,
      apiError("rate_limit_error"),
      {},
      { kind: "spend", code: "rate_limit_error" },
    ],
    [
      "a limit of spend, though it says when",
      429,
      apiError("rate_limit_error", "enforced_spend_limit_reached"),
      { "retry-after": "9" },
      { kind: "spend", code: "enforced_spend_limit_reached" },
    ],
    [
      "a ramp that names itself",
      429,
      apiError("rate_limit_error", "ramp_limit_exceeded"),
      {},
      { kind: "retry_later", code: "ramp_limit_exceeded" },
    ],
    [
      "credit is used up",
      400,
      apiError("billing_error"),
      {},
      { kind: "spend", code: "billing_error", httpStatus: 400 },
    ],
    ["402", 402, "{", {}, { kind: "spend", code: "http_402" }],
    [
      "seconds",
      429,
      apiError("rate_limit_error"),
      { "retry-after": "2.5" },
      { kind: "retry_later", retryAfterMs: 2_500 },
    ],
    [
      "milliseconds",
      529,
      apiError("overloaded_error"),
      { "retry-after-ms": "750", "retry-after": "9" },
      { retryAfterMs: 750 },
    ],
    [
      "a date, by the server's clock",
      503,
      {},
      { "retry-after": "Sun, 22 Nov 2026 08:02:00 GMT", date: "Sun, 22 Nov 2026 08:00:00 GMT" },
      { kind: "retry_later", code: "http_503", retryAfterMs: 120_000 },
    ],
    ["nonsense", 503, {}, { "retry-after": "pronto" }, { retryAfterMs: null }],
    ["a sentence instead of a type", 500, apiError("something bad happened to 573001112233"), {}, { code: "http_500" }],
  ])("%s", async (_name, status, body, headers, failure) => {
    server.answer(json(status, body, headers));
    expect(await ask()).toMatchObject({ kind: "failed", failure });
  });
});

describe("bodies:", () => {
  test("usage counts what was read from the cache and written into it", async () => {
    server.answer(json(200, message()));
    expect(await ask()).toMatchObject({
      answer: {
        responseId: "msg_01XFDUDYJgAACzvnptvVoYEL",
        usage: { inputTokens: 12, outputTokens: 8, cacheReadTokens: 2_000, cacheWriteTokens: 600 },
      },
    });
  });

  test.each<[string, unknown, object]>([
    [
      "a message without content",
      message({ content: undefined }),
      { code: "not_a_message", usage: { inputTokens: 12 } },
    ],
    ["something else", { ok: true }, { code: "not_a_message", usage: null }],
    ["a list", [message()], { code: "not_a_message" }],
    [
      "a text block without text",
      message({ content: [{ type: "text" }] }),
      { code: "broken_block", usage: { outputTokens: 8 } },
    ],
    [
      "a call without an id",
      message({ content: [{ type: "tool_use", name: "x", input: {} }] }),
      { code: "broken_block" },
    ],
    ["no reason to stop", message({ stop_reason: null }), { code: "unknown_stop_reason" }],
  ])("%s is no answer", async (_name, body, failure) => {
    server.answer(json(200, body));
    expect(await ask()).toMatchObject({ failure: { kind: "broken_output", ...failure } });
  });

  test("a page of some proxy is no answer", async () => {
    server.answer((response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Log in</h1>"));
    expect(await ask()).toMatchObject({ failure: { kind: "broken_output", code: "not_a_message" } });
  });

  test("a body that ends too early is for later", async () => {
    server.answer((response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "4000" });
      response.write('{"id":"msg_1","con');
      setTimeout(() => response.destroy(), 20);
    });
    expect(await ask()).toMatchObject({ failure: { kind: "retry_later" } });
  });

  test("a body that never ends is given up at the deadline, though its headers came at once", async () => {
    server.answer((response) => response.writeHead(200, { "content-type": "application/json" }).write("{"));
    expect(await ask({ timeoutMs: 120 })).toMatchObject({ failure: { kind: "retry_later", code: "timeout" } });
  });

  test("a refusal names its category, if that is a name", async () => {
    const stop_details = { type: "refusal", category: "cyber", explanation: "Long words." };
    server.answer(json(200, message({ stop_reason: "refusal", content: [], stop_details })));
    expect(await ask()).toMatchObject({ failure: { kind: "refusal", code: "cyber", usage: { inputTokens: 12 } } });
  });

  test("an intent in the wrong case is read all the same", async () => {
    server.answer(json(200, message({ content: [{ type: "text", text: '{"intent":"Precio"}' }] })));
    const outcome = await ask();
    const schema = z.object({ intent: tolerantEnum(["precio"]) });
    const said = outcome.kind === "answered" ? outcome.answer.text : "";
    expect(readTolerantJson(said, schema)).toMatchObject({ value: { intent: "precio" } });
  });
});

test("what cannot be read is written nowhere", async () => {
  const written = [vi.spyOn(console, "error"), vi.spyOn(console, "warn"), vi.spyOn(console, "log")];
  server.answer((response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"id": 573001112233');
  });
  expect(await ask()).toMatchObject({ failure: { kind: "retry_later", code: "broken_body" } });
  for (const spy of written) {
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  }
});
