import type { LocalePack } from "../locale/locale-pack.ts";
import { civilNow, instantOf } from "./civil-day.ts";
import { composeRecurrence } from "./compose-recurrence.ts";
import { foldText } from "./fold-text.ts";
import { toSpanish } from "./languages/to-spanish.ts";
import type { AskReason, ClockWords, Piece, ReadTime, Said } from "./piece.ts";
import { readPieces } from "./read-pieces.ts";
import { partMinutes, resolveClock } from "./resolve-clock.ts";
import { mergeDays, resolveDay } from "./resolve-day.ts";
import { unusedWords } from "./unused-words.ts";

type Language = LocalePack["language"];

/**
 * Reads the whole of a text or asks: a word of time that no phrase has used means that something else was meant than what would be
 * read. `now` and `zone` are those of the person who says it. Deterministic; docs/time-in-words.md states the rules.
 */
export function readTime(text: string, now: Date, zone: string, language: Language = "spanish"): ReadTime {
  const spanish = language === "spanish" ? text : toSpanish(text, language);
  return spanish === null ? askFor("unclear") : readSpanish(spanish, now, zone);
}

function readSpanish(text: string, now: Date, zone: string): ReadTime {
  const { pieces, rest } = readPieces(foldText(text));
  const unused = unusedWords(
    rest,
    pieces.some(({ kind }) => kind === "recurrence"),
  );
  const trouble = pieces.find((piece) => piece.kind === "ask")?.reason ?? unused.reason;
  if (trouble !== null) return askFor(trouble);
  const named = ofKind(pieces, "day");
  const days = mergeDays((named.length > 0 ? named : ofKind(pieces, "feast")).map(({ day }) => day));
  if (days === null) return askFor("several");
  const said: Said = {
    clocks: distinct(ofKind(pieces, "clock").map(({ clock }) => clock)),
    parts: [...new Set(ofKind(pieces, "part").map(({ part }) => part))],
    days,
    hasDay: Object.keys(days).length > 0,
    isSameTime: pieces.some(({ kind }) => kind === "same_time"),
    hasStart: pieces.some(({ kind }) => kind === "start"),
  };
  // "A las 8 y a las 8" is no hour said twice for clarity: the second one is another time of the day.
  if (/· y ·/u.test(rest) && said.clocks.length === 1 && ofKind(pieces, "clock").length > 1) return askFor("several");
  const instants = ofKind(pieces, "instant");
  const spans = ofKind(pieces, "span");
  const rules = ofKind(pieces, "recurrence").map(({ rule }) => rule);
  // "3 panes el martes por la tarde": without an hour in words the number may have been one.
  if (unused.hasQuantity && said.clocks.length + spans.length + instants.length === 0 && !said.isSameTime)
    return askFor("no_hour");
  const [alone] = [...instants.map(({ at }) => at), ...spans.map(({ ms }) => new Date(now.getTime() + ms))];
  if (alone !== undefined) {
    const isAlone = pieces.length === 1;
    if (!isAlone) return askFor(rules.length > 0 ? "how_often" : "several");
    return alone > now ? { kind: "once", at: alone } : askFor("past");
  }
  if (rules.length > 0) return composeRecurrence(rules, said, now, zone);
  return readOnce(said, now, zone);
}

const askFor = (reason: AskReason): ReadTime => ({ kind: "ask", reason });

function readOnce(said: Said, now: Date, zone: string): ReadTime {
  const { today, minute } = civilNow(now, zone);
  if (said.hasStart) return askFor("range");
  if (said.clocks.length > 1) return askFor("several");
  const day = said.hasDay ? resolveDay(said.days, today) : null;
  const [clock] = said.clocks;
  if (typeof day === "string") return askFor(day);
  if (clock === undefined && said.isSameTime)
    return day === null || said.parts.length > 0 ? askFor("no_day") : at(day, minute);
  if (clock === undefined) {
    const hour = partMinutes(said.parts);
    if (hour === null) return askFor(day === null && said.parts.length === 0 ? "no_time" : "no_hour");
    return day === null ? at(hour > minute ? today : today + 1, hour) : at(day, hour);
  }
  if (said.isSameTime) return askFor("several");
  const time = resolveClock(clock, said.parts);
  if (typeof time === "string") return askFor(time);
  const [likeliest = 0] = time.minutes;
  const later = time.minutes.find((one) => one > minute);
  if (day === null) return at(later === undefined ? today + 1 : today, later ?? likeliest);
  // Tonight's midnight is tomorrow's first minute; which one another day's is, people do not agree on.
  if (time.isMidnight) return day === today ? at(today + 1, likeliest) : askFor("which_day");
  return at(day, said.days.days === 0 ? (later ?? likeliest) : likeliest);

  function at(wantedDay: number, wantedMinute: number): ReadTime {
    const found = instantOf(wantedDay, wantedMinute, zone);
    return found > now ? { kind: "once", at: found } : askFor("past");
  }
}

function ofKind<Kind extends Piece["kind"]>(pieces: readonly Piece[], kind: Kind): Extract<Piece, { kind: Kind }>[] {
  return pieces.filter((piece): piece is Extract<Piece, { kind: Kind }> => piece.kind === kind);
}

/** The same hour said twice is one hour. */
function distinct(clocks: readonly ClockWords[]): ClockWords[] {
  return clocks.filter((clock, at) => clocks.findIndex((other) => sameClock(other, clock)) === at);
}

function sameClock(one: ClockWords, other: ClockWords): boolean {
  return one.hour === other.hour && one.minute === other.minute && one.part === other.part && one.less === other.less;
}
