import { type MessageContent, opensTurn, textOf } from "./content.ts";
import { type ToolRequest, toolRequestsIn } from "./tool-request.ts";

/** The kind of work in a turn (requirements, R table). Rules alone decide it, in microseconds. */
export const INPUT_CLASSES = [
  "TEXT_SIMPLE",
  "TEXT_TOOL_INTENT",
  "RICH_INPUT",
  "RICH_INPUT_TOOL_INTENT",
  "STICKER_STANDBY",
  "UNSUPPORTED",
] as const;

export type InputClass = (typeof INPUT_CLASSES)[number];

export type Pathway = "text_fast_path" | "tool_intent" | "rich_input" | "unsupported";

/** What each class may read and how long its answer may take (p95, milliseconds). */
export const PATHWAYS: Readonly<Record<InputClass, { pathway: Pathway; historyTurns: number; targetMs: number }>> = {
  TEXT_SIMPLE: { pathway: "text_fast_path", historyTurns: 8, targetMs: 2_000 },
  TEXT_TOOL_INTENT: { pathway: "tool_intent", historyTurns: 12, targetMs: 4_000 },
  RICH_INPUT: { pathway: "rich_input", historyTurns: 8, targetMs: 9_000 },
  RICH_INPUT_TOOL_INTENT: { pathway: "rich_input", historyTurns: 8, targetMs: 9_000 },
  STICKER_STANDBY: { pathway: "unsupported", historyTurns: 8, targetMs: 2_000 },
  UNSUPPORTED: { pathway: "unsupported", historyTurns: 8, targetMs: 2_000 },
};

function asksForAction(content: MessageContent): boolean {
  // The model says that a picture asks for something; what may be done about it is decided elsewhere.
  if (content.type === "media" && content.understanding?.kind === "seen" && content.understanding.toolIntentDetected) {
    return true;
  }
  return toolRequestsIn(textOf(content) ?? "").length > 0;
}

/** The class of the messages that one run answers: the richest of them decides. Null when none opens a turn. */
export function classifyInput(contents: readonly MessageContent[]): InputClass | null {
  const spoken = contents.filter(opensTurn);
  if (spoken.length === 0) return null;
  const wantsAction = spoken.some(asksForAction);
  if (spoken.some(isRich)) return wantsAction ? "RICH_INPUT_TOOL_INTENT" : "RICH_INPUT";
  if (spoken.some(isText)) {
    return wantsAction ? "TEXT_TOOL_INTENT" : "TEXT_SIMPLE";
  }
  return spoken.some((content) => content.type === "sticker") ? "STICKER_STANDBY" : "UNSUPPORTED";
}

/** Requests in words. A picture, and the words beside it, request nothing here. */
export function requestsOf(contents: readonly MessageContent[]): readonly ToolRequest[] {
  if (classifyInput(contents) !== "TEXT_TOOL_INTENT") return [];
  return [...new Set(contents.filter(opensTurn).flatMap((content) => toolRequestsIn(textOf(content) ?? "")))];
}

/** Words alone: a text, a button, or what stands beside a cart. */
function isText(content: MessageContent): boolean {
  if (content.type === "order") return content.note !== null;
  return content.type === "text" || content.type === "button";
}

function isRich(content: MessageContent): boolean {
  return content.type === "media" && content.media !== "video";
}
