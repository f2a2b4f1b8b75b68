import type { AgentInput } from "../core/agent/agent.ts";
import { packOf } from "../core/locale/pack-of.ts";
import type { ReadingContext } from "../core/ports/flow-reader.ts";
import { measureCompleteness } from "./completeness.ts";
import type { FlowDefinition } from "./definition/flow-definition.ts";
import { lastWords, stageOf, type Turn } from "./draft.ts";
import { standingQuestions } from "./standing-questions.ts";

/** The zone in which a customer's days and hours are meant: the workspace's own, else that of the flow's country. */
export function zoneOf({ locale }: FlowDefinition, { timeZone }: AgentInput): string {
  return timeZone ?? packOf(locale).timeZone;
}

export function readingContext(flow: FlowDefinition, input: AgentInput): ReadingContext {
  const turn: Turn = { flow, input, reading: null };
  return {
    now: input.now,
    zone: zoneOf(flow, input),
    locale: flow.locale,
    lastAssistant: lastWords(turn),
    asked: standingQuestions(turn).lately,
    isCollecting: stageOf(flow, input.session.mode) === "collect",
    saidBefore: input.history.findLast(({ role }) => role === "user")?.content,
    data: input.session.datosCapturados,
    missing: measureCompleteness(flow, input.session.datosCapturados).missing,
  };
}
