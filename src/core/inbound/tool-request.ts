import { foldLetters } from "../plain-text.ts";
/**
 * Explicit requests of a customer. Each request opens the tools that name it (`requestedBy` of a
 * tool) and no other: a customer who wants a reminder has not asked for a template.
 */
export const TOOL_REQUESTS = ["remind", "notify", "schedule", "search", "note", "expense"] as const;
export type ToolRequest = (typeof TOOL_REQUESTS)[number];

/** Spanish ways of asking for something to be done, not answered: tú and usted, with and without pronouns, unaccented. */
const PATTERNS: Readonly<Record<ToolRequest, RegExp>> = {
  remind:
    /\b(recuerd[ae]|record[ae]|acuerd[ae]|acord[ae])(me|nos|le)(l[oa]s?)?\b|\brecordar(me|nos)(l[oa]s?)?\b|\bme (puedes?|podrias?|podes) recordar\b|\b(haz|hace|haga)me acordar\b|\b(pon|ponga|crea|cree|haz|haga)(me|le)? (un|una|otro|otra) (recordatorio|alarma)\b/u,
  notify: /\bavis[ae]me\b/u,
  schedule: /\b(agend[ae](me)?|program[ae](me))\b/u,
  search: /\b(investig(a|ue)|(busca|busque)(me)?\s+en\s+(internet|la\s+web))\b/u,
  note: /\b(anot[ae]|apunt[ae])(me)?\s+(que|un|el|la)\b/u,
  expense:
    /\b(registr[ae]|anot[ae]|apunt[ae])(me)? (un |el |este )?gasto\b|\bgaste (unos |como |mas o menos )?\$? ?\d/u,
};

export function toolRequestsIn(words: string): readonly ToolRequest[] {
  const plain = foldLetters(words);
  return TOOL_REQUESTS.filter((request) => PATTERNS[request].test(plain));
}
