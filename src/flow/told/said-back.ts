import type { DecidedMessage } from "../../core/agent/agent.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import { contentFault, type OutboundContent } from "../../core/outbound/outbound-content.ts";
import { plainText } from "../../core/plain-text.ts";
import { oneStop } from "../../core/time/one-stop.ts";
import {
  because,
  type Draft,
  decided,
  goOn,
  lastWords,
  type RuleResult,
  say,
  stageOf,
  type Turn,
} from "../draft/draft.ts";
import { enterCollect } from "../modes/enter-stage.ts";

/** The id of the button that corrects. */
const CORRECTS = "correct";

/** The days and hours as they now stand, in the order of the fields: "martes 2 de diciembre, 3:00 p. m." */
function momentIn({ flow }: Pick<Turn, "flow">, data: Draft["data"]): string | null {
  const parts = flow.fields.flatMap(({ name, show, saysBack }) => {
    const value = data[name] ?? "";
    return saysBack !== true || value === "" ? [] : [show?.(value, flow.locale) ?? value];
  });
  return parts.length === 0 ? null : parts.join(", ");
}

/** Whether this turn has read a day or an hour that it did not know. */
export function isSaidBack({ flow, input }: Turn, { captured, data }: Draft): boolean {
  return flow.fields.some(
    ({ name, saysBack }) =>
      saysBack === true && captured.includes(name) && data[name] !== input.session.datosCapturados[name],
  );
}

/**
 * The messages of a turn, with the day and hour that it has read said back and a button that corrects them. A message that
 * says them anyway, such as an order that was moved, gets the button; a summary asks for a yes, so they are said before it.
 */
export function withSaidBack(turn: Turn, draft: Draft, messages: readonly DecidedMessage[]): readonly DecidedMessage[] {
  const isHeard = draft.handoff === null && turn.refused === undefined;
  const moment = isHeard && isSaidBack(turn, draft) ? momentIn(turn, draft.data) : null;
  if (moment === null) return messages;
  const { saidBack, corrects } = packOf(turn.flow.locale).texts;
  const buttons = [{ id: CORRECTS, title: corrects }];
  const [only, ...more] = messages;
  const isSummary = stageOf(turn.flow, draft.mode) === "summary";
  if (only?.text !== undefined && more.length === 0 && !isSummary && only.text.includes(moment)) {
    const { text: body, ...traits } = only;
    const content: OutboundContent = { type: "buttons", body, buttons };
    if (contentFault(content) === null) return [{ ...traits, content }];
  }
  const body = oneStop(saidBack.replace("{{value}}", moment));
  return [{ content: { type: "buttons", body, buttons }, templateId: null, priority: "CORE" }, ...messages];
}

/**
 * A tap on that button, or its word written behind what was said back: what was read is asked for again. What is not ordered yet
 * is forgotten until then, so that neither a yes nor silence orders it; an order stands until the customer names another time.
 */
export function askForCorrection(turn: Turn, draft: Draft): RuleResult {
  const { flow, input } = turn;
  const known = flow.fields.filter(({ name, saysBack }) => saysBack === true && (draft.data[name] ?? "") !== "");
  if (known.length === 0 || !isCorrecting(turn, draft)) return goOn(draft);
  const asking = because(draft, `${known.map(({ name }) => name).join(", ")}: read wrongly, so asked for again`);
  const info = {
    intent: "datos",
    confidence: 100,
    alternatives: [],
    reasoning: "the button that corrects",
    engine: "context" as const,
  };
  const named: Draft = { ...asking, intentInfo: info };
  const stage = stageOf(flow, input.session.mode);
  if (stage === "confirmed" || stage === "provisional") {
    const lines = known.map(({ label }) => `• ${label}`);
    return decided({ ...named, plainText: [packOf(flow.locale).texts.asksAgain, ...lines].join("\n") });
  }
  const data = Object.fromEntries(
    Object.entries(named.data).filter(([name]) => !known.some((field) => field.name === name)),
  );
  return decided(say(enterCollect(turn, { ...named, data }), "missingData"));
}

function isCorrecting(turn: Turn, { data }: Draft): boolean {
  const { input, flow } = turn;
  const [tap, ...others] = input.taps ?? [];
  if (input.messages.length > 1 || others.length > 0) return false;
  if (tap !== undefined) return tap.payload === CORRECTS;
  const moment = momentIn(turn, data);
  const isWord = plainText(input.message) === plainText(packOf(flow.locale).texts.corrects);
  return isWord && moment !== null && lastWords(turn).some((said) => said.includes(moment));
}
