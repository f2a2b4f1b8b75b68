import { isList, type NewFact } from "../../core/memory/fact.ts";
import { plainText } from "../../core/plain-text.ts";

/** Facts as the queue holds them: with what `keep_facts` compares. */
export function queuedFacts(facts: readonly NewFact[]) {
  return facts.map((fact) => ({ ...fact, norm: plainText(fact.value), isList: isList(fact.key) }));
}
