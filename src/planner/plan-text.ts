import { quotable } from "../flow/model/fence.ts";

/**
 * Words as a plan keeps them: without fences, invisible characters and halves of characters, so
 * that they are stored as they stand and their size is bounded.
 */
export function kept(text: string, most: number): string {
  const plain = quotable(text).replace(/\p{Cs}/gu, "");
  return plain.length <= most ? plain : `${[...plain.slice(0, most - 1)].slice(0, -1).join("")}…`;
}
