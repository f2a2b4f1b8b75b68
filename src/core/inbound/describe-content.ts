import { type MessageContent, type OrderItem, textOf } from "./content.ts";

/** A form may be long; the chat record is for reading. The event keeps all of it. */
const LONGEST_ANSWER = 2_000;
const LONGEST_EXTRACT = 300;

/** How a message stands in the chat record: words as they are, everything else by its kind and what matters of it. */
export function describeContent(content: MessageContent): string {
  const words = textOf(content);
  switch (content.type) {
    case "text":
    case "button":
      return words ?? "";
    case "order":
      return named("order", [content.items.map(describeItem).join(", "), words]);
    case "flow":
      return named("flow", [JSON.stringify(content.answer).slice(0, LONGEST_ANSWER)]);
    case "location":
      return named("location", [content.name, content.address]);
    case "contacts":
      return named(
        "contacts",
        content.people.map((person) => person.name),
      );
    case "media":
      return named(content.media, [words, seenIn(content)]);
    default:
      return named(content.type, [words]);
  }
}

/**
 * The kind of a picture, and the beginning of its text: enough to follow the talk. The file keeps
 * all of it.
 */
function seenIn({ understanding }: Extract<MessageContent, { type: "media" }>): string | null {
  if (understanding?.kind !== "seen") return null;
  const text = understanding.extractedText.replace(/\s+/g, " ").trim().slice(0, LONGEST_EXTRACT);
  return text === "" ? `(${understanding.pictureClass})` : `(${understanding.pictureClass}: «${text}»)`;
}

function named(kind: string, parts: readonly (string | null)[]): string {
  const told = parts.filter((part) => part !== null && part !== "").join("; ");
  return told === "" ? `[${kind}]` : `[${kind}] ${told}`;
}

function describeItem({ productId, quantity, price, currency }: OrderItem): string {
  const each = price === null ? "" : ` (${[price, currency].filter((part) => part !== null).join(" ")})`;
  return `${quantity ?? "?"} × ${productId ?? "?"}${each}`;
}
