/** Meta's deepest payload has about a dozen levels; the limit keeps every recursive reader of the value safe. */
export const MAX_DEPTH = 64;

export type JsonReading =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "unreadable"; readonly reason: string };

/** Bytes from outside → JSON, or a sentence that says why not. Never throws. */
export function readJson(raw: Uint8Array): JsonReading {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(raw);
  } catch {
    return { kind: "unreadable", reason: "the body is not UTF-8" };
  }
  // Checked before JSON.parse, so that no value ever exists that a recursive function could not
  // walk.
  if (isDeeperThan(MAX_DEPTH, text)) {
    return { kind: "unreadable", reason: `the body is nested deeper than ${MAX_DEPTH} levels` };
  }
  try {
    return { kind: "json", value: JSON.parse(text) };
  } catch {
    // V8's own message quotes the text around the fault, and a reason must not hold a customer's
    // words.
    return { kind: "unreadable", reason: text.trim() === "" ? "the body is empty" : "the body is not JSON" };
  }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

function isDeeperThan(limit: number, text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (isInString) {
      if (character === BACKSLASH) at++;
      else if (character === QUOTE) isInString = false;
    } else if (character === QUOTE) {
      isInString = true;
    } else if (character === OPEN_BRACE || character === OPEN_BRACKET) {
      depth++;
      if (depth > limit) return true;
    } else if (character === CLOSE_BRACE || character === CLOSE_BRACKET) {
      depth--;
    }
  }
  return false;
}
