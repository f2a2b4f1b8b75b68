import * as z from "zod";
import { instantOf } from "../../core/time/civil-day.ts";
import { isTimeZone } from "../../core/time/contact-hours.ts";
import type { AskReason, ReadTime } from "../../core/time/piece.ts";
import { readTime } from "../../core/time/read-time.ts";
import { recurrenceText } from "../../core/time/recurrence.ts";
import { sayInstant } from "../../core/time/say-time.ts";
import { printResult } from "../print.ts";
import { textTable } from "../text-table.ts";
import { readJsonLines } from "./json-lines.ts";

export interface EvalDatesOptions {
  readonly phrases: string;
  readonly json?: true;
}

const Phrase = z.object({
  text: z.string(),
  now: z.iso.datetime({ offset: true, local: true, error: "must be an ISO 8601 date and time" }),
  zone: z.string().refine(isTimeZone, "must be an IANA name, such as America/Bogota"),
});
type Phrase = z.output<typeof Phrase>;

interface DateResult {
  readonly kind: ReadTime["kind"];
  /** ISO 8601 in UTC; of a rule: its first time. */
  readonly at?: string;
  /** An RRULE; its hours are the zone's. */
  readonly rule?: string;
  readonly reason?: AskReason;
}

export function evaluateDates({ phrases: path, json }: EvalDatesOptions): void {
  const phrases = readJsonLines(path, Phrase, { what: "phrase", shape: '{"text", "now", "zone"}' });
  const results = phrases.map(({ text, now, zone }) => readTime(text, instantFrom(now, zone), zone));
  printResult(json, { results: results.map(resultOf) }, () => table(phrases, results));
}

/** Without an offset it is what the clocks of the zone show. */
function instantFrom(now: string, zone: string): Date {
  if (/(?:Z|[+-]\d\d:?\d\d)$/iu.test(now)) return new Date(now);
  const shown = new Date(`${now}Z`).getTime();
  const day = Math.floor(shown / DAY_MS);
  const start = instantOf(day, Math.floor((shown - day * DAY_MS) / 60_000), zone);
  return new Date(start.getTime() + (shown % 60_000));
}

const DAY_MS = 24 * 60 * 60_000;

function resultOf(read: ReadTime): DateResult {
  if (read.kind === "ask") return { kind: read.kind, reason: read.reason };
  const at = read.at.toISOString();
  return read.kind === "once" ? { kind: read.kind, at } : { kind: read.kind, at, rule: recurrenceText(read.rule) };
}

function table(phrases: readonly Phrase[], results: readonly ReadTime[]): string {
  const counts = (["once", "recurring", "ask"] as const).map(
    (kind) => `${kind}: ${results.filter((read) => read.kind === kind).length}`,
  );
  const rows = phrases.flatMap(({ text, now, zone }, at) => {
    const read = results[at];
    if (read === undefined) return [];
    const { kind } = read;
    if (kind === "ask") return [[kind, text, read.reason]];
    const first = sayInstant(read.at, instantFrom(now, zone), zone);
    return [[kind, text, kind === "once" ? first : `${recurrenceText(read.rule)}, from ${first}`]];
  });
  return [...textTable(rows, ""), "", `${phrases.length} phrases; ${counts.join(", ")}`].join("\n");
}
