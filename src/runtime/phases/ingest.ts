import { type MessageContent, textOf } from "../../core/content.ts";
import type { ConversationEvent } from "../../core/event.ts";
import type { ClaimedTurn } from "../../core/turn.ts";

/** What came in, in words. */
export interface Input {
  /** What the customer said, in order: content and words, whichever it has. */
  readonly contents: readonly MessageContent[];
  /** The words alone. */
  readonly messages: readonly string[];
  readonly message: string;
  /** Commands of the shop's own people. */
  readonly commands: readonly string[];
}

/** Turns the events of a run into one input. */
export function ingest({ turn }: { readonly turn: ClaimedTurn }): Input {
  const spoken = turn.events.filter((event) => event.inputType === "message");
  const messages = spoken.map(wordsOf).filter((words) => words !== "");
  return {
    contents: spoken.map((event) => event.content),
    messages,
    message: messages.join("\n"),
    commands: turn.events.filter((event) => event.inputType === "operator_command").map(wordsOf),
  };
}

function wordsOf(event: ConversationEvent): string {
  return (textOf(event.content) ?? "").normalize("NFC").trim();
}
