import * as z from "zod";
import { joinCitedBlocks } from "../core/artifacts/join-cited-blocks.ts";
import { readCitedText } from "../core/artifacts/read-cited-text.ts";
import type {
  ModelContent,
  ModelFailureKind,
  ModelOutcome,
  ModelRequest,
  ModelUsage,
} from "../core/ports/model/model.ts";
import { familyOf } from "./claude-families.ts";
import { failed, shortName } from "./model-failure.ts";

const tokens = z.int().nonnegative();
const cacheTokens = tokens.nullish().transform((count) => count ?? 0);

const USAGE = z.object({
  input_tokens: tokens,
  output_tokens: tokens,
  cache_read_input_tokens: cacheTokens,
  cache_creation_input_tokens: cacheTokens,
});
type Usage = z.output<typeof USAGE>;

/** The used part of a 200 of the Messages API. Blocks of an unknown type are left out. */
const MESSAGE = z.object({
  id: z.string().nullish(),
  model: z.string(),
  content: z.array(z.looseObject({ type: z.string() })),
  stop_reason: z.string().nullable(),
  stop_details: z.looseObject({ category: z.string().nullish() }).nullish(),
  usage: USAGE,
});
type Message = z.output<typeof MESSAGE>;

const BLOCK = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("text"),
    text: z.string(),
    // What a citation of another kind names, such as a page of a search of the provider's, is no source of ours.
    citations: z
      .array(z.looseObject({ cited_text: z.string(), document_index: z.int().nonnegative().nullish() }))
      .nullish()
      .transform((all) => all ?? []),
  }),
  z.object({ type: z.literal("tool_use"), id: z.string().min(1), name: z.string().min(1), input: z.unknown() }),
  z.looseObject({ type: z.literal("thinking") }),
  z.looseObject({ type: z.literal("redacted_thinking") }),
]);
const KNOWN_BLOCKS: ReadonlySet<string> = new Set(["text", "tool_use", "thinking", "redacted_thinking"]);

function usageOf(usage: Usage): ModelUsage {
  return {
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    cacheReadTokens: usage.cache_read_input_tokens,
    cacheWriteTokens: usage.cache_creation_input_tokens,
  };
}

type Asked = Pick<ModelRequest, "model" | "sources">;

/** Reads a 200. The model of the request marks the thoughts as its own. */
export function readMessage(body: unknown, asked: Asked): ModelOutcome {
  const read = MESSAGE.safeParse(body);
  return read.success ? outcomeOf(read.data, asked) : failed("broken_output", "not_a_message", usageIn(body));
}

function usageIn(body: unknown): ModelUsage | null {
  const read = z.object({ usage: USAGE }).safeParse(body);
  return read.success ? usageOf(read.data.usage) : null;
}

function outcomeOf(message: Message, asked: Asked): ModelOutcome {
  const usage = usageOf(message.usage);
  const stop = STOPS[message.stop_reason ?? "none"];
  if (stop === undefined) return failed("broken_output", "unknown_stop_reason", usage);
  if (stop !== "whole") {
    const category = message.stop_reason === "refusal" ? shortName(message.stop_details?.category) : null;
    return failed(stop, category ?? message.stop_reason ?? "", usage);
  }
  const blocks = z.array(BLOCK).safeParse(message.content.filter(({ type }) => KNOWN_BLOCKS.has(type)));
  if (!blocks.success) return failed("broken_output", "broken_block", usage);
  const content = blocks.data.map((block): ModelContent => {
    if (block.type === "text") return { type: "text", text: block.text };
    if (block.type === "tool_use") return { type: "tool_call", callId: block.id, name: block.name, input: block.input };
    return { type: "opaque", block: { by: asked.model, block } };
  });
  const toolCalls = content.filter((part) => part.type === "tool_call");
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
  if (toolCalls.length === 0 && text.trim() === "") return failed("broken_output", "empty_answer", usage);
  // Two calls with one id cannot be told apart in their results.
  if (new Set(toolCalls.map(({ callId }) => callId)).size < toolCalls.length) {
    return failed("broken_output", "duplicate_call_id", usage);
  }
  const { model, id } = message;
  const cited = asked.sources === undefined ? {} : { cited: citedAnswer(blocks.data, text, asked) };
  return { kind: "answered", answer: { text, ...cited, toolCalls, content, model, responseId: id ?? null, usage } };
}

/** Reads the provider's blocks; the markers of a model that has none. */
function citedAnswer(blocks: readonly z.output<typeof BLOCK>[], text: string, { model, sources = [] }: Asked) {
  if (!familyOf(model).cites) return readCitedText(text);
  return joinCitedBlocks(
    blocks.flatMap((block) =>
      block.type !== "text"
        ? []
        : [
            {
              text: block.text,
              citations: block.citations.map(({ cited_text: quote, document_index: at }) => ({
                // An index that names none of them stays in view, so that its claim falls.
                sourceId: sources[at ?? -1]?.id ?? "S0",
                quote,
              })),
            },
          ],
    ),
  );
}

/** `pause_turn` belongs to tools that run at the provider's; we have none. */
const STOPS: Readonly<Record<string, "whole" | ModelFailureKind>> = {
  end_turn: "whole",
  stop_sequence: "whole",
  tool_use: "whole",
  max_tokens: "truncated",
  model_context_window_exceeded: "truncated",
  refusal: "refusal",
  pause_turn: "broken_output",
};
