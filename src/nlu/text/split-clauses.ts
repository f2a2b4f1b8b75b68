import { remembering, SOME_TEXTS } from "../../core/remembering.ts";

/** A part of a folded text, and where it begins in it. */
export interface Clause {
  readonly text: string;
  readonly start: number;
}

/**
 * A clause ends at a pause, after a question mark, and before "y" with a question: "me llevo dos y
 * cuánto demora ?".
 */
const CLAUSE_END =
  /(?<=\?) | , | (?=(?:y|e|pero) (?:a |en |de |con )?(?:cuant[oa]s?|como|cuando|donde|que|cual(?:es)?) )/;

/** Places in a folded text. */
export const splitClauses = remembering((folded): readonly Clause[] => {
  let start = 0;
  return folded.split(CLAUSE_END).map((text) => {
    const clause = { text, start };
    start += text.length + 1;
    return clause;
  });
}, SOME_TEXTS);

const FEWEST_WORDS = 2;
const AND = /^(?:y|e|o|u|pero|tambien|ademas|aparte)$/;

/** The clauses of a folded text, and their parts on both sides of an "y" that joins more than two words: "qué trae y tiene azúcar". */
export function splitWishes(folded: string): readonly Clause[] {
  return splitClauses(folded).flatMap(({ text, start }) => {
    const parts: { words: string[]; start: number }[] = [{ words: [], start }];
    let at = start;
    for (const word of text.split(" ")) {
      if (AND.test(word) && (parts.at(-1)?.words.length ?? 0) >= FEWEST_WORDS) parts.push({ words: [], start: at });
      else parts.at(-1)?.words.push(word);
      at += word.length + 1;
    }
    const isWhole = parts.some(({ words }) => words.length < FEWEST_WORDS);
    return isWhole
      ? [{ text, start }]
      : parts.map(({ words, start: from }) => ({ text: words.join(" "), start: from }));
  });
}

/** Asked of who answers, beside a greeting or in its place. */
const WHO_WRITES =
  "(?:y )?(?:con quien tengo el (?:gusto|placer|honor)(?: de (?:hablar|conversar|tratar))?|(?:tu |y tu )?como (?:te llamas|se llama(?: usted| uste| ud| sumerce)?(?= \\?|$))|(?:digame|cual es) su gracia)";
const HOW_ARE_YOU =
  "como (?:me )?(?:esta[ns]?|(?:le |te |les )?va|amanece|amanecio|sigue|ha estado)(?: todo| usted| ustedes| su merced)?";
const GREETING = new RegExp(
  `^(?:(?:y |a )?(?:(?:muy )?buen[oa]s?(?: (?:dias?|tardes?|noches?|las tengan|tenga (?:usted|uste|sumerce)))?|hola|alo|hey|ey|epa|oiga|oye|oe|ole|saludos|cordial saludo|feliz (?:dia|tarde|noche)|que (?:mas|hubo)(?: pues)?|quiubo(?:le)?|disculpe(?: la molestia)?|que pena(?: con usted| preguntar)?|${WHO_WRITES}|una pregunt(?:a|ica|ita)|${HOW_ARE_YOU}|veci(?:na|no)?|amig[oa]|parce|mano|pana|mijo|mija|mi (?:amor|hermano|vale)|linda|sumerce|senor(?:a|ita)?|doctora?)(?= |$)(?: [,?])* ?)+`,
);

/** A folded text without the customer's greeting and address of us; empty when that is all. */
export const withoutGreeting = remembering((folded) => folded.replace(GREETING, ""), SOME_TEXTS);
