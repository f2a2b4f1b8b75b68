import { amendEvents } from "../../core/amend-events.ts";
import { type MessageContent, textOf } from "../../core/content.ts";
import type { ConversationEvent, InputType } from "../../core/event.ts";
import { wordsOfReaction } from "../../core/reaction.ts";
import type { ClaimedTurn } from "../../core/turn.ts";

/** Something that was said, and by whom: `message` the customer, `echo` and `operator_command` the shop's own people. */
export interface Saying {
  readonly by: InputType;
  readonly content: MessageContent;
}

/** What came in, in words. */
export interface Input {
  /** All that came, in order, corrected as its senders corrected it. */
  readonly sayings: readonly Saying[];
  /** What the customer said of it. */
  readonly contents: readonly MessageContent[];
  /** The customer's words alone. */
  readonly messages: readonly string[];
  readonly message: string;
}

/** Turns the events of a run into one input. */
export function ingest({ turn }: { readonly turn: ClaimedTurn }): Input {
  const sayings = amendEvents(turn.events).map((event) => sayingOf(event, turn));
  const contents = sayings.filter(({ by }) => by === "message").map(({ content }) => content);
  const messages = contents.map(wordsOf).filter((words) => words !== "");
  return { sayings, contents, messages, message: messages.join("\n") };
}

/** A reaction to one of our last messages is a short answer to it. */
function sayingOf({ inputType: by, content }: ConversationEvent, turn: ClaimedTurn): Saying {
  const words = by === "message" ? wordsOfReaction(content, turn.ourLastMessages) : null;
  return { by, content: words === null ? content : { type: "text", body: words } };
}

function wordsOf(content: MessageContent): string {
  return (textOf(content) ?? "").normalize("NFC").trim();
}
