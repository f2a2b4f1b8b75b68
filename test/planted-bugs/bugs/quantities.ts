import type { PlantedBug } from "../planted-bug.ts";

/** Bugs in what a trained model hears of how many are wanted. */
export const QUANTITY_BUGS: readonly PlantedBug[] = [
  {
    invariant: "no pack comes from a number of something else",
    bug: "a number inside a datum that was read counts goods",
    file: "src/nlu/quantities/quantity-model.ts",
    find: "start >= span.start && start < span.start + span.length",
    replace: "start >= span.start && start < span.start",
    test: "test/nlu/quantities/train-quantities.test.ts",
    named: "a number inside a datum",
  },
  {
    invariant: "a number that no pack has is a person's matter",
    bug: "the model fills a number beyond the largest pack",
    file: "src/nlu/quantities/quantity-model.ts",
    find: "return prices.size > 0 && units > Math.max(...prices.values());",
    replace: "return prices.size > 100 && units > Math.max(...prices.values());",
    test: "test/nlu/quantities/train-quantities.test.ts",
    named: "a number beyond the largest pack",
  },
  {
    invariant: "no pack comes from a number of something else",
    bug: "a number that is refused counts goods",
    file: "src/nlu/quantities/counted-words.ts",
    find: " || isDenied(tokens, at)) continue;",
    replace: ") continue;",
    test: "test/nlu/quantities/counted-words.test.ts",
    named: "a refusal",
  },
  {
    invariant: "what a model hears is trusted as far as strangers have shown",
    bug: "at a summary the model need be no surer than elsewhere",
    file: "src/nlu/quantities/quantity-model.ts",
    find: 'return asked === "summary" || read?.isAsked === true ? Math.max(SURE, from[change]) : from[change];',
    replace: 'return asked === "offer" && read?.isAsked === true ? Math.max(SURE, from[change]) : from[change];',
    test: "test/nlu/quantities/train-quantities.test.ts",
    named: "at a summary",
  },
  {
    invariant: "no order without a clear yes",
    bug: "a model hears a yes beside a condition",
    file: "src/nlu/questions/may-answer.ts",
    find: 'if (isIn(CONDITIONS, folded.replace(OUT_OF_POLITENESS, ""))) return "no";',
    replace: 'if (isIn(CONDITIONS, folded.replace(OUT_OF_POLITENESS, "")) && words < 1) return "no";',
    test: "test/nlu/questions/may-answer.test.ts",
    named: "a condition",
  },
];
