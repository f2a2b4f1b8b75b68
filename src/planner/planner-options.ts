import * as z from "zod";
import type { AgentTexts } from "../core/agent/agent.ts";
import type { ArtifactSettings } from "../core/artifacts/settings.ts";
import { toolNameFaults } from "../core/tool-calls/tool-names.ts";
import { offerName, type ToolOffer } from "../core/tool-calls/tool-offer.ts";
import { REQUEST_MORE_TOOLS, SHELL_TOOLS, TOOL_CATEGORIES, type ToolCategory } from "./worker-tools.ts";

/** What the planner itself says. The standard texts are in Colombian Spanish. */
export interface PlannerTexts {
  /** The plan has one task. */
  readonly started: string;
  /** Stands above the list of tasks. */
  readonly plan: string;
  /** Stands above the list of tasks after a replan. */
  readonly replanned: string;
  /** A task whose own words may not be said, before its number. */
  readonly step: string;
  /** A message that comes while a plan runs. */
  readonly busy: string;
  /** A message that comes while a person has paused the plan. */
  readonly paused: string;
  /** Stands above what was found when no model could word the answer. */
  readonly found: string;
  /** Nothing was found. */
  readonly nothing: string;
  /** Stands above the tasks that failed or were not begun. */
  readonly failed: string;
  /** The plan waits for a person of the shop. */
  readonly waiting: string;
  /** The tasks of the plan wait for each other. */
  readonly circular: string;
  /** A plan that another version wrote cannot go on. */
  readonly lost: string;
  /** There is no model to ask, so a person goes on. */
  readonly unavailable: string;
  /** Stands above the answer of a plan that a budget of tokens or money has cut short. */
  readonly budgetSpent: string;
}

export const PLANNER_TEXTS: PlannerTexts = {
  started: "Voy con eso. Le escribo apenas lo tenga.",
  plan: "Este es el plan. Le voy contando cómo avanza:",
  replanned: "Algo no salió, así que lo intento de otra forma:",
  step: "Paso",
  busy: "Todavía estoy con lo anterior. Le escribo apenas termine. Para detenerlo, envíe /cancel.",
  paused: "Lo que me pidió está en pausa. Apenas el equipo lo reanude, sigo. Para detenerlo, envíe /cancel.",
  found: "Esto es lo que encontré:",
  nothing: "No alcancé a encontrar lo que me pidió.",
  failed: "Esto quedó sin hacer:",
  waiting: "Para seguir necesito la aprobación de una persona del equipo. Le aviso apenas responda.",
  circular: "No pude armar un plan para eso. ¿Me lo cuenta en partes más pequeñas?",
  lost: "No pude seguir con lo que estaba haciendo. ¿Me lo pide de nuevo, por favor?",
  budgetSpent: "Se acabó el presupuesto de esta conversación antes de terminar, así que le cuento hasta dónde llegué.",
  unavailable: "En este momento no puedo encargarme. Una persona del equipo le responde por este chat.",
};

/** An agent that plans: it takes a goal apart, works on it task by task, and tells what came of it. */
export interface PlannerOptions {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly version?: string;
  /** The author's own instructions, in any language, for the plan, each worker and the answer. */
  readonly systemPrompt: string;
  /** Named as its provider names it. Absent: the model of the configuration. */
  readonly model?: string;
  /** For one answer, thinking included: at least 1,024. */
  readonly maxTokens?: number;
  /** Listed by category. The type of a task's worker decides which of them it is offered. */
  readonly tools: Partial<Readonly<Record<ToolCategory, readonly ToolOffer[]>>>;
  /** Facts that may be said beside the answers of tools, one a line. */
  readonly knowledge?: readonly string[];
  /** False: one worker with all tools takes the goal as it is, without a plan. */
  readonly usePlanner?: boolean;
  /** What may be made of its answers (docs/artifacts.md). Absent: each contract; an empty list of contracts: none. */
  readonly artifacts?: Partial<ArtifactSettings>;
  readonly texts: AgentTexts & Partial<PlannerTexts>;
}

/** A question shows few of them; more would be a catalogue that no worker looks through. */
const MOST_TOOLS = 40;
const word = z.string().trim().min(1);
const SHAPE = z.looseObject({
  id: word.regex(/^[a-z][a-z0-9_-]*$/, 'must be small letters, digits, "-" and "_", such as "planner"'),
  name: word,
  description: word,
  systemPrompt: word,
  maxTokens: z.int().min(1_024, "must be at least 1024: thinking counts in it").optional(),
  tools: z.partialRecord(z.enum(TOOL_CATEGORIES), z.array(z.union([word, z.looseObject({ name: word })]))),
});

/** Why such an agent cannot work, one sentence each; empty when it can. */
export function plannerFaults(options: PlannerOptions): string[] {
  const shape = SHAPE.safeParse(options);
  if (!shape.success) {
    return shape.error.issues.map(({ path, message }) => `"${path.join(".") || "the agent"}": ${message}`);
  }
  const names = offersOf(options).map(offerName);
  const inShell = (options.tools.shell ?? []).map(offerName).filter((name) => !SHELL_TOOLS.includes(name));
  return [
    ...inShell.map((name) => `"tools.shell" holds "${name}": only ${SHELL_TOOLS.join(", ")} may stand there`),
    ...(names.length > MOST_TOOLS ? [`"tools" are ${names.length}: at most ${MOST_TOOLS}`] : []),
    ...toolNameFaults([REQUEST_MORE_TOOLS, ...names]).map((fault) => `"tools": ${fault}`),
  ];
}

/** Each tool once, in the order of the categories. */
export function offersOf({ tools }: Pick<PlannerOptions, "tools">): readonly ToolOffer[] {
  return TOOL_CATEGORIES.flatMap((category) => tools[category] ?? []);
}
