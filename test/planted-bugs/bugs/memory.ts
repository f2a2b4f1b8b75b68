import type { PlantedBug } from "../planted-bug.ts";

export const MEMORY_BUGS: readonly PlantedBug[] = [
  {
    invariant: "R15: a fact is a customer's own words",
    bug: "what a flow captured is a fact also where the customer never said it",
    file: "src/core/turn/learn-facts.ts",
    find: "const line = lines.findLast(({ text }) => isIn(text));\n  if (line === undefined) return [];",
    replace:
      "const line = lines.findLast(({ text }) => isIn(text)) ?? lines.at(-1);\n  if (line === undefined) return [];",
    test: "test/memory/memory.test.ts",
    named: "what nobody said is not",
  },
  {
    invariant: "R15: nothing sensitive without consent",
    bug: "health is kept without the customer's wish",
    file: "src/core/memory/may-be-kept.ts",
    find: 'return kind === "requested";',
    replace: "return true;",
    test: "test/memory/memory.test.ts",
    named: "health and documents",
  },
  {
    invariant: "R15: what is forgotten stays forgotten",
    bug: "a fact that was forgotten is learnt again from words that were said before",
    file: "src/postgres/functions/memory.sql",
    find: 'continue when fact."saidAt" <= person.memory_forgotten_at;',
    replace: "continue when false;",
    test: "test/runtime/memory.test.ts",
    named: "words that wait to be learnt",
  },
  {
    invariant: "R15: what is forgotten is gone from every sale",
    bug: "a forgotten datum stays in the sale that is under way",
    file: "src/core/turn/answer-memory-wish.ts",
    find: "...(cleared.length === 0 ? {} : { clearedDatos: cleared }),",
    replace: "...(cleared.length === 0 ? {} : { clearedDatos: [] }),",
    test: "test/memory/memory.test.ts",
    named: "with the datum of the sale",
  },
  {
    invariant: "R14: facts are read of this customer alone",
    bug: "facts are read of every customer of the workspace",
    file: "src/postgres/shop/crm.ts",
    find: "and f.contact_id = (select coalesce(k.merged_into, k.id) from contacts k",
    replace:
      "and f.contact_id in (select k.id from contacts k where k.workspace_id = f.workspace_id) and 1 = (select 1 from contacts k",
    test: "test/runtime/memory.test.ts",
    named: "in no other's",
  },
  {
    invariant: "R11: a model remembers only what the customer said",
    bug: "memory_upsert takes a quote that the customer never wrote",
    file: "src/tools/personal/memory-tools.ts",
    find: "said.findLast(({ text }) => text.includes(quote));",
    replace: "said.findLast(({ text }) => text.includes(quote)) ?? said.at(-1);",
    test: "test/tools/memory-tools.test.ts",
    named: "quote",
  },
];
