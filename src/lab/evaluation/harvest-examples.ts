import type { ScoredRun } from "../../core/ports/learning/run-reviews.ts";
import { replacePersonalData } from "../scenarios/replace-personal-data.ts";
import type { WrittenExample } from "./example.ts";

/**
 * An example of a scored run, without personal data unless it is kept. A golden example also asks for the intent that
 * was decided then.
 */
export function exampleOf(run: ScoredRun, { keepsData }: { readonly keepsData: boolean }): WrittenExample {
  const replace = keepsData ? (text: string) => text : replacePersonalData(peopleIn(run));
  const { runId, kind, agentId, before, input, output, correct, intent } = run;
  return {
    id: runId,
    kind,
    agent: agentId,
    source: `run ${runId}`,
    ...(before.length === 0 ? {} : { before: before.map(replace) }),
    input: input.map(replace),
    ...(output.length === 0 ? {} : { output: output.map(replace) }),
    ...(correct === null ? {} : { correct: replace(correct) }),
    ...(kind === "golden" && intent !== null ? { expect: { intent } } : {}),
  };
}

function peopleIn({ contactName, data }: ScoredRun) {
  const valuesOf = (field: RegExp) =>
    Object.entries(data).flatMap(([name, value]) => (field.test(name) ? [value] : []));
  return { firstNames: [...valuesOf(/^(nombre|name)/), contactName ?? ""], surnames: valuesOf(/^(apellido|surname)/) };
}
