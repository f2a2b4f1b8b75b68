import { MANY_WORDS, remembering } from "../../core/remembering.ts";

/**
 * How a word sounds in Colombia, for people who write by ear: "kiero konprar" is "quiero comprar", "varrio" is "barrio". `folded`:
 * lower case, without accents. Two words of one sound may still be two words; a caller knows which of them it looks for.
 */
export const soundOf = remembering(
  (folded) =>
    folded
      .replace(/qu|q(?!u)/g, "k")
      .replace(/gu(?=[ei])/g, "G")
      .replace(/g(?=[ei])/g, "j")
      .replace(/G/g, "g")
      .replace(/ch/g, "C")
      .replace(/c(?=[ei])|z|x(?=[aeiou])/g, "s")
      .replace(/c/g, "k")
      .replace(/C/g, "ch")
      .replace(/v/g, "b")
      .replace(/ll|y(?=[aeiou])/g, "y")
      .replace(/(?<!c)h/g, "")
      .replace(/n(?=[pb])/g, "m")
      .replace(/([a-z])\1+/g, "$1"),
  MANY_WORDS,
);
