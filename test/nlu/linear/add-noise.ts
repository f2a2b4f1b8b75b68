import { seededRandom } from "../../../src/core/seeded-random.ts";

/** 1: accents off · 2: typing errors and WhatsApp spelling too · 3: joined words and emoji too. */
export type NoiseLevel = 1 | 2 | 3;

const CHAT: Readonly<Record<string, string>> = {
  que: "q",
  por: "x",
  porque: "xq",
  aqui: "aki",
  quien: "kien",
  para: "pa",
  y: "i",
  de: "d",
  como: "komo",
  cuando: "kuando",
};
const CHAT_CHANCE = 0.5;
const TYPO_CHANCE = 0.25;
const JOIN_CHANCE = 0.15;
const EMOJI_CHANCE = 0.2;
const EMOJI = ["😊", "🙏", "👍", "😅"];
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** A text as somebody types it in a hurry. The same seed makes the same errors. */
export function noiseMaker(level: NoiseLevel, seed: number): (text: string) => string {
  const random = seededRandom(seed);
  return (text) => {
    const plain = text.normalize("NFD").replace(/\p{M}/gu, "");
    if (level === 1) return plain;
    const words = plain.split(" ").map((word) => typed(word, random));
    if (level === 2) return words.join(" ");
    const joined = words.reduce((sofar, word) => `${sofar}${random() < JOIN_CHANCE ? "" : " "}${word}`);
    return random() < EMOJI_CHANCE ? `${joined} ${EMOJI[Math.floor(random() * EMOJI.length)]}` : joined;
  };
}

function typed(word: string, random: () => number): string {
  const chat = CHAT[word.toLowerCase()];
  if (chat !== undefined) return random() < CHAT_CHANCE ? chat : word;
  const spelt = word.replace(/qu(?=[ei])/g, random() < CHAT_CHANCE ? "k" : "qu");
  if (spelt.length < 4 || random() >= TYPO_CHANCE) return spelt;
  const at = 1 + Math.floor(random() * (spelt.length - 2));
  const before = spelt.slice(0, at);
  switch (Math.floor(random() * 4)) {
    case 0: // a letter left out
      return before + spelt.slice(at + 1);
    case 1: // two letters swapped
      return before + (spelt[at + 1] ?? "") + (spelt[at] ?? "") + spelt.slice(at + 2);
    case 2: // a letter typed twice
      return before + (spelt[at] ?? "") + spelt.slice(at);
    default: // another letter
      return before + (LETTERS[Math.floor(random() * LETTERS.length)] ?? "") + spelt.slice(at + 1);
  }
}
