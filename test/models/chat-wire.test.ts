import { describe, expect, test } from "vitest";
import * as z from "zod";
import { modelSchema } from "../../src/core/model/schema.ts";
import type { ModelContent, ModelMessage, ModelRequest } from "../../src/core/ports/model/model.ts";
import { createChatCompletionsModel } from "../../src/models/chat-completions-model.ts";
import { chatRequest } from "../../src/models/chat-request.ts";
import { endpointAddress } from "../../src/models/openai-http.ts";
import { somnioQuestion } from "../contracts/model-contract.ts";
import { useAimock } from "./aimock.ts";
import { answered, call, completion } from "./chat-completion.ts";
import { json, useModelServer } from "./model-server.ts";

const KEY = "sk-test-573001112233";
const server = useModelServer();
const open = (apiKey: string | null = KEY) => createChatCompletionsModel({ url: server.url(), apiKey });
const question: ModelRequest = { ...somnioQuestion, model: "gpt-5" };
const ask = (request: Partial<ModelRequest> = {}) => open().complete({ ...question, ...request });
const sent = () => server.requests[0]?.body ?? {};
const text = (said: string): ModelContent => ({ type: "text", text: said });

describe("the request", () => {
  test("goes once to the usual address, with the key as a bearer token and no setting that some models refuse", async () => {
    server.answer(json(200, answered));
    await ask({ effort: "low" });
    const [request] = server.requests;
    expect(request?.path).toBe("/v1/chat/completions");
    expect(request?.headers.authorization).toBe(`Bearer ${KEY}`);
    for (const absent of ["temperature", "top_p", "tool_choice", "stream", "reasoning_effort", "response_format"])
      expect(sent()).not.toHaveProperty(absent);
    expect(sent()).toMatchObject({
      model: "gpt-5",
      max_tokens: 2_000,
      messages: [
        { role: "system", content: "Usted atiende la tienda Somnio." },
        { role: "user", content: "cuánto vale?" },
      ],
      tools: [{ type: "function", function: { name: "crm_order_create", parameters: { type: "object" } } }],
    });
  });

  test("goes to a server of one's own without a key", async () => {
    server.answer(json(200, answered));
    expect(await open(null).complete(question)).toMatchObject({ kind: "answered" });
    expect(server.requests[0]?.headers).not.toHaveProperty("authorization");
  });

  test.each([
    ["https://api.openai.com", "https://api.openai.com/v1/chat/completions"],
    ["http://127.0.0.1:11434/v1/", "http://127.0.0.1:11434/v1/chat/completions"],
    ["https://host/v1beta/openai", "https://host/v1beta/openai/chat/completions"],
    ["https://host/x/chat/completions", "https://host/x/chat/completions"],
  ])("%s means %s", (given, address) => {
    expect(endpointAddress(given, "/chat/completions")).toBe(address);
  });

  test("names the longest answer as OpenAI's own models want it, and leaves room to think", () => {
    const small = { ...question, maxTokens: 16 };
    expect(chatRequest(small, "max_completion_tokens")).toMatchObject({ max_completion_tokens: 1_024 });
    expect(chatRequest(small, "max_completion_tokens")).not.toHaveProperty("max_tokens");
  });

  test("tells the shape of an answer as a schema: strict if all its fields are required", () => {
    const { tools: _, ...plain } = question;
    const closed = modelSchema(z.object({ intent: z.enum(["precio"]) }));
    const loose = modelSchema(z.object({ intent: z.enum(["precio"]), note: z.string().optional() }));
    const shape = (model: string, outputSchema: Readonly<Record<string, unknown>>) =>
      chatRequest({ ...plain, model, outputSchema, effort: "low" }, "max_tokens");
    expect(shape("gpt-5", closed)).toMatchObject({
      reasoning_effort: "low",
      response_format: { type: "json_schema", json_schema: { name: "answer", schema: closed, strict: true } },
    });
    expect(shape("gpt-5", loose)).toMatchObject({ response_format: { json_schema: { strict: false } } });
    expect(JSON.stringify(shape("gpt-5", closed)["messages"])).not.toContain("JSON Schema");
    // A model of one's own may pass over the schema: it is told in words too, and gets no effort.
    expect(shape("llama3.3:70b", closed)).toHaveProperty("response_format");
    expect(shape("llama3.3:70b", closed)).not.toHaveProperty("reasoning_effort");
    expect(JSON.stringify(shape("llama3.3:70b", closed)["messages"])).toContain("JSON Schema");
    expect(shape("deepseek-chat", closed)).not.toHaveProperty("response_format");
  });

  test("an image, a page and a text go as what they are", async () => {
    server.answer(json(200, answered));
    const content: ModelContent[] = [
      { type: "image", mimeType: "image/JPEG; q=1", base64: "aW1n" },
      { type: "document", mimeType: "application/pdf", base64: "cGRm" },
      { type: "document", mimeType: "text/plain", base64: Buffer.from("ñandú").toString("base64") },
      text("  "),
      text("qué dice?"),
    ];
    await ask({ messages: [{ role: "user", content }], system: [] });
    expect(sent()["messages"]).toEqual([
      {
        role: "user",
        content: [
          { type: "image_url", image_url: { url: "data:image/jpeg;base64,aW1n" } },
          { type: "file", file: { filename: "documento.pdf", file_data: "data:application/pdf;base64,cGRm" } },
          { type: "text", text: "ñandú" },
          { type: "text", text: "qué dice?" },
        ],
      },
    ]);
    expect(open().capabilities("llama3.3:70b")).toMatchObject({ images: false, documents: false });
    expect(open().capabilities("qwen3-vl:8b")).toMatchObject({ images: true, documents: false });
  });
});

