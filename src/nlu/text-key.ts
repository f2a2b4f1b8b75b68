import { foldText } from "./fold-text.ts";

/** By what texts are counted as one: spelled alike, with or without a question mark. */
export function textKey(text: string): string {
  return foldText(text).replace(/[?,]/g, " ").replace(/ {2,}/g, " ").trim();
}
