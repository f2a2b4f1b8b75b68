import type { AgentInput } from "../../core/agent/agent.ts";
import type { Reading } from "../../core/ports/flow-reader.ts";
import type { ModelMessage } from "../../core/ports/model/model.ts";
import type { Question } from "../../core/ports/model/turn-model.ts";
import type { FlowDefinition } from "../definition/flow-definition.ts";
import { stageOf } from "../draft/draft.ts";
import { OTHER_INTENT } from "../intents/speak.ts";
import { measureCompleteness } from "../sale/completeness.ts";
import { historyLines, newMessages } from "./conversation-lines.ts";
import { exampleLines, fieldLines, intentLines, modeLines, STAGE_WORDS } from "./describe-shop.ts";
import { detectorSchema } from "./detector-answer.ts";
import { quotable } from "./fence.ts";
import { oncePerShop } from "./once-per-shop.ts";
import { orchestratorSystem } from "./orchestrator-system.ts";
import { fillPrompt, partOf, placeValues, refOf } from "./prompt.ts";
import { shippedPrompt } from "./prompts/shipped-prompts.ts";

export interface DetectorBrief {
  readonly flow: FlowDefinition;
  readonly input: AgentInput;
  /** The rules' own reading. */
  readonly reading: Reading;
  /** How many earlier lines it sees. */
  readonly turns: number;
  readonly summary: string | null;
}

/** Thinking counts in it. */
const MAX_TOKENS = 2_048;

const systemOf = oncePerShop((flow) => {
  const prompt = shippedPrompt("detector");
  const reads = fillPrompt(prompt.stable, shopValues(flow));
  if (flow.model.orchestrator?.oneCall !== true) return reads;
  return [reads, fillPrompt(partOf(prompt, "respuesta"), shopValues(flow)), orchestratorSystem(flow)].join("\n\n");
});
const schemaOf = oncePerShop(detectorSchema);

export function detectorQuestion(brief: DetectorBrief): Question {
  const { flow } = brief;
  const prompt = shippedPrompt("detector");
  return {
    key: "detector",
    // When one call also answers, the stronger model gets it.
    purpose: flow.model.orchestrator?.oneCall === true ? "orchestrator" : "detector",
    prompt: refOf(prompt),
    system: [{ text: systemOf(flow), cached: true }],
    messages: [says("user", fillPrompt(partOf(prompt, "turno"), turnValues(brief)))],
    outputSchema: schemaOf(flow),
    maxTokens: MAX_TOKENS,
    effort: "low",
  };
}

/** The same question after an invalid answer. */
export function repairQuestion(question: Question, answered: string, fault: string): Question {
  const again = fillPrompt(partOf(shippedPrompt("detector"), "reparacion"), { falla: quotable(fault) });
  return followUp(question, `${question.key}.repair`, answered, again);
}

/** The same with everything that was said (requirement B5). */
export function secondLookQuestion(brief: DetectorBrief, first: { intent: string; confidence: number }): Question {
  const question = detectorQuestion(brief);
  const again = fillPrompt(partOf(shippedPrompt("detector"), "otra_mirada"), {
    intencion: first.intent,
    confianza: String(first.confidence),
  });
  const [told] = question.messages;
  const text = told?.content[0]?.type === "text" ? `${told.content[0].text}\n\n${again}` : again;
  return { ...question, key: "detector.again", messages: [says("user", text)] };
}

function followUp(question: Question, key: string, answered: string, again: string): Question {
  const before = answered.trim() === "" ? "(sin respuesta)" : answered.slice(0, 4_000);
  return { ...question, key, messages: [...question.messages, says("assistant", before), says("user", again)] };
}

export function says(role: ModelMessage["role"], text: string): ModelMessage {
  return { role, content: [{ type: "text", text }] };
}

function shopValues(flow: FlowDefinition): Record<string, string> {
  return {
    ...placeValues(flow.locale),
    tienda: flow.name,
    saludo: flow.greeting,
    otra: OTHER_INTENT,
    desconocida: flow.unknownIntent,
    intenciones: intentLines(flow),
    campos: fieldLines(flow),
    modos: modeLines(flow),
    ejemplos: exampleLines(flow),
  };
}

function turnValues({ flow, input, reading, turns, summary }: DetectorBrief): Record<string, string> {
  const { mode, datosCapturados } = input.session;
  const seems = reading.secondLook ?? reading.intent;
  const hints = seems === null ? [] : [seems, ...seems.alternatives].slice(0, 3);
  const missing = measureCompleteness(flow, datosCapturados).missing;
  return {
    modo: `\`${mode}\`: ${STAGE_WORDS[stageOf(flow, mode)]}`,
    faltan: missing.join(", ") || "ninguno",
    pistas: hints.map(({ intent, confidence }) => `\`${intent}\` ${confidence}`).join(", ") || "ninguna",
    antecedentes: summary === null ? "(nada)" : fencedSummary(summary),
    historia: historyLines(input, turns),
    cuantos: String(input.messages.length),
    mensajes: newMessages(input),
  };
}

/** A summary holds customers' words, so it is trusted no more than they are. */
function fencedSummary(summary: string): string {
  return `⟦cliente⟧ ${quotable(summary)} ⟦fin⟧`;
}
