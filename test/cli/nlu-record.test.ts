import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { evaluateCustomers } from "../../src/cli/eval/eval-customers.ts";
import { recordAnswers } from "../../src/cli/nlu/nlu-record.ts";
import { createScriptedModel } from "../../src/models/scripted-model.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Words that no rule and no training text knows; a model may. */
const LINE = { text: "zumbe el guarismo de esa vaina pues", intents: ["precio"] };
const HEARD = {
  ...{ intent: "precio", confidence: 93, alternatives: [], reasoning: "el guarismo es el precio" },
  messages: [{ class: "pregunta", fields: [] }],
};

function files() {
  const folder = temporaryFolder("recado-cassette-");
  const [messages, out] = [join(folder, "messages.jsonl"), join(folder, "cassette.jsonl")];
  writeFileSync(messages, JSON.stringify(LINE));
  return { messages, out };
}

async function evaluated(options: { messages: string; cassette?: string }) {
  let printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  await evaluateCustomers({ agent: "somnio", json: true, ...options });
  vi.restoreAllMocks();
  return JSON.parse(printed);
}

test("what a model answered is played again without a model, and to the same end", async () => {
  const { messages, out } = files();
  const model = createScriptedModel(() => ({ json: HEARD }));
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await recordAnswers({ messages, agent: "somnio", out }, { model, models: { detector: "reader-1" } });
  vi.restoreAllMocks();
  expect(model.requests[0]?.model).toBe("reader-1");
  const kept = readFileSync(out, "utf8").trimEnd().split("\n");
  expect(kept).toHaveLength(new Set(model.requests.map((request) => JSON.stringify(request))).size);

  expect((await evaluated({ messages })).messages.right.count).toBe(0);
  const replayed = await evaluated({ messages, cassette: out });
  expect(replayed.messages.right.count).toBe(1);
  expect(replayed.questions).toEqual({ asked: model.requests.length, missing: 0 });
});

test("a question that is not on the cassette is counted, and the agent goes on without a model", async () => {
  const { messages, out } = files();
  writeFileSync(out, "");
  const { questions, ...rest } = await evaluated({ messages, cassette: out });
  expect(questions.missing).toBe(questions.asked);
  expect(questions.asked).toBeGreaterThan(0);
  expect(rest).toEqual(await evaluated({ messages }));
});

test("an answer that failed is not kept, and a cassette is never written over", async () => {
  const { messages, out } = files();
  const model = createScriptedModel(() => ({ fails: "retry_later" }));
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await recordAnswers({ messages, agent: "somnio", out }, { model, models: {} });
  expect(readFileSync(out, "utf8")).toBe("");
  await expect(recordAnswers({ messages, agent: "somnio", out }, { model, models: {} })).rejects.toThrow(
    "exists already",
  );
});

test("without a model in the environment it says so", async () => {
  const { messages, out } = files();
  vi.stubEnv("ANTHROPIC_API_KEY", "");
  await expect(recordAnswers({ messages, agent: "somnio", out })).rejects.toThrow("no model to ask");
});
