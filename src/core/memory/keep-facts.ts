import { plainText } from "../plain-text.ts";
import {
  type AskedPermission,
  type Fact,
  isList,
  type MemoryProfile,
  MOST_FACTS,
  type NewFact,
  PROFILE_KEYS,
  type ProfileKey,
} from "./fact.ts";

/** Everything that is kept about one customer, newest last. `functions/memory.sql` does the same with rows. */
export interface FactBook {
  readonly facts: readonly KeptFact[];
  /** What was said up to then is forgotten whole. */
  readonly forgottenUntil: Date | null;
  /** What the customer was asked for permission to remember, oldest first. */
  readonly asked: readonly AskedPermission[];
}

export interface KeptFact extends Fact {
  readonly eventId: NewFact["eventId"];
  /** `forgotten`: value and words are gone, and what was said before is not learnt again. */
  readonly ended: { readonly how: "superseded" | "forgotten"; readonly at: Date } | null;
}

export const EMPTY_BOOK: FactBook = { facts: [], forgottenUntil: null, asked: [] };

/** Keeps each fact once a message, and never one that was said before it was forgotten. */
export function keepFacts(
  book: FactBook,
  learnt: readonly NewFact[],
  { now, idOf }: { readonly now: Date; readonly idOf: (place: number) => string },
): FactBook {
  let { facts } = book;
  for (const fact of learnt) {
    if (isForgotten({ ...book, facts }, fact)) continue;
    const same = facts.filter(({ subject, key }) => subject === fact.subject && key === fact.key);
    const isKnown = ({ ended, value, eventId }: KeptFact) =>
      isSameValue(value, fact.value) && (ended === null || eventId === fact.eventId);
    if (same.some(isKnown)) continue;
    const isReplaced = ({ subject, key, ended }: KeptFact) =>
      ended === null && !isList(key) && subject === fact.subject && key === fact.key;
    const ended = { how: "superseded", at: now } as const;
    facts = [
      ...facts.map((one) => (isReplaced(one) ? { ...one, ended } : one)),
      { ...fact, id: idOf(facts.length + 1), ended: null },
    ];
  }
  return { ...book, facts };
}

function isForgotten({ facts, forgottenUntil }: FactBook, { subject, key, saidAt }: NewFact): boolean {
  if (forgottenUntil !== null && saidAt <= forgottenUntil) return true;
  return facts.some(
    (one) => one.subject === subject && one.key === key && one.ended?.how === "forgotten" && saidAt <= one.ended.at,
  );
}

/** Ends these facts, or all of them, and takes their words away. */
export function forgetFacts(book: FactBook, which: "all" | readonly string[], now: Date): FactBook {
  const named = which === "all" ? [] : book.facts.filter(({ id }) => which.includes(id));
  // Former values of a key go with the one that is known.
  const isFormer = ({ subject, key, ended }: KeptFact) =>
    ended?.how === "superseded" && named.some((one) => one.subject === subject && one.key === key);
  const isMeant = (fact: KeptFact) =>
    which === "all" ? fact.ended?.how !== "forgotten" : named.includes(fact) || isFormer(fact);
  return {
    ...book,
    facts: book.facts.map((fact) =>
      isMeant(fact) ? { ...fact, value: "", quote: "", ended: { how: "forgotten", at: now } } : fact,
    ),
    forgottenUntil: which === "all" ? now : book.forgottenUntil,
  };
}

/** What is known now, newest first. */
export function knownFacts({ facts }: FactBook): readonly Fact[] {
  return facts
    .flatMap(({ eventId: _, ended, ...fact }) => (ended === null ? [fact] : []))
    .reverse()
    .slice(0, MOST_FACTS);
}

/** The view `memory_profile`: null when no fact belongs to it. Several goals or constraints stand in one text. */
export function profileOf(facts: readonly Fact[]): MemoryProfile | null {
  const own = facts.filter(({ subject, key }) => subject === "self" && PROFILE_KEYS.some((one) => one === key));
  const [newest] = own;
  if (newest === undefined) return null;
  const valueFor = (of: ProfileKey) => {
    const values = own.filter(({ key }) => key === of).map(({ value }) => value);
    return values.length === 0 ? null : values.toReversed().join("; ");
  };
  return {
    displayName: valueFor("display_name"),
    tonePreference: valueFor("tone_preference"),
    languagePreference: valueFor("language_preference"),
    timezone: valueFor("timezone"),
    goals: valueFor("goals"),
    constraints: valueFor("constraints"),
    updatedAt: new Date(Math.max(...own.map(({ saidAt }) => saidAt.getTime()))),
  };
}

export function isSameValue(one: string, other: string): boolean {
  return plainText(one) === plainText(other);
}
