import type { FlowDefinition, SaleHold, Step } from "../definition/flow-definition.ts";
import {
  because,
  type Draft,
  goOn,
  isUnderWay,
  keepSilent,
  openDraft,
  type RuleResult,
  sentTemplates,
  signal,
  stageOf,
  type Turn,
} from "../draft/draft.ts";
import { handOver } from "./hand-over.ts";

/** Steps that answer or part, and sell nothing. */
const SELLS_NOTHING: readonly Step[] = ["clarify", "goodbye", "postponed", "knownData", "orderCancelled"];
const ORDERS: ReadonlySet<string> = new Set(["create_order", "update_order"]);

/**
 * Writes down that the customer stated what holds the sale ("tengo 15 años"). The mark outlives the
 * session, as all that was told does.
 */
export function noteHold(turn: Turn, draft: Draft): RuleResult {
  const { flow, reading } = turn;
  const stated = reading?.concerns?.filter(({ isStated }) => isStated === true) ?? [];
  const noted = stated.flatMap(({ concern, needsAdvice }) => {
    const hold = holdOf(flow, concern);
    const isAdvised = hold?.told !== undefined && (needsAdvice !== true || reading?.ownDoctor !== undefined);
    return hold === null ? [] : [{ hold, mark: isAdvised ? (hold.told ?? hold.held) : hold.held }];
  });
  const [first] = noted.toSorted(
    (one, other) => Number(other.mark === other.hold.held) - Number(one.mark === one.hold.held),
  );
  if (first !== undefined) return goOn(marked(turn, draft, first.hold, first.mark));
  const held = heldIn(turn, draft);
  // "Voy a preguntarle a mi doctora, igual lo pido": they have the answer of the shop, and a doctor.
  return held?.told !== undefined && reading?.ownDoctor !== undefined
    ? goOn(because({ ...draft, data: { ...draft.data, [held.field]: held.told } }, "their own doctor is asked"))
    : goOn(draft);
}

/** What is merely told takes no hold away. */
function marked(turn: Turn, draft: Draft, hold: SaleHold, mark: string): Draft {
  const isHeld =
    mark !== hold.held && heldIn(turn, draft)?.field === hold.field && turn.reading?.ownDoctor === undefined;
  if (isHeld) return draft;
  return because({ ...draft, data: { ...draft.data, [hold.field]: mark } }, `what holds a sale was told: ${mark}`);
}

/**
 * No order comes into being while the sale is held, by no words and no timer: a person decides. What
 * that person gives back to the agent is free again. A decision that the shop's people force is
 * theirs.
 */
export function holdSale(turn: Turn, draft: Draft): Draft {
  if (turn.input.forceIntent !== null) return draft;
  const hold = heldIn(turn, draft);
  if (hold !== null) return holdFor(turn, { ...draft, data: { ...draft.data, [hold.field]: hold.held } }, hold);
  const isOrdered = draft.tools.some(({ tool }) => ORDERS.has(tool));
  const isBySilence = turn.input.dueTimer != null && isOrdered && isToldIn(turn, draft);
  return isBySilence ? keepSilent(openDraft(turn), "held") : draft;
}

/** They told of an illness and heard the shop's answer: from then on only their own yes orders. */
function isToldIn({ flow, input }: Turn, { data }: Draft): boolean {
  return holdsOf(flow).some(
    ({ field, told }) => told !== undefined && [data[field], input.knownData?.[field]].includes(told),
  );
}

/** The mark stands in the data of this session too: the next one knows the newest session alone. */
function holdFor(turn: Turn, draft: Draft, hold: SaleHold): Draft {
  const { flow, input } = turn;
  if (draft.handoff !== null) return free(draft, hold);
  if (draft.closesSession || stageOf(flow, input.session.mode) === "handoff") return draft;
  if (input.dueTimer != null) return keepSilent(openDraft(turn), "held");
  if (isSelling(turn, draft)) {
    const told = {
      ...openDraft(turn),
      data: draft.data,
      pack: draft.pack,
      intentInfo: draft.intentInfo,
      why: draft.why,
    };
    return free(handOver(turn, told, hold.notice, `the sale is held: ${hold.held}`, hold.task), hold);
  }
  return { ...signal({ ...draft, signals: [] }, "cancel", "the sale is held: nothing presses"), isPostponed: true };
}

function isSelling({ flow, input, reading }: Turn, draft: Draft): boolean {
  if (draft.tools.some(({ tool }) => ORDERS.has(tool))) return true;
  // The stated answer comes first; who goes on buying afterwards meets a person.
  if (reading?.concerns?.some(({ concern }) => holdOf(flow, concern) !== null) === true) return false;
  const { mode, packSeleccionado } = input.session;
  const isInSale = isUnderWay(flow, draft.mode);
  const isMoved = isInSale && (draft.mode !== mode || draft.captured.length > 0);
  return isMoved || draft.pack !== packSeleccionado || draft.steps.some((step) => sells(step));
}

function sells(step: Draft["steps"][number]): boolean {
  return typeof step === "string" && !SELLS_NOTHING.includes(step);
}

function heldIn({ flow, input }: Turn, { data }: Draft): SaleHold | null {
  return holdsOf(flow).find(({ field, held }) => (data[field] ?? input.knownData?.[field]) === held) ?? null;
}

/** So many of our last texts may have been said with that answer. */
const LAST_SAID = 3;

/** Among our last words was the shop's answer to what they told of their health. */
export function isJustWarned(turn: Turn): boolean {
  const { flow, input } = turn;
  const isTold = holdsOf(flow).some(
    ({ field, told }) => told !== undefined && input.session.datosCapturados[field] === told,
  );
  if (!isTold) return false;
  const last = new Set(sentTemplates(turn).slice(-LAST_SAID));
  const said = new Set(flow.templates.flatMap(({ id, intent }) => (last.has(id) ? [intent] : [])));
  return Object.values(flow.concerns).some(
    (policy) => policy.does === "answer" && policy.holds?.told !== undefined && said.has(policy.intent),
  );
}

/** What may hold a sale of this shop. */
export function holdsOf({ concerns }: Pick<FlowDefinition, "concerns">): readonly SaleHold[] {
  return Object.values(concerns).flatMap((policy) => (policy.does === "answer" ? (policy.holds ?? []) : []));
}

function holdOf({ concerns }: FlowDefinition, concern: keyof FlowDefinition["concerns"]): SaleHold | null {
  const policy = concerns[concern];
  return policy?.does === "answer" ? (policy.holds ?? null) : null;
}

const free = (draft: Draft, { field, freed }: SaleHold): Draft => ({
  ...draft,
  data: { ...draft.data, [field]: freed },
});
