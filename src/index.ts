/**
 * The door for those who build an agent: `import { defineFlowAgent } from "recado"`. What stands here is kept; what does not is
 * ours to change (`test/library/public-door.test.ts` holds the list).
 */
import type { RunningRuntime, RuntimeOptions } from "./app/create-runtime.ts";

export type { RunningRuntime, RuntimeOptions } from "./app/create-runtime.ts";
export type {
  Agent,
  AgentInput,
  AgentTexts,
  DecidedMessage,
  DecidedToolCall,
  Decision,
  IntentInfo,
} from "./core/agent/agent.ts";
export type { ChatLine, Session } from "./core/agent/session.ts";
export type { InputClass } from "./core/inbound/input-class.ts";
export type { ClassifiedIntent, Classifier, ClassifierContext } from "./core/ports/classifier.ts";
export type {
  Acknowledgement,
  DeliveryMention,
  FlowReader,
  MessageClass,
  MessageReading,
  Reading,
  ReadingContext,
  ReadingDoubt,
  StandingQuestion,
} from "./core/ports/flow-reader.ts";
export type { EffectKind, ToolActor, ToolError, ToolModule, ToolScope } from "./core/ports/tools.ts";
export { defineFlowAgent, type FlowAgent, FlowDefinitionError } from "./flow/define-flow-agent.ts";
export { drawModes } from "./flow/definition/draw-modes.ts";
export { type FlowOptions, STANDARD_TIMERS, transitionTable } from "./flow/definition/flow-defaults.ts";
export type {
  Effect,
  FieldDefinition,
  FieldSets,
  FlowDefinition,
  IntentDefinition,
  Pack,
  PickupDefinition,
  Stage,
  Step,
  Template,
  TimerDefinition,
  TimerLevel,
} from "./flow/definition/flow-definition.ts";
export { formatCop } from "./flow/format-cop.ts";
export { type TemplateText, templatesFrom } from "./flow/templates-from.ts";
export type { FieldKind } from "./nlu/extract/field-kinds.ts";
export { foldText } from "./nlu/fold-text.ts";
export { ANIMAL_HEAD } from "./nlu/heads/animals.ts";
export { dangerHead } from "./nlu/heads/danger.ts";
export type { Head } from "./nlu/heads/head.ts";
export { MEDICINE_HEAD } from "./nlu/heads/medicines.ts";
export { MINOR_HEAD } from "./nlu/heads/minors.ts";
export { MISTRUST_HEAD } from "./nlu/heads/mistrust.ts";
export { PERSON_HEAD } from "./nlu/heads/person.ts";
export { PREGNANCY_HEAD } from "./nlu/heads/pregnancy.ts";
export type { IntentRule } from "./nlu/intent-rule.ts";
export { createLocalClassifier, type LocalClassifierOptions } from "./nlu/local-classifier.ts";
export { createOfflineReader, type OfflineReaderOptions } from "./nlu/offline-reader.ts";
export { phraseRules } from "./nlu/phrase-rules.ts";
export { createRuleClassifier } from "./nlu/rule-classifier.ts";
export type { EnvSecret } from "./outside/env-secret.ts";
export { type HttpToolDefinition, httpTool, type ReadBack } from "./outside/http-tool.ts";
export type { McpGrant, McpServerDefinition } from "./outside/mcp-tools.ts";
export { defineTool, type Tool, type ToolAnswer, type ToolDefinition, type ToolRun } from "./tools/define-tool.ts";
export type { PolicyCondition, PolicyFacts, PolicyRule } from "./tools/policy.ts";

/**
 * `recado start` as a function, with agents of your own: server, worker and, without DATABASE_URL, the database. What it needs is
 * loaded when it is called, so that a file that only defines an agent loads nothing of it.
 */
export async function createRuntime(options: RuntimeOptions): Promise<RunningRuntime> {
  return (await import("./app/create-runtime.ts")).createRuntime(options);
}
