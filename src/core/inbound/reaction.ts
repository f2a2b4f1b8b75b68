import type { MessageContent } from "./content.ts";

/** Reactions that say something which we can answer (requirement B16). */
const WORDS: Readonly<Record<string, string>> = {
  "👍": "ok",
  "❤": "ok",
  "😂": "jaja",
  "🙏": "gracias",
};

/** Reactions that a person of the shop should see. */
const UPSET = new Set(["😢", "😡"]);

/** Skin tones and variation selectors change the picture, not what it says. */
function plain(emoji: string): string {
  return emoji.replace(/\p{Emoji_Modifier}|\p{Variation_Selector}/gu, "").trim();
}

/**
 * The words of a reaction to one of our last messages; null for a reaction to any other message,
 * for one without a meaning to us, and for one that was taken back. Reactions to old messages are
 * habits of scrolling, not answers (requirement B16).
 */
export function wordsOfReaction(content: MessageContent, ourLastMessages: readonly string[]): string | null {
  if (content.type !== "reaction" || content.emoji === null || !ourLastMessages.includes(content.targetWamid))
    return null;
  const emoji = plain(content.emoji);
  return Object.hasOwn(WORDS, emoji) ? (WORDS[emoji] ?? null) : null;
}

export function isUpset(content: MessageContent): boolean {
  return content.type === "reaction" && content.emoji !== null && UPSET.has(plain(content.emoji));
}
