import * as z from "zod";
import type { ModelOutcome, ModelUsage } from "../core/ports/model.ts";
import { failed, MESSAGE, type Message, outcomeOf, usageOf } from "./claude-answer.ts";

const index = z.int().nonnegative();
const latest = z.int().nonnegative().nullish();

const EVENT = z.discriminatedUnion("type", [
  z.object({ type: z.literal("message_start"), message: MESSAGE.extend({ stop_reason: z.string().nullish() }) }),
  z.object({ type: z.literal("content_block_start"), index, content_block: z.looseObject({ type: z.string() }) }),
  z.object({ type: z.literal("content_block_delta"), index, delta: z.looseObject({ type: z.string() }) }),
  z.object({ type: z.literal("content_block_stop"), index }),
  z.object({
    type: z.literal("message_delta"),
    delta: z.object({
      stop_reason: z.string().nullish(),
      stop_details: MESSAGE.shape.stop_details,
    }),
    usage: z
      .object({
        input_tokens: latest,
        output_tokens: latest,
        cache_read_input_tokens: latest,
        cache_creation_input_tokens: latest,
      })
      .nullish(),
  }),
  z.object({ type: z.literal("message_stop") }),
]);
const EVENT_TYPES: ReadonlySet<unknown> = new Set(EVENT.options.map((option) => option.shape.type.value));

interface OpenBlock {
  readonly start: Readonly<Record<string, unknown> & { type: string }>;
  text: string;
  signature: string;
  isStopped: boolean;
}

/** Which field of a block its deltas add to. */
const GROWS: Readonly<Record<string, "text" | "partial_json" | "thinking" | "signature">> = {
  text_delta: "text",
  input_json_delta: "partial_json",
  thinking_delta: "thinking",
  signature_delta: "signature",
};

export interface StreamReader {
  /** The text that came with this event. */
  take(event: unknown): string;
  /** The tokens paid so far, as far as the provider has reported them. */
  usage(): ModelUsage | null;
  /** null when the end has not come: a partial text is no answer. */
  outcome(asked: string): ModelOutcome | null;
}

/** Puts a streamed message together. Nothing of it is an answer before `message_stop`, least of all the input of a tool. */
export function createStreamReader(): StreamReader {
  let message: Message | null = null;
  let isBroken = false;
  let isStopped = false;
  const blocks = new Map<number, OpenBlock>();

  function take(event: unknown): string {
    const read = EVENT.safeParse(event);
    if (!read.success) {
      const type = z.object({ type: z.string() }).safeParse(event);
      isBroken ||= !type.success || EVENT_TYPES.has(type.data.type);
      return "";
    }
    const { data } = read;
    switch (data.type) {
      case "message_start":
        isBroken ||= message !== null;
        message = { ...data.message, stop_reason: null };
        return "";
      case "content_block_start": {
        isBroken ||= blocks.has(data.index);
        const said = data.content_block["text"] ?? data.content_block["thinking"];
        const text = typeof said === "string" ? said : "";
        blocks.set(data.index, { start: data.content_block, text, signature: "", isStopped: false });
        return data.content_block.type === "text" ? text : "";
      }
      case "content_block_delta":
        return grow(data.index, data.delta);
      case "content_block_stop": {
        const block = blocks.get(data.index);
        if (block === undefined) isBroken = true;
        else block.isStopped = true;
        return "";
      }
      case "message_delta": {
        if (message === null) isBroken = true;
        else {
          const { usage } = message;
          message = {
            ...message,
            stop_reason: data.delta.stop_reason ?? message.stop_reason,
            stop_details: data.delta.stop_details ?? message.stop_details,
            usage: {
              input_tokens: data.usage?.input_tokens ?? usage.input_tokens,
              output_tokens: data.usage?.output_tokens ?? usage.output_tokens,
              cache_read_input_tokens: data.usage?.cache_read_input_tokens ?? usage.cache_read_input_tokens,
              cache_creation_input_tokens: data.usage?.cache_creation_input_tokens ?? usage.cache_creation_input_tokens,
            },
          };
        }
        return "";
      }
      case "message_stop":
        isStopped = true;
        return "";
    }
  }

  function grow(at: number, delta: Readonly<Record<string, unknown> & { type: string }>): string {
    const field = GROWS[delta.type];
    if (field === undefined) return "";
    const block = blocks.get(at);
    const more = delta[field];
    if (block === undefined || block.isStopped || typeof more !== "string") {
      isBroken = true;
      return "";
    }
    if (field === "signature") block.signature += more;
    else block.text += more;
    return field === "text" ? more : "";
  }

  return {
    take,
    usage: () => (message === null ? null : usageOf(message.usage)),
    outcome(asked) {
      if (message === null || !isStopped) return null;
      const usage = usageOf(message.usage);
      const isWhole = !isBroken && [...blocks.values()].every((block) => block.isStopped);
      if (!isWhole) return failed("broken_output", "broken_stream", usage);
      const content = [...blocks.entries()].sort(([one], [other]) => one - other).map(([, block]) => wholeBlock(block));
      // Cut by max_tokens, the input of a tool is broken and the stop reason says why: that one counts.
      return outcomeOf({ ...message, content }, asked);
    },
  };
}

function wholeBlock({ start, text, signature }: OpenBlock): Message["content"][number] {
  switch (start.type) {
    case "text":
      return { ...start, text };
    case "tool_use":
      return { ...start, ...toolInput(text, start["input"]) };
    case "thinking":
      return { ...start, thinking: text, signature: signature === "" ? start["signature"] : signature };
    default:
      return start;
  }
}

/** An input that is no JSON makes the block unreadable: without an id it fits no schema, so no part of it is ever carried out. */
function toolInput(json: string, atStart: unknown): { readonly input: unknown; readonly id?: undefined } {
  if (json.trim() === "") return { input: atStart ?? {} };
  try {
    return { input: JSON.parse(json) };
  } catch {
    return { input: null, id: undefined };
  }
}
