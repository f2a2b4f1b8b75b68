import type { PlantedBug } from "../planted-bug.ts";

/** Bugs in documents, artifacts and facts. */
export const ARTIFACT_BUGS: readonly PlantedBug[] = [
  {
    invariant: "F5: a claim stands on a source that was fetched",
    bug: "a citation of an unknown source is passed over",
    file: "src/core/artifacts/check-claim.ts",
    find: 'if (source === undefined) return falls("unknown_source");',
    replace: "if (source === undefined) continue;",
    test: "test/core/artifacts/research-brief.test.ts",
    named: "of a source that was never fetched",
  },
  {
    invariant: "F5: the numbers of a claim are its source's",
    bug: "a number of the model's own stands",
    file: "src/core/artifacts/check-claim.ts",
    find: 'return falls("number_not_in_source");',
    replace: "void span;",
    test: "test/core/artifacts/research-brief.test.ts",
    named: "with a number of its own",
  },
  {
    invariant: "F5: three pages make a brief",
    bug: "results of one page count one by one",
    file: "src/core/artifacts/make-research-brief.ts",
    find: "if (new Set(read.map(({ url }) => url)).size < minSources)",
    replace: "if (read.length < minSources)",
    test: "test/core/artifacts/research-brief.test.ts",
    named: "two sources make no brief",
  },
  {
    invariant: "F12: a contradicted fact is never promoted",
    bug: "two domains verify a fact that a third denies",
    file: "src/core/artifacts/facts.ts",
    find: "domains.size >= 2 && conflictsWith.length === 0",
    replace: "domains.size >= 2",
    test: "test/core/artifacts/facts.test.ts",
    named: "contradicts",
  },
  {
    invariant: "F10: a pasted secret is not stored",
    bug: "the content keeps the secret",
    file: "src/core/artifacts/artifact.ts",
    find: 'if (typeof value === "string") return redactSecrets(value).text;',
    replace: 'if (typeof value === "string") return value;',
    test: "test/core/artifacts/plan.test.ts",
    named: "a secret that was pasted",
  },
];
