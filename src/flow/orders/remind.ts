import type { KnownTemplate } from "../../core/outbound/registered-template.ts";
import type { OrderReminder } from "../definition/order-definition.ts";
import { because, type Draft, type Turn } from "../draft/draft.ts";
import { zoneOf } from "../sale/reading-context.ts";
import { fillTemplate, templateContext } from "../sale/template-context.ts";
import { instantIn } from "./kept-time.ts";

/** One for each session, as the order: setting it again moves it. */
const keyOf = ({ input }: Turn): string => `order:${input.session.id}`;

/**
 * The reminder of the order as it now stands. An order without its moment has none, and takes back
 * the one that an earlier moment had.
 */
export function remindOf(turn: Turn, draft: Draft): Draft {
  const { remind } = turn.flow;
  if (remind === undefined) return draft;
  const context = templateContext(turn, draft);
  const text = fillTemplate(remind.text, context);
  const { name, language, parameters } = remind.template;
  const filled = parameters.flatMap((one) => fillTemplate(one, context) ?? []);
  const moment = instantIn(draft.data, remind, zoneOf(turn.flow, turn.input));
  const at = moment === null ? null : new Date(moment.getTime() - beforeMs(remind));
  const isSayable = text !== null && filled.length === parameters.length;
  if (!isSayable || at === null || at.getTime() > turn.input.now.getTime() + FURTHEST_MS)
    return forgetReminder(turn, because(draft, "no moment to remind of"));
  const body = { type: "body" as const, parameters: filled.map((one) => ({ type: "text" as const, text: one })) };
  const components = filled.length === 0 ? [] : [body];
  const template = { type: "template" as const, name, language, category: "utility" as const, components };
  return { ...draft, reminders: [{ key: keyOf(turn), at, text, template }] };
}

/** What Meta must have approved for the reminder. */
export function templateOf({ template: { name, language, parameters } }: OrderReminder): KnownTemplate {
  return { name, language, category: "utility", variables: parameters.length };
}

export function forgetReminder(turn: Turn, draft: Draft): Draft {
  if (turn.flow.remind === undefined) return draft;
  return { ...draft, reminders: [{ key: keyOf(turn), cancel: true }] };
}

/** No reminder is set for longer. */
const FURTHEST_MS = 365 * 86_400_000;

const UNIT_MS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000 };

function beforeMs({ before }: OrderReminder): number {
  return Number.parseInt(before, 10) * (UNIT_MS[before.slice(-1)] ?? 0);
}
