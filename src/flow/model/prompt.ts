import type { Locale } from "../../core/locale/locale.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import type { PromptRef } from "../../core/ports/model/turn-model.ts";

/** A prompt file: a fixed part for each shop, and the parts that a turn adds. */
export interface Prompt extends PromptRef {
  /** The system prompt. */
  readonly stable: string;
  /** The parts by name: `turno`, `reparacion`, … */
  readonly parts: Readonly<Record<string, string>>;
  /** The whole file, to compare versions. */
  readonly source: string;
}

const FRONT_MATTER = /^---\nid: ([a-z][a-z0-9_-]*)\nversion: (\d+)\n---\n/;
const PART = /^=== ([a-z_]+) ===$/m;

/**
 * Throws for an invalid prompt file. This happens when the file is read, not in front of a
 * customer.
 */
export function parsePrompt(source: string): Prompt {
  const head = FRONT_MATTER.exec(source);
  if (head === null) throw new Error('a prompt begins with "---", "id: <name>", "version: <number>" and "---"');
  const [stable = "", ...rest] = source.slice(head[0].length).split(PART);
  const parts: Record<string, string> = {};
  for (let at = 0; at < rest.length; at += 2) parts[rest[at] ?? ""] = (rest[at + 1] ?? "").trim();
  return { id: head[1] ?? "", version: head[2] ?? "", stable: stable.trim(), parts, source };
}

const HOLE = /\{\{([a-z_]+)\}\}/g;

/**
 * One pass, so a customer's words are never searched for holes. A hole without a value is a bug of
 * ours.
 */
export function fillPrompt(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(HOLE, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`a prompt asks for {{${name}}}, which has no value`);
    return value;
  });
}

/** The holes that a country fills. */
export function placeValues(locale: Locale): Record<"pais" | "idioma" | "trato", string> {
  const { country, language, manner } = packOf(locale).prompts;
  return { pais: country, idioma: language, trato: manner };
}

export function partOf({ id, parts }: Prompt, name: string): string {
  const part = parts[name];
  if (part === undefined) throw new Error(`the prompt "${id}" has no part "${name}"`);
  return part;
}

export function refOf({ id, version }: Prompt): PromptRef {
  return { id, version };
}
