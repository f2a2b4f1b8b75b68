import type { Step } from "./definition/flow-definition.ts";
import { because, type Draft, say, type Turn } from "./draft/draft.ts";

/**
 * Steps that a customer must have read to know where they stand. A step that asks for data is left
 * to the timer that lists it.
 */
const MUST_BE_READ: readonly Step[] = [
  "offer",
  "summary",
  "pickupConfirmed",
  "orderConfirmed",
  "orderedWithoutPack",
  "orderedUnconfirmed",
  "orderUpdated",
];

/**
 * A step that the customer's message cut off (requirement A30) is said after the answer, with the
 * facts of now, unless the turn has led somewhere else.
 */
export function repeatCutOff(turn: Turn, draft: Draft): Draft {
  const { flow, input } = turn;
  const hasMovedOn = draft.mode !== input.session.mode || draft.steps.length > 0;
  if (hasMovedOn || draft.closesSession || draft.handoff !== null || draft.plainText !== null) return draft;
  const cutOff = MUST_BE_READ.filter((step) =>
    input.unsaid.some(({ templateId }) =>
      flow.templates.some(({ id, intent }) => id === templateId && intent === flow.steps[step]),
    ),
  );
  return cutOff.length === 0 ? draft : because(say(draft, ...cutOff), `${cutOff.join(", ")} was cut off: said again`);
}
