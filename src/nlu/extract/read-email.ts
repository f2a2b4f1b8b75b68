import { mayMatch, replaceIn } from "../text/pattern-gate.ts";
import { isCorrection, isSomebodyElses } from "./whose.ts";

const EMAIL = /[\p{L}\d._%+-]{1,64}\s?@\s?[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){0,3}\.[\p{L}]{2,24}(?![\p{L}\d@])/giu;
const WELL_KNOWN_HOST = /@\s?(gmail|hotmail|outlook|yahoo|icloud|live)(?:\s?[,.]\s?|\s)(com|es|co)(?![\p{L}\d])/giu;

export interface FoundEmail {
  readonly value: string;
  readonly raw: string;
}

/** `ana@gmail,com` is read as it was meant; a misspelt host stays as it was written. */
export function mendHost(text: string): string {
  return replaceIn(WELL_KNOWN_HOST, text, "@$1.$2");
}

/** The customer's e-mail address: the first of two, unless the second takes it back. */
export function findEmail(text: string): {
  readonly email: FoundEmail | null;
  readonly all: readonly string[];
  readonly candidates: readonly string[];
} {
  const found = [...(mayMatch(EMAIL, text) ? text.matchAll(EMAIL) : [])].map(({ 0: raw, index }) => ({
    raw,
    index,
    end: index + raw.length,
  }));
  const theirs = found.filter(({ index, end }) => !isSomebodyElses(text, index, end));
  const [first] = theirs;
  const last = theirs.at(-1);
  if (first === undefined || last === undefined)
    return { email: null, all: found.map(({ raw }) => raw), candidates: [] };
  const isCorrected = first !== last && isCorrection(text.slice(first.end, last.index));
  const { raw } = isCorrected ? last : first;
  const addressOf = (written: string): string =>
    written
      .replace(/\s/g, "")
      .replace(/^[._-]+/, "")
      .toLowerCase();
  return {
    email: { value: addressOf(raw), raw },
    all: found.map((one) => one.raw),
    candidates: isCorrected ? [] : [...new Set(theirs.map((one) => addressOf(one.raw)))],
  };
}
