import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { Model, ModelContent, ModelMessage, ModelRequest } from "../../src/core/ports/model/model.ts";
import type { ScriptedReply } from "../../src/models/scripted-model.ts";

export const somnioQuestion: ModelRequest = {
  model: "claude-sonnet-5-5",
  system: [{ text: "Usted atiende la tienda Somnio.", cached: true }],
  messages: [{ role: "user", content: [{ type: "text", text: "cuánto vale?" }] }],
  tools: [
    {
      name: "crm_order_create",
      description: "Crea el pedido.",
      inputSchema: {
        type: "object",
        properties: { pack: { type: "string", enum: ["1x", "2x"] } },
        required: ["pack"],
        additionalProperties: false,
      },
    },
  ],
  maxTokens: 2_000,
  timeoutMs: 5_000,
};

const text = (said: string): ModelContent => ({ type: "text", text: said });
const user: ModelMessage = { role: "user", content: [text("hola")] };
const called: ModelMessage = {
  role: "assistant",
  content: [{ type: "tool_call", callId: "toolu_1", name: "crm_order_create", input: {} }],
};
const REFUSED: readonly [name: string, request: Partial<ModelRequest>, detail: string][] = [
  ["no message", { messages: [] }, "first message"],
  ["an answer begun for the model", { messages: [user, { role: "assistant", content: [text("{")] }] }, "last message"],
  ["an empty message", { messages: [{ role: "user", content: [text(" ")] }] }, "must say something"],
  ["a call without a result", { messages: [user, called, user] }, "has no result"],
  ["a dotted tool", { tools: [{ name: "crm.order", description: "", inputSchema: { type: "object" } }] }, "crm.order"],
  ["a tool twice", { tools: [...(somnioQuestion.tools ?? []), ...(somnioQuestion.tools ?? [])] }, "twice"],
  [
    "a record in an answer",
    { outputSchema: z.toJSONSchema(z.object({ a: z.record(z.string(), z.string()) })) },
    "closed",
  ],
  [
    "a film",
    { messages: [{ role: "user", content: [{ type: "image", mimeType: "video/mp4", base64: "" }] }] },
    "video/mp4",
  ],
  ["no room", { maxTokens: 0 }, "maxTokens"],
];

/**
 * What every adapter of the port does. `open` gives a model that says these replies, one a request; `asks` is
 * the name of a model that the adapter knows.
 */
export function describeModel(
  name: string,
  open: (replies: readonly ScriptedReply[]) => Promise<Model>,
  asks = "claude-sonnet-5-5",
) {
  const somnioRequest = { ...somnioQuestion, model: asks };
  describe(`${name}, as every model,`, () => {
    test("answers with text, and says what it cost and who answered", async () => {
      const outcome = await (await open(["Vale 79.900 pesos."])).complete(somnioRequest);
      expect(outcome).toMatchObject({
        kind: "answered",
        answer: {
          text: "Vale 79.900 pesos.",
          toolCalls: [],
          content: [{ type: "text", text: "Vale 79.900 pesos." }],
          model: asks,
        },
      });
      if (outcome.kind !== "answered") return;
      for (const tokens of Object.values(outcome.answer.usage))
        expect(Number.isInteger(tokens) && tokens >= 0).toBe(true);
    });

    test("answers with JSON as text; who asked reads it", async () => {
      const outcome = await (await open([{ json: { intent: "precio", confidence: 92 } }])).complete(somnioRequest);
      expect(outcome.kind === "answered" && JSON.parse(outcome.answer.text)).toEqual({
        intent: "precio",
        confidence: 92,
      });
    });

    test("calls tools, several at once, words first", async () => {
      const calls = [
        { name: "crm_order_create", input: { pack: "2x" } },
        { name: "crm_order_create", input: { pack: "1x", nested: { a: [1, "ñ"] } } },
      ];
      const model = await open([{ text: "Ya lo creo.", calls }]);
      const outcome = await model.complete(somnioRequest);
      if (outcome.kind !== "answered") throw new Error(`not answered: ${JSON.stringify(outcome)}`);
      const { answer } = outcome;
      expect(answer.text).toBe("Ya lo creo.");
      expect(answer.toolCalls.map(({ name, input }) => ({ name, input }))).toEqual(calls);
      expect(new Set(answer.toolCalls.map((call) => call.callId)).size).toBe(2);
      expect(answer.content.filter(({ type }) => type === "tool_call")).toEqual(
        answer.toolCalls.map((call) => ({ type: "tool_call", ...call })),
      );
    });

    test("goes on with the results of its tools, errors among them", async () => {
      const model = await open([
        { calls: [{ name: "crm_order_create", input: { pack: "9x" } }] },
        "No existe ese paquete.",
      ]);
      const first = await model.complete(somnioRequest);
      if (first.kind !== "answered") throw new Error("not answered");
      const [call] = first.answer.toolCalls;
      const second = await model.complete({
        ...somnioRequest,
        messages: [
          ...somnioRequest.messages,
          { role: "assistant", content: first.answer.content },
          {
            role: "user",
            content: [{ type: "tool_result", callId: call?.callId ?? "", output: "unknown pack", isError: true }],
          },
        ],
      });
      expect(second).toMatchObject({ kind: "answered", answer: { text: "No existe ese paquete." } });
    });

    test("what goes wrong is a value with a class", async () => {
      const model = await open([
        { fails: "retry_later", code: "overloaded_error", httpStatus: 529 },
        { fails: "never", code: "invalid_request_error", httpStatus: 400 },
        { fails: "refusal" },
        { fails: "truncated" },
      ]);
      expect(await model.complete(somnioRequest)).toMatchObject({
        kind: "failed",
        failure: { kind: "retry_later", code: "overloaded_error", httpStatus: 529, usage: null },
      });
      expect(await model.complete(somnioRequest)).toMatchObject({ failure: { kind: "never", httpStatus: 400 } });
      expect(await model.complete(somnioRequest)).toMatchObject({
        failure: { kind: "refusal", usage: expect.anything() },
      });
      expect(await model.complete(somnioRequest)).toMatchObject({
        failure: { kind: "truncated", usage: expect.anything() },
      });
    });

    test.each(REFUSED)("refuses before it costs anything: %s", async (_name, request, detail) => {
      const model = await open(["no model is asked"]);
      const failure = { kind: "never", code: "bad_request", detail: expect.stringContaining(detail), usage: null };
      expect(await model.complete({ ...somnioRequest, ...request })).toMatchObject({ kind: "failed", failure });
      expect(await model.complete(somnioRequest)).toMatchObject({ answer: { text: "no model is asked" } });
    });

    test("called off before it began, no model is asked", async () => {
      const outcome = await (await open(["tarde"])).complete(somnioRequest, AbortSignal.abort());
      expect(outcome).toMatchObject({ kind: "failed", failure: { kind: "retry_later", code: "aborted" } });
    });

    test("knows what its models understand", async () => {
      expect((await open([])).capabilities(asks)).toMatchObject({ images: true, structuredOutput: true });
    });
  });
}
