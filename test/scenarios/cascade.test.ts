import { expect, test } from "vitest";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import type { Question, TurnModel } from "../../src/core/ports/model/turn-model.ts";
import { defineFlowAgent } from "../../src/flow/define-flow-agent.ts";
import type { FlowEngine } from "../../src/flow/definition/model-use.ts";
import { playInMemory } from "../../src/lab/memory/play-in-memory.ts";
import type { ScenarioStep } from "../../src/lab/memory/scenario.ts";
import { describeFailure } from "../../src/lab/scenarios/describe-failure.ts";
import { findScenarioFiles } from "../../src/lab/scenarios/find-scenario-files.ts";
import { isFailure, judgeScenario, type Stage } from "../../src/lab/scenarios/judge-scenario.ts";
import { loadScenarioFile } from "../../src/lab/scenarios/load-scenario-file.ts";
import type { ScriptedReply } from "../../src/models/scripted-model.ts";
import { playedToday } from "../support/share-of-the-day.ts";
import { detected, turnModel, turnText, withModel } from "../support/turn-model.ts";

const scenarios = playedToday(
  "scenarios of Somnio with a model",
  findScenarioFiles(["src/agents/somnio/scenarios"]).flatMap((path) => loadScenarioFile(path).scenarios),
  { oneIn: 2, file: "test/scenarios/cascade.test.ts" },
);

/** What the local reading proposed, as the prompt shows it. */
function hints(question: Question) {
  const line = /lectura local[^:]*: (.*)/.exec(turnText(question))?.[1] ?? "";
  return [...line.matchAll(/`([^`]+)` (\d+)/g)].map(([, intent = "", confidence]) => ({
    intent,
    confidence: Number(confidence),
  }));
}

/** A model that knows what the customer of a scenario means: what its author wrote there. Elsewhere it agrees with the rules. */
function knowing(step: () => ScenarioStep | null): (question: Question) => ScriptedReply | null {
  return (question) => {
    if (question.purpose !== "detector") return null;
    const meant = step()?.expect?.intent;
    const isIntent = meant !== undefined && somnioFlow.definition.intents[meant.replace(/^hola\+/, "")] !== undefined;
    const [first = { intent: "fallback", confidence: 20 }, ...others] = hints(question);
    const top = isIntent ? { intent: meant, confidence: 96 } : first;
    return detected(top.intent, top.confidence, { alternatives: others });
  };
}

function stageWith(modelOf: (step: () => ScenarioStep | null) => TurnModel, engine: FlowEngine = "cascade"): Stage {
  const { definition } = somnioFlow;
  const agent = defineFlowAgent({ ...definition, model: { ...definition.model, engine } });
  return {
    where: "memory",
    open({ scenario }) {
      let current: ScenarioStep | null = null;
      const player = playInMemory(
        withModel(
          agent,
          modelOf(() => current),
        ),
        scenario.from,
      );
      return {
        play(step) {
          current = step;
          return player.play(step);
        },
      };
    },
  };
}

async function failuresOf(stage: Stage, played = scenarios): Promise<string[]> {
  const failures: string[] = [];
  for (const located of played) {
    const judged = await judgeScenario(located, stage);
    if (isFailure(judged)) failures.push(describeFailure(judged));
  }
  return failures;
}

test.each(["cascade", "model"] as const)(
  "the suite of Somnio goes as written with the engine `%s` and a model that understands",
  async (engine) => {
    let asked = 0;
    const stage = stageWith((step) => {
      const reply = knowing(step);
      return turnModel((question) => {
        asked += 1;
        return reply(question);
      });
    }, engine);
    // One says that its answer costs no tokens: who asks about everything pays for it.
    const free = scenarios.filter(({ scenario }) => scenario.steps.every(({ expect: one }) => one?.tokens !== 0));
    expect(await failuresOf(stage, engine === "model" ? free : scenarios)).toEqual([]);
    // The rules know the words of these scenarios: a cascade seldom asks.
    expect(asked).toBeGreaterThan(engine === "model" ? free.length : 0);
  },
);

test("and with the model down", async () => {
  expect(await failuresOf(stageWith(() => turnModel(() => ({ fails: "retry_later" }))))).toEqual([]);
});

test("and with a budget that is spent", async () => {
  expect(await failuresOf(stageWith(() => turnModel(() => null, { state: "spent" })))).toEqual([]);
});
