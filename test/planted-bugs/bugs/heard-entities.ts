import type { PlantedBug } from "../planted-bug.ts";

/** Bugs in what a trained model puts right of names and places. */
export const HEARD_ENTITY_BUGS: readonly PlantedBug[] = [
  {
    invariant: "what a model hears is trusted as far as strangers have shown",
    bug: "the model never puts a name right",
    file: "src/nlu/entities/read-entities.ts",
    find: "return proposal.probability >= model.from[entity][proposal.change];",
    replace: 'return entity !== "name" && proposal.probability >= model.from[entity][proposal.change];',
    test: "test/agents/somnio/heard-entities.test.ts",
    named: "words about the name",
  },
  {
    invariant: "what a model hears is trusted as far as strangers have shown",
    bug: "whatever the model reads stands, however unsure it is",
    file: "src/nlu/entities/read-entities.ts",
    find: "return proposal.probability >= model.from[entity][proposal.change];",
    replace: "return proposal.probability >= 0 && model.from[entity][proposal.change] > 0;",
    test: "test/nlu/entities/train-entities.test.ts",
    named: "a change that the model is less sure of",
  },
  {
    invariant: "a parcel goes to who receives it, where they live",
    bug: "a town that the model finds in a name stays in the name too",
    file: "src/nlu/entities/read-entities.ts",
    find: "proposals[entity] !== null && isOfRules(entity, taken)",
    replace: "proposals[entity] === null && isOfRules(entity, taken)",
    test: "test/nlu/entities/train-entities.test.ts",
    named: "a town that is found in a name",
  },
  {
    invariant: "a parcel goes to who receives it, where they live",
    bug: "the department of the town before stays beside another town",
    file: "src/nlu/entities/read-entities.ts",
    find: "cleared: unsettledBy(read.fields, context.known)",
    replace: "cleared: unsettledBy(extraction.fields, context.known)",
    test: "test/nlu/entities/train-entities.test.ts",
    named: "another town clears the department",
  },
  {
    invariant: "a parcel goes to who receives it, where they live",
    bug: "a daughter in a question becomes the receiver",
    file: "src/nlu/entities/read-entities.ts",
    find: 'return before.includes("¿") || behind.endsWith("?");',
    replace: 'return before.includes("¿") && behind.endsWith("??");',
    test: "test/agents/somnio/heard-entities.test.ts",
    named: "a question about another receiver",
  },
  {
    invariant: "what is measured of a model is measured on strangers",
    bug: "a hand is judged by a model that has read it",
    file: "src/nlu/entities/train-entities.ts",
    find: "const model = learnFrom(rows.filter((_, at) => folds[at] !== fold));",
    replace: "const model = learnFrom(rows.filter((_, at) => folds[at] !== fold || at >= 0));",
    test: "test/nlu/entities/train-entities.test.ts",
    named: "on hands that the judging model has not read",
  },
];
