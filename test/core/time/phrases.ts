import { readFileSync } from "node:fs";
import type { ReadTime } from "../../../src/core/time/piece.ts";
import { recurrenceText } from "../../../src/core/time/recurrence.ts";

/** A Wednesday, 10:20 in Bogotá: when all phrases of the fixtures are said. */
export const NOW = new Date("2026-11-25T10:20:00-05:00");

/** `text<TAB>what is right`, several with `|`: an hour in Bogotá, `rec` and how the rule begins, or `ask`. */
export function phrasesOf(file: string): { readonly text: string; readonly wanted: readonly string[] }[] {
  const content = readFileSync(new URL(`../../fixtures/time/${file}`, import.meta.url), "utf8");
  return content
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [text = "", wanted = ""] = line.split("\t");
      return { text, wanted: wanted.split("|") };
    });
}

export function said(read: ReadTime): string {
  if (read.kind === "ask") return "ask";
  const local = new Date(read.at.getTime() - 5 * 3_600_000).toISOString().slice(0, 16);
  return read.kind === "once" ? local : `rec ${recurrenceText(read.rule)} ${local}`;
}
