/** The optional judge: asked only where it is given and code cannot tell, and without a verdict code alone decides. */
import { expect, test } from "vitest";
import { judgeExample } from "../../../src/lab/evaluation/judge-example.ts";
import { meaningByModel } from "../../../src/lab/evaluation/judge-meaning.ts";
import type { ScenarioPlayer } from "../../../src/lab/memory/scenario-player.ts";
import { createScriptedModel, type ScriptedReply } from "../../../src/models/scripted-model.ts";

const WANTED = "Enviamos a todo el país.";
const player = (heard: string) =>
  ({ play: async () => ({ turns: [{ heard: [heard] }] }) }) as unknown as ScenarioPlayer;

async function judged(heard: string, verdict: ScriptedReply | null) {
  const model = createScriptedModel(() => verdict ?? "");
  const judgeMeaning = meaningByModel(model, "judge");
  const example = { id: "1", kind: "golden", before: [], input: ["¿hacen envíos?"], output: [WANTED] } as const;
  const { hasPassed } = await judgeExample(example as never, player(heard), verdict === null ? {} : { judgeMeaning });
  return [hasPassed, model.requests.length];
}

test.each<[string, string, ScriptedReply | null, boolean, number]>([
  ["without a judge other words differ", "Llegamos a cualquier ciudad.", null, false, 0],
  ["the same words need no judge", "enviamos a todo el pais", { json: { same: false } }, true, 0],
  ["a yes lets other words pass", "Llegamos a cualquier ciudad.", { json: { same: true } }, true, 1],
  ["a no does not", "No hacemos envíos.", { json: { same: false } }, false, 1],
  ["a refusal is no verdict", "Llegamos a cualquier ciudad.", { fails: "refusal" }, false, 1],
  ["a model that is down is none", "Llegamos a cualquier ciudad.", { fails: "retry_later" }, false, 1],
  ["prose is none", "Llegamos a cualquier ciudad.", "Sí, son iguales.", false, 1],
  ["another shape is none", "Llegamos a cualquier ciudad.", { json: { same: "true" } }, false, 1],
])("%s", async (_, heard, verdict, hasPassed, asked) => {
  expect(await judged(heard, verdict)).toEqual([hasPassed, asked]);
});
