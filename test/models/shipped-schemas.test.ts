import { expect, test } from "vitest";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import type { Question } from "../../src/core/ports/model/turn-model.ts";
import { createSandboxConversation } from "../../src/lab/memory/sandbox-conversation.ts";
import { claudeRequest } from "../../src/models/claude-request.ts";
import type { ScriptedReply } from "../../src/models/scripted-model.ts";
import { TALKING } from "../scenarios/somnio/starting-points.ts";
import { detected, turnModel, withModel } from "../support/turn-model.ts";

const UNCLEAR = "vea pues vecino, la vaina esa que me dijo mi comadre";

/** Every question that the shipped agent can ask, as it asks it. */
async function everyQuestion(): Promise<Question[]> {
  const asked: Question[] = [];
  const hear = async (texts: readonly string[], reply: (question: Question, call: number) => ScriptedReply | null) => {
    let call = 0;
    const model = turnModel((question) => reply(question, call++));
    const conversation = createSandboxConversation(withModel(somnioFlow, model), TALKING);
    for (const text of texts) await conversation.hear([text]);
    asked.push(...model.questions);
  };
  await hear([UNCLEAR], (_, call) => (call === 0 ? "no es JSON" : detected("envio", 92)));
  await hear([UNCLEAR], () => detected("envio", 65));
  await hear([UNCLEAR], ({ purpose }, call) => {
    if (purpose === "detector") return detected("otro", 92);
    return call < 3 ? { calls: [{ name: "session_move", input: { mode: "nowhere" } }] } : "Con gusto.";
  });
  await hear(
    Array.from({ length: 5 }, () => "cuánto vale?"),
    () => null,
  );
  return asked;
}

test("each schema that we ship is one that a model can follow, and each request one that the provider takes", async () => {
  const questions = await everyQuestion();
  const keys = new Set(questions.map(({ key }) => key));
  expect([...keys].sort()).toEqual(
    expect.arrayContaining([
      "detector",
      "detector.again",
      "detector.repair",
      "orchestrator.1",
      "orchestrator.2",
      "paraphrase",
    ]),
  );
  for (const question of questions) {
    for (const model of ["claude-haiku-5-5", "claude-sonnet-5-5", "claude-haiku-4-5", "local-llama"]) {
      const request = claudeRequest({ ...question, model, timeoutMs: 1_000 });
      expect(request, `${question.key}: ${JSON.stringify(request).slice(0, 300)}`).toMatchObject({ kind: "params" });
      if (request.kind !== "params" || model === "local-llama") continue;
      for (const tool of request.params.tools ?? []) expect(tool, question.key).toMatchObject({ strict: true });
    }
    expect(question.maxTokens, question.key).toBeGreaterThanOrEqual(1_024);
    expect(question.system[0]?.cached, `${question.key}: what never changes stands first, and is kept`).toBe(true);
  }
});
