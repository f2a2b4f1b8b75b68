import type { Locale } from "../../core/locale/locale.ts";
import { readAcknowledgement, readBareNumber } from "../clauses/acknowledgement.ts";
import type { Extraction } from "../extract/extract-fields.ts";
import type { Extracted, ExtractionContext, FieldKind } from "../extract/field-kinds.ts";
import { findEmail } from "../extract/read-email.ts";
import { findPhone } from "../extract/read-phone.ts";

/**
 * Data in a country whose names and addresses no rule knows. A phone and an email are found
 * anywhere; every other field is asked for alone, and the whole line that answers is its value.
 */
export function readOneByOne(
  message: string,
  { isAsked, missing }: Pick<ExtractionContext, "isAsked" | "missing">,
  { locale, isWish }: { readonly locale: Locale; readonly isWish: (text: string) => boolean },
): Extraction {
  const text = message.slice(0, MAX_READ);
  const fields: Extracted = {};
  const raw: Extracted = {};
  const take = (kind: FieldKind, value: string, from: string): void => {
    fields[kind] = value;
    raw[kind] = from;
  };
  const { phone, all } = findPhone(text, locale);
  const { email } = findEmail(text);
  if (phone !== null) take("phone", phone.value, phone.raw);
  if (email !== null) take("email", email.value, email.raw);
  const found = [...all, ...(email === null ? [] : [email.raw])];
  const unread: string[] = [];
  for (const line of found.reduce((rest, words) => rest.replace(words, " "), text).split("\n")) {
    const said = line.replace(LABEL, "").trim();
    const isLabelled = said.length < line.trim().length && NAME_LABEL.test(line);
    const open = missing.filter((kind) => fields[kind] === undefined && !FOUND_ANYWHERE.has(kind));
    const kind = isLabelled ? "given_name" : isAsked && isAnswer(line, locale, isWish) ? open[0] : undefined;
    const value = kind === undefined ? null : fieldValue(kind, said);
    if (kind === undefined || value === null) unread.push(line);
    else take(kind, value, line.trim());
  }
  return { fields, raw, cleared: [], hints: {}, doubts: [], rest: unread.join("\n").trim() };
}

const MAX_READ = 2_000;
const FOUND_ANYWHERE: ReadonlySet<FieldKind> = new Set(["phone", "email"]);

const NAME_LABEL =
  /^\s*(?:meu nome (?:é|e)|me chamo|nome\s*:|my name is|my name's|name\s*:|mi nombre es|me llamo|nombre\s*:)\s/iu;
/** Words before a value that are no part of it. */
const LABEL =
  /^\s*(?:(?:o )?meu nome (?:é|e)|me chamo|sou (?:o |a )|aqui (?:é|e) (?:o |a )|nome\s*:|(?:meu |o )?endere[çc]o(?: é| e)?\s*:?|it's|my name is|my name's|name\s*:|(?:my )?address(?: is)?\s*:?|mi nombre es|me llamo|soy|nombre\s*:|(?:mi )?direcci[oó]n(?: es)?\s*:?)\s+/iu;

/** A question, a yes and a wish answer no question for data. */
function isAnswer(line: string, locale: Locale, isWish: (text: string) => boolean): boolean {
  return (
    /\p{L}/u.test(line) &&
    !line.includes("?") &&
    readAcknowledgement(line, locale) === null &&
    readBareNumber(line, locale) === null &&
    !isWish(line)
  );
}

/** null for text that cannot be such a value. */
export function fieldValue(kind: FieldKind, text: string): string | null {
  const value = withoutEnd(text.replace(/\s+/g, " ").trim());
  if (value.length < 2 || value.length > 160) return null;
  if (kind === "given_name" || kind === "surname") {
    return /^[\p{L}'’. -]+$/u.test(value) && value.split(" ").length <= 6 ? value : null;
  }
  if (kind === "id_number") return /^[\d./-]{5,20}$/.test(value) ? value : null;
  return /\p{L}/u.test(value) ? value : null;
}

/** The text without the marks and blanks at its end. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && " .,;".includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
