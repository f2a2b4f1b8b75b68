import type { ModelTool } from "../../core/ports/model/model.ts";
import type { Question } from "../../core/ports/model/turn-model.ts";
import { modelName } from "../../core/tool-calls/tool-names.ts";
import type { FlowDefinition } from "../definition/flow-definition.ts";
import { type Draft, stageOf, type Turn } from "../draft/draft.ts";
import { measureCompleteness } from "../sale/completeness.ts";
import { historyLines, newMessages } from "./conversation-lines.ts";
import { STAGE_WORDS } from "./describe-shop.ts";
import { says } from "./detector-question.ts";
import { fenced } from "./fence.ts";
import { orchestratorSystem } from "./orchestrator-system.ts";
import { fillPrompt, partOf, refOf } from "./prompt.ts";
import { shippedPrompt } from "./prompts/shipped-prompts.ts";
import { MOVE_TOOL } from "./tool-names.ts";

export interface OrchestratorBrief {
  readonly turn: Turn;
  /** The rules' draft when they had no answer. */
  readonly draft: Draft;
  readonly tools: readonly ModelTool[];
  /** How many earlier lines it sees. */
  readonly turns: number;
  readonly summary: string | null;
}

const MAX_TOKENS = 4_096;

/** The first question of its loop; the others append to it. */
export function orchestratorQuestion(brief: OrchestratorBrief): Question {
  const { turn } = brief;
  const prompt = shippedPrompt("orchestrator");
  return {
    key: "orchestrator.1",
    purpose: "orchestrator",
    prompt: refOf(prompt),
    system: [{ text: orchestratorSystem(turn.flow), cached: true }],
    tools: brief.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    messages: [says("user", fillPrompt(partOf(prompt, "turno"), turnValues(brief)))],
    maxTokens: MAX_TOKENS,
    effort: "medium",
  };
}

export function correctionText(fault: string): string {
  return fillPrompt(partOf(shippedPrompt("orchestrator"), "correccion"), { falla: fault });
}

/** The one tool of the engine itself. */
export function moveTool(flow: FlowDefinition): ModelTool {
  return {
    name: modelName(MOVE_TOOL),
    description:
      "Lleva la venta a otro modo, si el paso está permitido. La tienda dice ella misma lo que toca decir allí.",
    inputSchema: {
      type: "object",
      properties: { mode: { type: "string", description: "el modo", enum: Object.keys(flow.modes) } },
      required: ["mode"],
      additionalProperties: false,
    },
  };
}

function turnValues({ turn, draft, turns, summary }: OrchestratorBrief): Record<string, string> {
  const { flow, input } = turn;
  const { answered, missing } = measureCompleteness(flow, draft.data);
  const labels = (names: readonly string[]) =>
    flow.fields.flatMap(({ name, label }) => (names.includes(name) ? [label] : [])).join(", ") || "ninguno";
  return {
    antecedentes: summary === null ? "(nada)" : fenced(summary),
    historia: historyLines(input, turns),
    modo: `\`${draft.mode}\`: ${STAGE_WORDS[stageOf(flow, draft.mode)]}`,
    opcion: flow.packs.find(({ id }) => id === draft.pack)?.name ?? "ninguna",
    tiene: labels(answered),
    faltan: labels(missing),
    cuantos: String(input.messages.length),
    mensajes: newMessages(input),
  };
}
