import { readFileSync } from "node:fs";
import * as z from "zod";
import { civilNow, instantOf } from "../../../src/core/time/civil-day.ts";
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

const Elsewhen = z.object({ text: z.string(), now: z.string(), zone: z.string(), wanted: z.string() });

/** Phrases with their own hour and place: `elsewhen.jsonl`, `colombia-1.jsonl`, `colombia-2.jsonl`, `colombia-3.jsonl`, `places-1.jsonl`, `places-2.jsonl`. */
export function phrasesAnywhere(file: string) {
  const content = readFileSync(new URL(`../../fixtures/time/${file}`, import.meta.url), "utf8");
  const rows = content.trim().split("\n");
  return rows.map((row) => {
    const { text, now, zone, wanted } = Elsewhen.parse(JSON.parse(row));
    const [date = "", hour = ""] = now.split("T");
    const minute = Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3, 5));
    return {
      text,
      now: instantOf(Date.parse(`${date}T00:00Z`) / 86_400_000, minute, zone),
      zone,
      wanted: wanted.split("|"),
    };
  });
}

/** Writes the time as the fixtures do, by the clock of the zone. */
export function said(read: ReadTime, zone = "America/Bogota"): string {
  if (read.kind === "ask") return "ask";
  const { today, minute } = civilNow(read.at, zone);
  const local = new Date((today * 1_440 + minute) * 60_000).toISOString().slice(0, 16);
  return read.kind === "once" ? local : `rec ${recurrenceText(read.rule)} ${local}`;
}