describe("a tool loop", () => {
  const signed = call({ extra_content: { google: { thought_signature: "c2ln" } } });
  const second = call({ id: "call_2" });

  async function loop(model: string) {
    server.answer(json(200, completion({ content: "Ya lo creo.", tool_calls: [signed, second] }, {}, "tool_calls")));
    const first = await ask();
    if (first.kind !== "answered") throw new Error(`not answered: ${JSON.stringify(first)}`);
    const results: ModelMessage = {
      role: "user",
      content: [
        text("(nota)"),
        { type: "tool_result", callId: "call_1", output: "creado", isError: false },
        { type: "tool_result", callId: "call_2", output: "unknown pack", isError: true },
      ],
    };
    server.answer(json(200, answered));
    // The journal keeps an answer as JSON.
    const content: ModelContent[] = JSON.parse(JSON.stringify(first.answer.content));
    await ask({ model, messages: [...question.messages, { role: "assistant", content }, results] });
    return z.array(z.unknown()).parse(sent()["messages"]).slice(2);
  }

  test("gives back each call and each result, errors as words, and the signature that the server put beside a call", async () => {
    expect(await loop("gpt-5")).toEqual([
      { role: "assistant", content: "Ya lo creo.", tool_calls: [signed, second] },
      { role: "tool", tool_call_id: "call_1", content: "creado" },
      { role: "tool", tool_call_id: "call_2", content: "Error: unknown pack" },
      { role: "user", content: "(nota)" },
    ]);
  });

  test("gives another model no signature of the first one", async () => {
    expect(JSON.stringify(await loop("gpt-5-mini"))).not.toContain("thought_signature");
  });

  test("calls without an id get one each that is unique in the loop", async () => {
    const calls = [call({ id: "" }), call({ id: undefined })];
    const ids: string[] = [];
    for (const messages of [question.messages, [...question.messages, ...question.messages, ...question.messages]]) {
      server.answer(json(200, completion({ tool_calls: calls }, {}, "stop")));
      const outcome = await ask({ messages });
      if (outcome.kind !== "answered") throw new Error("not answered");
      ids.push(...outcome.answer.toolCalls.map(({ callId }) => callId));
    }
    expect(new Set(ids).size).toBe(4);
  });

  test("an input is read as text or as the value itself, and an empty one is an empty object", async () => {
    const calls = ['{"pack":"1x"}', { pack: "1x" }, "", undefined].map((given, index) =>
      call({ id: `call_${index}`, function: { name: "crm_order_create", arguments: given } }),
    );
    server.answer(json(200, completion({ tool_calls: calls }, {}, "tool_calls")));
    expect(await ask()).toMatchObject({
      answer: { toolCalls: [{ input: { pack: "1x" } }, { input: { pack: "1x" } }, { input: {} }, { input: {} }] },
    });
  });
});

describe("a server that we did not write", () => {
  const mock = useAimock();
  const anything = { predicate: () => true };
  const askIt = (request: Partial<ModelRequest> = {}) =>
    createChatCompletionsModel({ url: `${mock.url}/v1`, apiKey: KEY }).complete({ ...question, ...request });

  test.each([500, 503, 529, 408, 409])("an error %i is for later, after one request", async (status) => {
    mock.on(anything, { status, error: { type: "server_error", message: "no" } });
    expect(await askIt()).toMatchObject({ failure: { kind: "retry_later", httpStatus: status } });
    expect(mock.getRequests()).toHaveLength(1);
  });

  test("429 with retry-after says when", async () => {
    mock.on(anything, { status: 429, retryAfter: 130, error: { type: "rate_limit_error", message: "slow down" } });
    expect(await askIt()).toMatchObject({ failure: { kind: "retry_later", retryAfterMs: 130_000 } });
  });

  test.each([400, 401, 403, 404, 413])("%i is never tried again", async (status) => {
    mock.on(anything, { status, error: { type: "invalid_request_error", message: "no" } });
    expect(await askIt()).toMatchObject({ failure: { kind: "never", httpStatus: status } });
  });

  test("a broken 200 and a connection that is closed are for later", async () => {
    mock.on(anything, { content: "hola" }, { chaos: { malformedRate: 1 } });
    expect(await askIt()).toMatchObject({ failure: { kind: "retry_later", code: "broken_body" } });
    mock.reset();
    mock.on(anything, { content: "hola" }, { chaos: { disconnectRate: 1 } });
    expect(await askIt()).toMatchObject({ failure: { kind: "retry_later", code: "connection" } });
  });

  test("the deadline counts for an answer that takes too long", async () => {
    mock.on(anything, { content: "una respuesta muy larga" }, { chaos: { latencyMs: 80 } });
    expect(await askIt({ timeoutMs: 40 })).toMatchObject({ failure: { kind: "retry_later", code: "timeout" } });
  });

  test("a hundred calls at once come through, each with its own id", async () => {
    const toolCalls = Array.from({ length: 100 }, (_, index) => ({
      name: "crm_order_create",
      arguments: `{"pack":"${index}"}`,
    }));
    mock.on(anything, { toolCalls });
    const outcome = await askIt();
    expect(outcome.kind === "answered" && outcome.answer.toolCalls).toHaveLength(100);
  });

  test("a structured answer comes back as JSON, and the server has seen the schema", async () => {
    mock.on(
      { predicate: (request) => request.response_format?.type === "json_schema" },
      { content: '{"intent":"precio"}' },
    );
    const { tools: _, ...plain } = question;
    const outputSchema = modelSchema(z.object({ intent: z.enum(["precio"]) }));
    const outcome = await createChatCompletionsModel({ url: mock.url, apiKey: null }).complete({
      ...plain,
      outputSchema,
    });
    expect(outcome).toMatchObject({ kind: "answered", answer: { text: '{"intent":"precio"}' } });
  });
});
