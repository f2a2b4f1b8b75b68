import type { LocalePack } from "../locale/locale-pack.ts";
import { type CivilDay, civilNow } from "./civil-day.ts";
import { foldText } from "./fold-text.ts";
import { toSpanish } from "./languages/to-spanish.ts";
import type { Piece } from "./piece.ts";
import { readPieces } from "./read-pieces.ts";
import { resolveClock } from "./resolve-clock.ts";
import { mergeDays, resolveDay } from "./resolve-day.ts";
import { unusedWords } from "./unused-words.ts";

type Language = LocalePack["language"];

/** The one day that a text names; null when it names none, or more than one may be meant. */
export function readDay(text: string, now: Date, zone: string, language: Language = "spanish"): CivilDay | null {
  const pieces = surePieces(text, language);
  const named = pieces.flatMap((piece) => (piece.kind === "day" ? [piece.day] : []));
  const days = named.length === 0 ? null : mergeDays(named);
  const day = days === null ? null : resolveDay(days, civilNow(now, zone).today);
  return typeof day === "number" ? day : null;
}

/** The one hour that a text names, in minutes since midnight; null as above. */
export function readClock(text: string, language: Language = "spanish"): number | null {
  const pieces = surePieces(text, language);
  const clocks = pieces.flatMap((piece) => (piece.kind === "clock" ? [piece.clock] : []));
  const parts = [...new Set(pieces.flatMap((piece) => (piece.kind === "part" ? [piece.part] : [])))];
  const [clock] = clocks;
  if (clock === undefined || clocks.length > 1) return null;
  const time = resolveClock(clock, parts);
  return typeof time === "string" ? null : (time.minutes[0] ?? null);
}

/** Nothing, when a word of the text says that it may mean something else ("el martes no puedo"). */
function surePieces(said: string, language: Language): readonly Piece[] {
  const text = language === "spanish" ? said : toSpanish(said, language);
  if (text === null) return [];
  const { pieces, rest } = readPieces(foldText(text));
  const isRecurring = pieces.some(({ kind }) => kind === "recurrence");
  const isDoubtful = pieces.some(({ kind }) => kind === "ask") || unusedWords(rest, isRecurring).reason !== null;
  return isDoubtful || isRecurring || /\bno (?:puedo|pued|voy|alcanzo)|\b(?:menos|tampoco)\b/.test(foldText(text))
    ? []
    : pieces;
}
