import { plainText } from "../../core/plain-text.ts";
import { linksIn, numbersIn } from "../../flow/model/facts-in-text.ts";

/**
 * Whether two answers say the same. The same words do; so do other words with the same figures and links, because
 * those are what a customer holds the shop to. Two answers without figures must have the same words: code cannot
 * tell whether other words mean the same (a model can, `judgeMeaning`).
 */
export function isAlike(one: string, other: string): boolean {
  if (plainText(one) === plainText(other)) return true;
  const [mine, theirs] = [one, other].map(boundTo);
  return mine !== "" && mine === theirs;
}

function boundTo(text: string): string {
  return [...new Set([...numbersIn(text).filter((number) => number.length >= 3), ...linksIn(text)])]
    .toSorted()
    .join(" ");
}
