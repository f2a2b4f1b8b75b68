import { readFileSync } from "node:fs";
import { type Prompt, parsePrompt } from "../prompt.ts";

/** Each is a file beside this one, and goes into the package with it. */
export const PROMPT_IDS = ["detector", "orchestrator", "paraphrase", "gist", "summary", "memory", "vision"] as const;
export type PromptId = (typeof PROMPT_IDS)[number];

const read = new Map<PromptId, Prompt>();

/**
 * The only reads of files in a pure folder: texts that ship with the code and never change while it
 * runs, like a module's. They are read when first used.
 */
export function shippedPrompt(id: PromptId): Prompt {
  const known = read.get(id);
  if (known !== undefined) return known;
  const prompt = parsePrompt(readFileSync(new URL(`${id}.md`, import.meta.url), "utf8"));
  if (prompt.id !== id) throw new Error(`the prompt file ${id}.md says that it is "${prompt.id}"`);
  read.set(id, prompt);
  return prompt;
}
