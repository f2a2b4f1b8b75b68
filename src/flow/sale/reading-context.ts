import type { AgentInput } from "../../core/agent/agent.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import type { ReadingContext } from "../../core/ports/flow-reader.ts";
import type { FlowDefinition } from "../definition/flow-definition.ts";
import { justSaid, lastWords, stageOf, type Turn } from "../draft/draft.ts";
import { standingQuestions } from "../draft/standing-questions.ts";
import { measureCompleteness } from "./completeness.ts";

/** The zone in which a customer's days and hours are meant: the workspace's own, else that of the flow's country. */
export function zoneOf({ locale }: FlowDefinition, { timeZone }: AgentInput): string {
  return timeZone ?? packOf(locale).timeZone;
}

export function readingContext(flow: FlowDefinition, input: AgentInput): ReadingContext {
  const turn: Turn = { flow, input, reading: null };
  // "¿Va para Neiva?": what comes next may be another place, so that one is not known yet.
  const onlyAsked = input.session.ingestStatus?.onlyAsked ?? [];
  const doubted = onlyAsked.length > 0 && justSaid(turn, "askPlace") ? onlyAsked : [];
  const data = Object.fromEntries(
    Object.entries(input.session.datosCapturados).filter(([field]) => !doubted.includes(field)),
  );
  return {
    now: input.now,
    zone: zoneOf(flow, input),
    locale: flow.locale,
    lastAssistant: lastWords(turn),
    asked: standingQuestions(turn).lately,
    isCollecting: doubted.length > 0 || stageOf(flow, input.session.mode) === "collect",
    saidBefore: input.history.findLast(({ role }) => role === "user")?.content,
    ownNumber: input.contact.phone ?? null,
    data,
    missing: measureCompleteness(flow, data).missing,
  };
}
