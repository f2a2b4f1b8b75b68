/**
 * The fault in words without a template, before a customer reads them (requirement B7, invariants 6
 * and 12): the facts must support every binding part. It errs on the side of silence: a template or
 * a person answers instead.
 */
import type { LocalePack } from "../../core/locale/locale-pack.ts";
import { LONGEST_TEXT } from "../../core/outbound/split-text.ts";
import { BINDING_WORDS, type BindingWords } from "./binding-words.ts";
import { claimsDeed } from "./claims-deed.ts";
import { contentIn, linksIn, loadedIn, namesIn, numbersIn, numberWordsIn } from "./facts-in-text.ts";
import { languageFault } from "./language-fault.ts";
import { wordsOf } from "./said-words.ts";

export interface SpokenFacts {
  /** The shop's knowledge, and what tools have answered in this turn. */
  readonly knowledge: string;
  /** The session's data of this customer. */
  readonly data: readonly string[];
  /** What the customer has just written. Only small numbers may be repeated from it. */
  readonly said: string;
  readonly packs: readonly { readonly quantity: number; readonly price: number }[];
  /** The instructions: no customer reads them. */
  readonly instructions: string;
  /** A note for a person goes with this turn. */
  readonly hasNote: boolean;
  /** The one that customers of this shop read. */
  readonly language: LocalePack["language"];
}

/** In Spanish, for the model that is asked again. null: it may be said. */
export function spokenFault(text: string, facts: SpokenFacts): string | null {
  const checks: readonly ((text: string, facts: SpokenFacts) => string | null)[] = [
    shapeFault,
    linkFault,
    priceFault,
    numberFault,
    nameFault,
    claimFault,
    promiseFault,
    (words, { language }) => languageFault(words, language),
    leakFault,
  ];
  for (const check of checks) {
    const fault = check(text, facts);
    if (fault !== null) return fault;
  }
  return null;
}

/** "No sé" is no answer. */
const SHORTEST = 20;

function shapeFault(text: string): string | null {
  if ([...text.trim()].length < SHORTEST) return "es demasiado corto para responder algo";
  if ([...text].length > LONGEST_TEXT) return "es demasiado largo";
  return /\{\{|\}\}|⟦|⟧|```|^\s*[[{]|<\/?[a-z]+>/.test(text) ? "trae signos que no son de un mensaje" : null;
}

function linkFault(text: string, { knowledge }: SpokenFacts): string | null {
  const known = new Set(linksIn(knowledge));
  const unknown = linksIn(text).find((link) => !known.has(link));
  return unknown === undefined ? null : `el enlace ${unknown} no está en los hechos`;
}

/** An amount must be one of the shop's own, for the right number of units. */
function priceFault(text: string, { knowledge, packs, language }: SpokenFacts): string | null {
  const binding = BINDING_WORDS[language];
  const known = new Set(amountsIn(knowledge, binding));
  const amounts = amountsIn(text, binding);
  const unknown = amounts.find((amount) => !known.has(amount));
  if (unknown !== undefined) return `el valor ${unknown} no está en los hechos`;
  for (const clause of text.split(binding.and)) {
    const quantity = quantityIn(clause.replace(binding.price, " "), binding);
    for (const amount of amountsIn(clause, binding)) {
      const pack = packs.find(({ price }) => String(price) === amount);
      if (pack !== undefined && quantity !== null && quantity !== pack.quantity)
        return `${amount} no es el valor de ${quantity}`;
    }
  }
  return null;
}

function amountsIn(text: string, { price, thousand }: BindingWords): string[] {
  return [...text.matchAll(price)].flatMap(([whole, signed, named]) => {
    const [number = ""] = numbersIn(signed ?? named ?? "");
    return [thousand.test(whole) && number.length <= 3 ? `${number}000` : number];
  });
}

function quantityIn(clause: string, { quantities }: BindingWords): number | null {
  const counts = wordsOf(clause).flatMap((word) => quantities[word] ?? (/^[1-9]$/.test(word) ? [Number(word)] : []));
  return counts.length === 1 ? (counts[0] ?? null) : null;
}

function numberFault(text: string, { knowledge, data, said, packs, language }: SpokenFacts): string | null {
  const binding = BINDING_WORDS[language];
  const own = [knowledge, ...data, ...packs.map(({ price }) => String(price))].join("\n");
  const known = new Set(numbersIn(own));
  const taken = new Set(numbersIn(said).filter((number) => number.length <= 2));
  const unknown = numbersIn(text).find((number) => !known.has(number) && (!taken.has(number) || /%/.test(text)));
  if (unknown !== undefined) return `el número ${unknown} no está en los hechos`;
  const words = new Set([
    ...numberWordsIn(own, binding),
    ...packs.flatMap(({ quantity }) => wordsFor(quantity, binding)),
  ]);
  const spelt = numberWordsIn(text, binding).find((word) => !words.has(word));
  return spelt === undefined ? null : `«${spelt}» no está en los hechos`;
}

function wordsFor(quantity: number, { quantities }: BindingWords): string[] {
  return Object.entries(quantities).flatMap(([word, count]) => (count === quantity ? [word] : []));
}

function nameFault(text: string, { knowledge, data }: SpokenFacts): string | null {
  const known = new Set(wordsOf([knowledge, ...data].join("\n")));
  const unknown = namesIn(text).find((name) => !known.has(name));
  return unknown === undefined ? null : `«${unknown}» no está en los hechos`;
}

/** Words must not claim a deed that no effect of this turn proves (invariant 6). */
function claimFault(text: string, { hasNote, language }: SpokenFacts): string | null {
  return claimsDeed(text, language, hasNote) ? "dice que algo quedó hecho, y eso no consta" : null;
}

const SHARE_BACKED = 0.6;

/**
 * A condition, a benefit, a term: one of the facts has it. For words that give money away, one
 * sentence says nearly the same.
 */
function promiseFault(text: string, { knowledge, language }: SpokenFacts): string | null {
  const binding = BINDING_WORDS[language];
  const known = new Set(loadedIn(knowledge, binding));
  const unknown = loadedIn(text, binding).find((stem) => !known.has(stem));
  if (unknown !== undefined) return `nada de «${unknown}…» está en los hechos`;
  const facts = sentencesOf(knowledge).map((sentence) => new Set(contentIn(sentence)));
  for (const sentence of sentencesOf(text)) {
    if (!wordsOf(sentence).some((word) => binding.gives.test(word))) continue;
    const content = new Set(contentIn(sentence));
    const isBacked = facts.some(
      (fact) => [...content].filter((stem) => fact.has(stem)).length >= content.size * SHARE_BACKED,
    );
    if (!isBacked) return `«${sentence.trim().slice(0, 80)}» no está en los hechos`;
  }
  return null;
}

function sentencesOf(text: string): string[] {
  return text.split(/[\n.!?;](?!\d)/).filter((sentence) => sentence.trim() !== "");
}

const LEAKED_WORDS = 8;

function leakFault(text: string, { instructions }: SpokenFacts): string | null {
  const hidden = ` ${wordsOf(instructions).join(" ")} `;
  const words = wordsOf(text);
  for (let at = 0; at + LEAKED_WORDS <= words.length; at += 1) {
    if (hidden.includes(` ${words.slice(at, at + LEAKED_WORDS).join(" ")} `)) return "repite sus instrucciones";
  }
  return null;
}
