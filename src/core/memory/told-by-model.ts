/**
 * What a model read in the customer's lines of a closed session. A prompt only asks: this code keeps a
 * fact only when the customer's own words say it of themselves.
 */
import * as z from "zod";
import { foldLetters, plainText } from "../plain-text.ts";
import type { NewFact, OwnLine } from "./fact.ts";
import { mayBeKept } from "./may-be-kept.ts";
import { quoteOf } from "./quote-of.ts";
import { sensitivityOf } from "./read-facts.ts";

export const TOLD_FACTS = z.object({
  facts: z.array(z.object({ line: z.number(), key: z.string(), value: z.string(), quote: z.string() })),
});
export type ToldFacts = z.output<typeof TOLD_FACTS>;

const MOST_TOLD = 10;
const KEY = /^[a-z][a-z0-9_]{1,39}$/u;
/** A model reads; it did not hear. */
const CONFIDENCE_OF_MODEL = 70;

/** The customer speaks of themselves. */
const OF_SELF =
  /\b(?:yo|me|mi|mis|conmigo|mio|mia|soy|estoy|tengo|vivo|trabajo|estudio|prefiero|odio|detesto|amo|uso|calzo|juego|practico|cumplo|naci|manejo|eu|meu|minha|sou|tenho|moro|trabalho|gosto|prefiro|i|my|am|have|live|work|like|love|prefer)\b/u;
/** Another person comes into it, whose life the customer cannot lend us. */
const OF_OTHERS =
  /\b(?:espos[oa]|marido|mujer|hij[oa]s?|mama|papa|madre|padre|herman[oa]s?|novi[oa]|abuel[oa]s?|ti[oa]s?|prim[oa]s?|suegr[oa]|amig[oa]s?|vecin[oa]s?|jef[ea]|el dice|ella dice|dice que|dijo que|segun|mae|pai|filh[oa]s?|irma|irmao|wife|husband|son|daughter|mother|father|brother|sister|friend|says|said)\b/u;
/** Words to the machine, and what is only supposed. */
const NO_STATEMENT =
  /^(?:y |pero )?(?:si|cuando|ojala|supongamos|imagina|if|se) |\b(?:instruccion(?:es)?|instructions?|prompt|system|sistema|json|quote|de ahora en adelante|a partir de ahora|from now on|ignora|ignore|olvida|forget|responde|respond|contesta|actua como|act as|eres un|you are|debes|recuerda que|remember that|anota que)\b/u;

/** Facts of these lines; empty when nothing of the answer stands in them. */
export function toldFacts(answer: ToldFacts, lines: readonly OwnLine[]): NewFact[] {
  return answer.facts.slice(0, MOST_TOLD).flatMap((told): NewFact[] => {
    const line = lines[told.line - 1];
    const fact = line === undefined ? null : factOf(told, line);
    return fact !== null && mayBeKept(fact) ? [fact] : [];
  });
}

function factOf({ key, value, quote }: ToldFacts["facts"][number], { eventId, text, saidAt }: OwnLine): NewFact | null {
  const own = quote.trim();
  const at = own === "" ? -1 : text.indexOf(own);
  if (at === -1 || !KEY.test(key) || plainText(value) === "" || !own.includes(value.trim())) return null;
  const sentence = sentenceAround(text, at, at + own.length);
  const clause = foldLetters(quoteOf(text, own)?.clause ?? sentence);
  if (/[?¿]/u.test(sentence) || !OF_SELF.test(clause) || OF_OTHERS.test(foldLetters(sentence))) return null;
  if (NO_STATEMENT.test(foldLetters(sentence))) return null;
  return {
    ...{ eventId, subject: "self", key, value: value.trim(), quote: own, saidAt, kind: "stated" },
    confidence: CONFIDENCE_OF_MODEL,
    // The whole sentence: words beside the quote may say what it is about.
    sensitivity: sensitivityOf(key, value, sentence),
  };
}

/** From the end of the sentence before to the end of this one, with its sign. */
function sentenceAround(text: string, from: number, to: number): string {
  const before = text.slice(0, from);
  const start = Math.max(...[".", "!", "?", "\n"].map((sign) => before.lastIndexOf(sign))) + 1;
  const end = text.slice(to).search(/[.!?\n]/u);
  return text.slice(start, end === -1 ? text.length : to + end + 1).trim();
}
