import type { AgentInput } from "../../core/agent/agent.ts";
import type { Question, TurnModel } from "../../core/ports/model/turn-model.ts";
import type { FlowDefinition } from "../definition/flow-definition.ts";
import { lastWords, openDraft, type Turn, WORDS_IN_MIND } from "../draft/draft.ts";
import { readingContext } from "../sale/reading-context.ts";
import { detectorQuestion } from "./detector-question.ts";
import { moveTool, orchestratorQuestion } from "./orchestrator-question.ts";
import type { PromptId } from "./prompts/shipped-prompts.ts";
import { gistQuestion, paraphraseQuestion } from "./writer.ts";

const TURNS_SHOWN = 20;

/**
 * A question as this turn would ask it, for a person who looks at a prompt. null when turns of such
 * a shop do not ask it.
 */
export async function previewQuestion(
  flow: FlowDefinition,
  id: PromptId,
  input: AgentInput,
  toolsFor: TurnModel["toolsFor"],
): Promise<Question | null> {
  const turn: Turn = { flow, input, reading: null };
  const said = lastWords(turn, WORDS_IN_MIND);
  const [someText = ""] = flow.templates.map(({ text }) => text);
  switch (id) {
    case "detector": {
      const reading = await flow.reader.read(input.messages, readingContext(flow, input));
      return detectorQuestion({ flow, input, reading, turns: TURNS_SHOWN, summary: null });
    }
    case "orchestrator": {
      const { orchestrator } = flow.model;
      if (orchestrator === null) return null;
      const tools = [moveTool(flow), ...toolsFor(orchestrator.tools)];
      return orchestratorQuestion({ turn, draft: openDraft(turn), tools, turns: TURNS_SHOWN, summary: null });
    }
    case "paraphrase":
      return paraphraseQuestion(flow, [said.at(-1) ?? someText]);
    case "gist":
      return gistQuestion(flow, [someText], said);
    case "summary":
    case "memory":
    case "vision":
      return null;
  }
}
