/** `recado/flow`: what a shop's agent is made of. */
export { readKnowledge } from "../app/knowledge/read-knowledge.ts";
export type { KnowledgeEntry } from "../core/knowledge/knowledge-entry.ts";
export { LOCALES, type Locale } from "../core/locale/locale.ts";
export { formatMoney, readMoney } from "../core/locale/money.ts";
export { defineFlowAgent, type FlowAgent, FlowDefinitionError } from "../flow/define-flow-agent.ts";
export { drawModes } from "../flow/definition/draw-modes.ts";
export type { FieldDefinition, FieldSets } from "../flow/definition/field-definition.ts";
export { type FlowOptions, STANDARD_TIMERS, transitionTable } from "../flow/definition/flow-defaults.ts";
export type {
  Effect,
  FlowDefinition,
  IntentDefinition,
  Stage,
  Step,
  Template,
} from "../flow/definition/flow-definition.ts";
export { formatCop } from "../flow/definition/format-cop.ts";
export type { Pack, PickupDefinition } from "../flow/definition/order-definition.ts";
export { type TemplateText, templatesFrom } from "../flow/definition/templates-from.ts";
export type { TimerDefinition, TimerLevel } from "../flow/definition/timer-definition.ts";
export type { FieldKind } from "../nlu/extract/field-kinds.ts";
