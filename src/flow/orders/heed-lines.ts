import { because, type Draft, decided, goOn, type RuleResult, stageOf, type Turn } from "../draft.ts";
import { handOver } from "../hand-over.ts";
import { type OrderLine, readLines } from "./order-lines.ts";

/**
 * An order of several lines: a new list chooses its first pack. A change to one pack changes an
 * order of one line; which of several lines it means, a person asks.
 */
export function heedLines(turn: Turn, draft: Draft): RuleResult {
  const { flow, reading } = turn;
  const { lines: rules } = flow;
  if (rules === undefined || reading === null) return goOn(draft);
  const told = Object.assign({}, ...reading.messages.map(({ fields }) => fields)) as Record<string, string>;
  const listed = told[rules.field];
  if (listed !== undefined) {
    const lines = readLines(flow, listed);
    if (lines === null)
      return decided(handOver(turn, draft, flow.handoff.orderBlocked, "a list that this shop cannot price"));
    return goOn(because({ ...draft, pack: lines[0]?.pack.id ?? draft.pack }, `${lines.length} lines were listed`));
  }
  const before = readLines(flow, draft.data[rules.field] ?? "");
  const pack = newPack(turn, draft);
  const names = rules.of.flatMap((field) => (told[field] === undefined ? [] : told[field].split(", ")));
  if (before === null || stageOf(flow, draft.mode) === "confirmed" || (pack === null && names.length === 0)) {
    return goOn(draft);
  }
  const [only, ...others] = before;
  if (only === undefined || others.length > 0) {
    return decided(handOver(turn, draft, flow.handoff.orderBlocked, "a change to one of several lines"));
  }
  const changed = { ...only, pack: pack ?? only.pack, names: [...new Set([...only.names, ...names])] };
  const data = { ...draft.data, [rules.field]: writeLine(changed) };
  return goOn(because({ ...draft, data, pack: changed.pack.id }, "the one line of the order was changed"));
}

function writeLine({ quantity, pack, names }: OrderLine): string {
  return `${quantity} ${pack.id}${names.length === 0 ? "" : `: ${names.join(", ")}`}`;
}

/** The pack that these words choose, other than the one that stands. */
function newPack({ flow, reading }: Turn, { pack }: Draft): OrderLine["pack"] | null {
  const info = reading?.secondLook ?? reading?.intent ?? null;
  if (info === null || info.confidence < flow.bands.act) return null;
  const chosen = info.intent.split("+").flatMap((intent) => flow.intents[intent]?.pack ?? []);
  return flow.packs.find(({ id }) => id !== pack && chosen.includes(id)) ?? null;
}
