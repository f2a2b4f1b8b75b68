import { splitNames, writeList } from "../../core/agent/listed-line.ts";
import {
  because,
  type Draft,
  decided,
  goOn,
  type RuleResult,
  stageOf,
  type Turn,
  toldIn,
  wishOf,
} from "../draft/draft.ts";
import { handOver } from "../modes/hand-over.ts";
import { type OrderLine, readLines } from "../sale/order-lines.ts";

/**
 * An order of several lines: a new list chooses its first pack. A change to one pack changes an
 * order of one line; which of several lines it means, a person asks.
 */
export function heedLines(turn: Turn, draft: Draft): RuleResult {
  const { flow, reading } = turn;
  const { lines: rules } = flow;
  if (rules === undefined || reading === null) return goOn(draft);
  const told = toldIn(reading);
  const listed = told[rules.field];
  if (listed !== undefined) {
    const lines = readLines(flow, listed);
    if (lines === null)
      return decided(handOver(turn, draft, flow.handoff.orderBlocked, "a list that this shop cannot price"));
    return goOn(because({ ...draft, pack: lines[0]?.pack.id ?? draft.pack }, `${lines.length} lines were listed`));
  }
  const before = readLines(flow, draft.data[rules.field] ?? "");
  const pack = newPack(turn, draft);
  const names = rules.of.flatMap((field) => splitNames(told[field]));
  if (before === null || stageOf(flow, draft.mode) === "confirmed" || (pack === null && names.length === 0)) {
    return goOn(draft);
  }
  const [only, ...others] = before;
  if (only === undefined || others.length > 0) {
    return decided(handOver(turn, draft, flow.handoff.orderBlocked, "a change to one of several lines"));
  }
  const changed = { ...only, pack: pack ?? only.pack, names: [...new Set([...only.names, ...names])] };
  const data = { ...draft.data, [rules.field]: writeList([{ ...changed, pack: changed.pack.id }]) };
  return goOn(because({ ...draft, data, pack: changed.pack.id }, "the one line of the order was changed"));
}

/** The pack that these words choose, other than the one that stands. */
function newPack(turn: Turn, { pack }: Draft): OrderLine["pack"] | null {
  const { flow } = turn;
  const info = wishOf(turn);
  if (info === null || info.confidence < flow.bands.act) return null;
  const chosen = info.intent.split("+").flatMap((intent) => flow.intents[intent]?.pack ?? []);
  return flow.packs.find(({ id }) => id !== pack && chosen.includes(id)) ?? null;
}
