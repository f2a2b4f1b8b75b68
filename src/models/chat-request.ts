import * as z from "zod";
import { strictModelSchema } from "../core/model/schema.ts";
import type { ModelContent, ModelMessage, ModelRequest } from "../core/ports/model/model.ts";
import { chatFamilyOf } from "./chat-families.ts";
import { bareMimeType, schemaInWords, sourcesInWords } from "./request-fault.ts";

type Json = Readonly<Record<string, unknown>>;

/** Thinking counts in the limit: with less room, the answer itself is cut. */
const FEWEST_TOKENS = 1_024;

/**
 * A valid request (`requestFault`) in the form of chat completions, from the part of it that all servers share: no
 * temperature, no forced tool, no strict tools. `limit` is the server's name for the longest answer.
 */
export function chatRequest(request: ModelRequest, limit: "max_tokens" | "max_completion_tokens"): Json {
  const { model, tools = [], outputSchema, effort, messages } = request;
  const sources = sourcesInWords(request.sources).map((text): ModelContent => ({ type: "text", text }));
  const { hasEffort, keepsSchema, capabilities } = chatFamilyOf(model);
  const system = [...request.system, ...(keepsSchema ? [] : schemaInWords(outputSchema))]
    .map(({ text }) => text)
    .filter((text) => text.trim() !== "")
    .join("\n\n");
  return {
    model,
    [limit]: Math.max(FEWEST_TOKENS, request.maxTokens),
    messages: [
      ...(system === "" ? [] : [{ role: "system", content: system }]),
      ...messages.flatMap((message, index) => {
        if (message.role === "assistant") return assistantMessage(message, model);
        const isLast = index === messages.length - 1;
        return userMessages(isLast ? { ...message, content: [...sources, ...message.content] } : message);
      }),
    ],
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, inputSchema }) => ({
        type: "function",
        function: { name, description, parameters: strictModelSchema(inputSchema) },
      })),
    }),
    // Some models refuse an effort beside tools.
    ...(hasEffort && effort !== undefined && tools.length === 0 && { reasoning_effort: effort }),
    ...(outputSchema !== undefined && capabilities.structuredOutput && { response_format: formatOf(outputSchema) }),
  };
}

function formatOf(outputSchema: Json): Json {
  const schema = strictModelSchema(outputSchema);
  return { type: "json_schema", json_schema: { name: "answer", schema, strict: isClosed(schema) } };
}

const NODE = z.looseObject({
  type: z.unknown(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
});

/** `strict` wants every field required and no other allowed; the server refuses any other schema with it. */
function isClosed(schema: unknown): boolean {
  const read = NODE.safeParse(schema);
  if (!read.success) return false;
  const { type, properties = {}, required = [], additionalProperties, items, anyOf = [] } = read.data;
  const fields = Object.entries(properties);
  return (
    (type !== "object" || additionalProperties === false) &&
    fields.every(([name, field]) => required.includes(name) && isClosed(field)) &&
    (items === undefined || isClosed(items)) &&
    anyOf.every(isClosed)
  );
}

/** Each result of a tool is a message of its own, and stands before the words that came with it. */
function userMessages({ content }: ModelMessage): Json[] {
  const results = content
    .filter((part) => part.type === "tool_result")
    .map(({ callId, output, isError }) => ({
      role: "tool",
      tool_call_id: callId,
      // The API has no other sign of a failed call.
      content: isError ? `Error: ${output}` : output,
    }));
  const parts = content.flatMap(userPart);
  if (parts.length === 0) return results;
  const isText = parts.every(({ type }) => type === "text");
  return [...results, { role: "user", content: isText ? parts.map(({ text }) => text).join("\n\n") : parts }];
}

function userPart(part: ModelContent): Json[] {
  switch (part.type) {
    case "text":
      return part.text.trim() === "" ? [] : [{ type: "text", text: part.text }];
    case "image":
      return [{ type: "image_url", image_url: { url: dataUrl(part) } }];
    case "document":
      if (bareMimeType(part.mimeType) === "text/plain") {
        return [{ type: "text", text: Buffer.from(part.base64, "base64").toString("utf8") }];
      }
      return [{ type: "file", file: { filename: "documento.pdf", file_data: dataUrl(part) } }];
    case "tool_call":
    case "tool_result":
    case "opaque":
      return [];
  }
}

function dataUrl({ mimeType, base64 }: { readonly mimeType: string; readonly base64: string }): string {
  return `data:${bareMimeType(mimeType)};base64,${base64}`;
}

function assistantMessage({ content }: ModelMessage, model: string): Json[] {
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
  const signatures = new Map(content.flatMap((part) => signatureOf(part, model)));
  const calls = content
    .filter((part) => part.type === "tool_call")
    .map(({ callId, name, input }) => ({
      id: callId,
      type: "function",
      function: { name, arguments: JSON.stringify(input ?? {}) },
      ...(signatures.has(callId) && { extra_content: signatures.get(callId) }),
    }));
  return [{ role: "assistant", content: text === "" ? null : text, ...(calls.length > 0 && { tool_calls: calls }) }];
}

/**
 * What a server wants back beside a call of its model's: without its `thought_signature`, Gemini refuses the next
 * request of a tool loop. Another model gets none of it.
 */
const SIGNATURE = z.object({ by: z.string(), callId: z.string(), extraContent: z.unknown() });
export type CallSignature = z.infer<typeof SIGNATURE>;

function signatureOf(part: ModelContent, model: string): [string, unknown][] {
  if (part.type !== "opaque") return [];
  const read = SIGNATURE.safeParse(part.block);
  return read.success && read.data.by === model ? [[read.data.callId, read.data.extraContent]] : [];
}
