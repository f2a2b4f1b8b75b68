import type { Decision } from "../agent/agent.ts";
import type { Session } from "../agent/session.ts";
import type { Locale } from "../locale/locale.ts";
import { type Fact, type FactKind, isOfAgent } from "../memory/fact.ts";
import { labelsOf, wordsOf } from "../memory/fact-words.ts";
import type { MemoryWish } from "../memory/memory-wish.ts";
import { plainText } from "../plain-text.ts";
import { plainDecision } from "./part-decision.ts";

interface Known {
  readonly facts: readonly Fact[];
  readonly session: Session;
  /** What an earlier sale knew. */
  readonly knownData: Readonly<Record<string, string>>;
  /** The agent's own (`Agent.marks`): what stands so is listed, and stays. */
  readonly marks?: Readonly<Record<string, string>>;
  readonly locale: Locale;
  readonly timeZone: string;
}

/** A fact, or a datum of the sale that no fact holds. */
interface Item {
  readonly factId: string | null;
  readonly subject: string;
  readonly key: string;
  readonly value: string;
  readonly kind: FactKind | null;
  readonly saidAt: Date | null;
}

/** A message of WhatsApp has 4,096 characters. */
const MOST_SHOWN = 25;

/**
 * Lists what is remembered, or forgets it: real items only, each with how it is known and the day on which it was said. A mark that
 * protects the customer stays, and they are told so.
 * null when the customer wants something forgotten that is not there: the agent answers that.
 */
export function answerMemoryWish(wish: MemoryWish, known: Known): Decision | null {
  const items = itemsOf(known);
  if (wish.kind === "list") return listed(items, known);
  const named = wish.kind === "forget_all" ? items : items.filter((item) => isMeant(item, wish.what, known.locale));
  if (wish.kind === "forget" && named.length === 0) return null;
  const meant = named.filter(({ key, value }) => known.marks?.[key] !== value);
  if (wish.kind === "forget" && meant.length === 0)
    return says("the customer wants a mark forgotten that protects them", wordsOf(known.locale).markStays);
  return forgotten(wish, meant, known);
}

function itemsOf({ facts, session, knownData }: Known): Item[] {
  const told = facts.map(({ id: factId, subject, key, value, kind, saidAt }) => ({
    factId,
    subject,
    key,
    value,
    kind,
    saidAt,
  }));
  const isTold = (field: string) => told.some(({ subject, key }) => subject === "self" && key === field);
  const data = Object.entries({ ...knownData, ...session.datosCapturados }).filter(
    ([field, value]) => value !== "" && value !== "N/A" && !isOfAgent(field) && !isTold(field),
  );
  return [
    ...told,
    ...data.map(([key, value]) => ({ factId: null, subject: "self", key, value, kind: null, saidAt: null })),
  ];
}

function listed(all: readonly Item[], { locale, timeZone }: Known): Decision {
  const words = wordsOf(locale);
  const items = all.filter((item) => !all.some((other) => saysMore(other, item, locale)));
  const [first] = items;
  if (first === undefined) return says("the customer asks what is remembered: nothing is", words.nothing);
  const lines = items.slice(0, MOST_SHOWN).map((item) => `• ${lineOf(item, locale, timeZone)}`);
  const more = items.length > MOST_SHOWN ? [words.more.replace("{count}", String(items.length - MOST_SHOWN))] : [];
  const example = words.howToForget.replace("{label}", labelsOf(first.key, locale)[0]);
  return says("the customer asks what is remembered", [words.list, ...lines, ...more, "", example].join("\n"));
}

function forgotten(wish: MemoryWish, meant: readonly Item[], known: Known): Decision {
  const { locale, timeZone, session } = known;
  const words = wordsOf(locale);
  const isAll = wish.kind === "forget_all";
  const marks = Object.entries({ ...known.knownData, ...session.datosCapturados }).filter(
    ([field, value]) => known.marks?.[field] === value,
  );
  const text = isAll
    ? [words.forgotAll, ...(marks.length === 0 ? [] : [words.markStays])].join(" ")
    : [words.forgot, ...meant.slice(0, MOST_SHOWN).map((item) => `• ${lineOf(item, locale, timeZone)}`)].join("\n");
  const fields = isAll
    ? Object.keys(session.datosCapturados)
    : meant.flatMap(({ subject, key }) => (subject === "self" ? [key] : []));
  const cleared = fields.filter((field) => field in session.datosCapturados && !marks.some(([mark]) => mark === field));
  const status = session.ingestStatus;
  return {
    ...says(isAll ? "the customer has all forgotten" : "the customer has something forgotten", text),
    stateUpdates: {
      ...(cleared.length === 0 ? {} : { clearedDatos: cleared }),
      // Earlier sessions lose all of their data, so this one holds the mark.
      ...(marks.length === 0 ? {} : { newDatosCapturados: Object.fromEntries(marks) }),
      ...(status === null || cleared.length === 0
        ? {}
        : {
            newIngestStatus: {
              ...status,
              fieldsAccumulated: status.fieldsAccumulated.filter((field) => !cleared.includes(field)),
              timeline: status.timeline.filter(
                ({ fieldsExtracted }) => !fieldsExtracted.some((one) => cleared.includes(one)),
              ),
            },
          }),
    },
    forgets: isAll ? { facts: "all", fields: "all" } : { facts: meant.flatMap(({ factId }) => factId ?? []), fields },
  };
}

function says(why: string, text: string): Decision {
  return plainDecision(why, { messages: [{ text, templateId: null, claimsNothing: true }] });
}

/** With the day on which it was said and in which way: what a customer mentioned in passing is less sure than what they confirmed. */
function lineOf({ subject, key, value, kind, saidAt }: Item, locale: Locale, timeZone: string): string {
  const [label] = labelsOf(key, locale);
  const name = subject === "self" ? label : wordsOf(locale).of.replace("{label}", label).replace("{subject}", subject);
  if (saidAt === null || kind === null) return `${name}: ${value}`;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone }).format(saidAt);
  return `${name}: ${value} (${day}, ${wordsOf(locale).told[kind]})`;
}

/** "nombre: Ana Ruiz" says what "nombre: Ana" says. */
function saysMore(one: Item, other: Item, locale: Locale): boolean {
  if (one === other || one.subject !== other.subject) return false;
  const isSameLabel = labelsOf(one.key, locale)[0] === labelsOf(other.key, locale)[0];
  return isSameLabel && one.key !== other.key && ` ${plainText(one.value)} `.includes(` ${plainText(other.value)} `);
}

/** True when the words name its label, or all of its value. */
function isMeant({ subject, key, value }: Item, what: string, locale: Locale): boolean {
  const words = plainText(what);
  const isOf = (text: string) => ` ${words} `.includes(` ${text} `);
  if (subject !== "self") return isOf(plainText(subject)) || isOf(plainText(value));
  const isNamed = labelsOf(key, locale).some(
    (label) => words === plainText(label) || words === `${plainText(label)} s`,
  );
  return isNamed || isOf(plainText(value));
}
