import type { AgentInput } from "../core/agent/agent.ts";
import { packOf } from "../core/locale/pack-of.ts";
import type { ReadingContext } from "../core/ports/flow-reader.ts";
import { measureCompleteness } from "./completeness.ts";
import type { FlowDefinition } from "./definition/flow-definition.ts";
import { lastWords, stageOf, type Turn } from "./draft.ts";
import { standingQuestions } from "./standing-questions.ts";

export function readingContext(flow: FlowDefinition, input: AgentInput): ReadingContext {
  const turn: Turn = { flow, input, reading: null };
  return {
    now: input.now,
    zone: packOf(flow.locale).timeZone,
    lastAssistant: lastWords(turn),
    asked: standingQuestions(turn).lately,
    isCollecting: stageOf(flow, input.session.mode) === "collect",
    data: input.session.datosCapturados,
    missing: measureCompleteness(flow, input.session.datosCapturados).missing,
  };
}
