import * as z from "zod";
import { readCitedText } from "../core/artifacts/read-cited-text.ts";
import { estimateContentTokens, estimatePromptTokens } from "../core/model/estimate-tokens.ts";
import type {
  ModelContent,
  ModelFailureKind,
  ModelOutcome,
  ModelRequest,
  ModelUsage,
} from "../core/ports/model/model.ts";
import type { CallSignature } from "./chat-request.ts";
import { failed } from "./model-failure.ts";

const count = z.int().nonnegative();

const USAGE = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count.nullish(),
  prompt_tokens_details: z.object({ cached_tokens: count.nullish() }).nullish(),
});

const CALL = z.object({
  id: z.string().nullish(),
  function: z.object({ name: z.string().min(1), arguments: z.unknown().optional() }),
  extra_content: z.unknown().optional(),
});

/** Words, or parts of which only the words count: some servers send the thinking as a part. */
const WORDS = z
  .union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))])
  .nullish()
  .transform((said) => (Array.isArray(said) ? said.map(textOfPart).join("") : (said ?? "")));

const COMPLETION = z.object({
  id: z.string().nullish(),
  model: z.string().min(1).nullish(),
  choices: z.tuple(
    [
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: WORDS, refusal: z.string().nullish(), tool_calls: z.array(CALL).nullish() }),
      }),
    ],
    z.unknown(),
  ),
});

/** Reads a 200. Half an answer is a failure, whatever part of it has come. */
export function readCompletion(body: unknown, request: ModelRequest): ModelOutcome {
  const usage = usageIn(body);
  const read = COMPLETION.safeParse(body);
  if (!read.success) return failed("broken_output", "not_a_message", usage);
  const { id, model, choices } = read.data;
  const [{ finish_reason, message }] = choices;
  const stop = STOPS[finish_reason ?? "none"];
  const text = withoutThinking(message.content);
  const paid = usage ?? estimatedUsage(request, [{ type: "text", text: message.content }]);
  if (stop === undefined) return failed("broken_output", "unknown_stop_reason", paid);
  if (stop !== "whole") return failed(stop, finish_reason ?? "", paid);
  if ((message.refusal ?? "") !== "") return failed("refusal", "refusal", paid);
  const calls = readCalls(message.tool_calls ?? [], request);
  if (calls === null) return failed("broken_output", "broken_block", paid);
  const toolCalls = calls.filter((part) => part.type === "tool_call");
  if (toolCalls.length === 0 && text.trim() === "") return failed("broken_output", "empty_answer", paid);
  // Two calls with one id cannot be told apart in their results.
  if (new Set(toolCalls.map(({ callId }) => callId)).size < toolCalls.length) {
    return failed("broken_output", "duplicate_call_id", paid);
  }
  const content: ModelContent[] = [...(text === "" ? [] : [{ type: "text" as const, text }]), ...calls];
  return {
    kind: "answered",
    answer: {
      text,
      ...(request.sources === undefined ? {} : { cited: readCitedText(text) }),
      toolCalls,
      content,
      model: model ?? request.model,
      responseId: id ?? null,
      usage: usage ?? estimatedUsage(request, content),
    },
  };
}

const STOPS: Readonly<Record<string, "whole" | ModelFailureKind>> = {
  stop: "whole",
  tool_calls: "whole",
  function_call: "whole",
  length: "truncated",
  model_length: "truncated",
  content_filter: "refusal",
};

/** null when a call cannot be read: none of them is made then. */
function readCalls(calls: readonly z.output<typeof CALL>[], request: ModelRequest): ModelContent[] | null {
  const content: ModelContent[] = [];
  for (const [index, call] of calls.entries()) {
    const input = readInput(call.function.arguments);
    if (input === undefined) return null;
    // Some servers leave the id out. Ours is unique in the loop, which grows with each request.
    const callId = call.id || `call_${request.messages.length}_${index}`;
    content.push({ type: "tool_call", callId, name: call.function.name, input });
    if (call.extra_content !== undefined) {
      const signature: CallSignature = { by: request.model, callId, extraContent: call.extra_content };
      content.push({ type: "opaque", block: signature });
    }
  }
  return content;
}

/** undefined when it is no JSON. Some servers send the value itself in place of its text. */
function readInput(given: unknown): unknown {
  if (typeof given !== "string") return given ?? {};
  if (given.trim() === "") return {};
  try {
    return JSON.parse(given);
  } catch {
    return undefined; // The caller makes no call of it.
  }
}

/** Some servers leave a model's thinking in front of its words. A customer must never read it. */
function withoutThinking(text: string): string {
  const end = text.lastIndexOf("</think>");
  return end === -1 ? text.replace(/^\s*<think>[\s\S]*$/, "") : text.slice(end + "</think>".length).trimStart();
}

function textOfPart({ type, text }: { readonly type: string; readonly text?: string | undefined }): string {
  return type === "text" ? (text ?? "") : "";
}

function usageIn(body: unknown): ModelUsage | null {
  const read = z.object({ usage: USAGE }).safeParse(body);
  if (!read.success) return null;
  const { prompt_tokens, completion_tokens, total_tokens, prompt_tokens_details } = read.data.usage;
  const cached = Math.min(prompt_tokens, prompt_tokens_details?.cached_tokens ?? 0);
  return {
    inputTokens: prompt_tokens - cached,
    // Gemini counts its thinking in the total alone.
    outputTokens: Math.max(completion_tokens, (total_tokens ?? 0) - prompt_tokens),
    cacheReadTokens: cached,
    cacheWriteTokens: 0,
  };
}

/** A server that reports no usage must not be free: budgets count an estimate, which is high. */
function estimatedUsage(request: ModelRequest, content: readonly ModelContent[]): ModelUsage {
  return {
    inputTokens: estimatePromptTokens(request),
    outputTokens: content.reduce((tokens, part) => tokens + estimateContentTokens(part), 0),
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
  };
}
