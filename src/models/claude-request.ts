import type {
  ContentBlockParam,
  MessageCreateParamsNonStreaming,
  MessageParam,
  TextBlockParam,
  Tool,
} from "@anthropic-ai/sdk/resources/messages";
import * as z from "zod";
import { modelSchemaFaults, strictModelSchema } from "../core/model/schema.ts";
import type { ModelContent, ModelMessage, ModelRequest, PromptPart } from "../core/ports/model/model.ts";
import { familyOf } from "./claude-families.ts";
import { bareMimeType, IMAGE_TYPES, requestFault, schemaInWords, sourcesInWords } from "./request-fault.ts";

/** A request in the form of the Messages API, or its fault, before a call is made (and paid). */
export type ClaudeRequest =
  | { readonly kind: "params"; readonly params: MessageCreateParamsNonStreaming }
  | { readonly kind: "fault"; readonly detail: string };

/** Thinking is on and counts in it: with less, the answer itself is cut. */
const FEWEST_TOKENS = 1_024;
/** The provider allows four marks in a request; one is for the end of a tool loop. */
const MOST_CACHED_PARTS = 3;
const MOST_STRICT_TOOLS = 20;
const LONGEST_TITLE = 255;

/** No temperature, no top_p, no top_k, no prefill, no forced tool: models of today answer 400 to each of them. */
export function claudeRequest(request: ModelRequest): ClaudeRequest {
  const fault = requestFault(request);
  if (fault !== null) return { kind: "fault", detail: fault };
  const family = familyOf(request.model);
  const isStructured = request.outputSchema !== undefined && family.capabilities.structuredOutput;
  const output = {
    ...(family.hasEffort && request.effort !== undefined && { effort: request.effort }),
    ...(isStructured && { format: { type: "json_schema" as const, schema: strict(request.outputSchema) } }),
  };
  const system = [...request.system, ...(isStructured ? [] : schemaInWords(request.outputSchema))];
  const params: MessageCreateParamsNonStreaming = {
    model: request.model,
    max_tokens: family.thinks ? Math.max(FEWEST_TOKENS, request.maxTokens) : request.maxTokens,
    ...(system.length > 0 && { system: systemBlocks(system) }),
    messages: messagesOf(request),
    ...(hasTools(request) && {
      tools: toolsOf(request),
      // The next request of the loop repeats this one and adds to it: what stands here is read from the cache then.
      cache_control: { type: "ephemeral" as const },
    }),
    ...(Object.keys(output).length > 0 && { output_config: output }),
  };
  return { kind: "params", params };
}

function strict(schema: Readonly<Record<string, unknown>>): { [key: string]: unknown } {
  return { ...strictModelSchema(schema) };
}

function hasTools(request: ModelRequest): boolean {
  return request.tools !== undefined && request.tools.length > 0;
}

function systemBlocks(parts: readonly PromptPart[]): TextBlockParam[] {
  const cached = new Set(parts.filter((part) => part.cached === true).slice(-MOST_CACHED_PARTS));
  return parts
    .filter((part) => part.text.trim() !== "")
    .map((part) => ({
      type: "text",
      text: part.text,
      ...(cached.has(part) && { cache_control: { type: "ephemeral" as const } }),
    }));
}

/**
 * Strict where the provider can be: a schema that it cannot follow stays a hint, and the input is checked by the caller anyhow. Beyond
 * the limits of one request none is strict.
 */
function toolsOf(request: ModelRequest): Tool[] {
  const tools = (request.tools ?? []).map((tool) => {
    const input = strict(tool.inputSchema);
    return { ...tool, input, canBeStrict: modelSchemaFaults([input]).length === 0 };
  });
  const followed = tools.filter(({ canBeStrict }) => canBeStrict).map(({ input }) => input);
  const all = request.outputSchema === undefined ? followed : [...followed, strict(request.outputSchema)];
  const isStrict =
    familyOf(request.model).capabilities.structuredOutput &&
    followed.length <= MOST_STRICT_TOOLS &&
    modelSchemaFaults(all).length === 0;
  return tools.map(({ name, description, input, canBeStrict }) => ({
    name,
    description,
    input_schema: { ...input, type: "object" },
    ...(isStrict && canBeStrict && { strict: true }),
  }));
}

function messagesOf(request: ModelRequest): MessageParam[] {
  const loopStart = startOfToolLoop(request.messages);
  return request.messages.map((message, index) => {
    const content = message.content.flatMap((part) => contentBlock(part, request.model, index >= loopStart));
    // Results stand first in their message, or the provider does not find them.
    const results = content.filter((block) => block.type === "tool_result");
    const others = content.filter((block) => block.type !== "tool_result");
    const sources = index === request.messages.length - 1 ? sourceBlocks(request) : [];
    return { role: message.role, content: [...results, ...sources, ...others] };
  });
}

/** Documents with citations on, in the order of the sources: the answer names them by that order. */
function sourceBlocks({ model, sources = [] }: ModelRequest): ContentBlockParam[] {
  if (!familyOf(model).cites) return sourcesInWords(sources).map((text) => ({ type: "text", text }));
  return sources.map(({ title, text }) => ({
    type: "document",
    source: { type: "text", media_type: "text/plain", data: text },
    ...(title.trim() === "" ? {} : { title: title.slice(0, LONGEST_TITLE) }),
    citations: { enabled: true },
  }));
}

/**
 * After the last words of a person. The model's thoughts since then go back verbatim. Earlier
 * thoughts belong to a history that is built anew each time, where their signatures would not hold.
 */
function startOfToolLoop(messages: readonly ModelMessage[]): number {
  return 1 + messages.findLastIndex((message) => message.role === "user" && !message.content.some(isToolResult));
}

function isToolResult(part: ModelContent): boolean {
  return part.type === "tool_result";
}

function contentBlock(part: ModelContent, model: string, isInLoop: boolean): ContentBlockParam[] {
  switch (part.type) {
    case "text":
      return part.text.trim() === "" ? [] : [{ type: "text", text: part.text }];
    case "image": {
      const mimeType = IMAGE_TYPES.safeParse(bareMimeType(part.mimeType));
      if (!mimeType.success) return [];
      return [{ type: "image", source: { type: "base64", media_type: mimeType.data, data: part.base64 } }];
    }
    case "document":
      if (bareMimeType(part.mimeType) === "text/plain") {
        const data = Buffer.from(part.base64, "base64").toString("utf8");
        return [{ type: "document", source: { type: "text", media_type: "text/plain", data } }];
      }
      return [{ type: "document", source: { type: "base64", media_type: "application/pdf", data: part.base64 } }];
    case "tool_call":
      return [{ type: "tool_use", id: part.callId, name: part.name, input: part.input }];
    case "tool_result":
      return [{ type: "tool_result", tool_use_id: part.callId, content: part.output, is_error: part.isError }];
    case "opaque": {
      const thought = THOUGHT.safeParse(part.block);
      return isInLoop && thought.success && thought.data.by === model ? [thought.data.block] : [];
    }
  }
}

/** The model that thought it, and the block as it came: another model's provider may refuse it. */
const THOUGHT = z.object({
  by: z.string(),
  block: z.discriminatedUnion("type", [
    z.looseObject({ type: z.literal("thinking"), thinking: z.string(), signature: z.string() }),
    z.looseObject({ type: z.literal("redacted_thinking"), data: z.string() }),
  ]),
});
