import type { PlantedBug } from "../planted-bug.ts";

/** Bugs in what a trained model hears of danger. */
export const DANGER_BUGS: readonly PlantedBug[] = [
  {
    invariant: "a call for help is heard in words that training has not read",
    bug: "a word's kinds are not looked up",
    file: "src/nlu/danger/count-danger-features.ts",
    find: "const kinds = [...kindsOfWord(word)];",
    replace: "const kinds = word.length > 99 ? [...kindsOfWord(word)] : [];",
    test: "test/nlu/danger/train-danger.test.ts",
    named: "heard by their kind",
  },
  {
    invariant: "a name calls no emergency line",
    bug: "words of no kind are judged as well",
    file: "src/nlu/danger/danger-model.ts",
    find: "isHeard: counts.kinds.size > 0 && margin > bar,",
    replace: "isHeard: counts.kinds.size >= 0 && margin > bar,",
    test: "test/nlu/danger/train-danger.test.ts",
    named: "nothing in words that no training text has",
  },
];
