import type { AgentInput, Decision } from "../../core/agent.ts";
import { decision, wordlessIntent } from "./decision.ts";
import { SOMNIO_TEXTS } from "./notices.ts";

const STICKER_INTENT = "sticker_standby";
/** A sticker is answered at most this often (requirement D8). */
const STICKER_PAUSE_MS = 60 * 60 * 1000;

/** What is said where there is nothing to read. Null when there are words to decide over. Changes no mode. */
export function decideWithoutWords(input: AgentInput): Decision | null {
  switch (input.inputClass) {
    case "STICKER_STANDBY":
      return answeredStickerLately(input)
        ? decision(wordlessIntent(STICKER_INTENT), ["a sticker within the hour of the last answer to one: stay silent"])
        : say(STICKER_INTENT, SOMNIO_TEXTS.sticker, "a sticker: say that we read text");
    case "UNSUPPORTED":
      return say("unsupported", SOMNIO_TEXTS.unsupported, "a kind of message that we cannot read: ask for text");
    case "RICH_INPUT":
    case "RICH_INPUT_TOOL_INTENT":
      return hasWords(input)
        ? null
        : say("rich_input", SOMNIO_TEXTS.richInput, "a photo, audio or file without words: ask for text");
    default:
      return hasWords(input) ? null : decision(wordlessIntent("empty"), ["an empty message: nothing to answer"]);
  }
}

function answeredStickerLately(input: AgentInput): boolean {
  return input.history.some(
    (turn) =>
      turn.role === "assistant" &&
      (turn.intent === STICKER_INTENT || turn.content.includes(SOMNIO_TEXTS.sticker)) &&
      input.now.getTime() - turn.createdAt.getTime() < STICKER_PAUSE_MS,
  );
}

function hasWords(input: AgentInput): boolean {
  return input.message.trim() !== "";
}

function say(intent: string, text: string, why: string): Decision {
  return decision(wordlessIntent(intent), [why], { messages: [{ text, templateId: null }] });
}
