import { foldText } from "./fold-text.ts";

/** The key by which texts count as one: spelled alike, with or without a question mark. */
export function textKey(text: string): string {
  return foldText(text).replace(/[?,]/g, " ").replace(/ {2,}/g, " ").trim();
}
