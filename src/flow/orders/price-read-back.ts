import type { IngestStatus } from "../../core/agent/session.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import { because, type Draft, type Turn } from "../draft/draft.ts";
import { saySummary } from "../modes/enter-stage.ts";
import { orderLines, totalOf } from "../sale/order-lines.ts";

type ReadBack = NonNullable<IngestStatus["readBack"]>;

/** What a summary of this draft reads back; undefined while nothing is chosen. */
export function readBackOf({ flow }: Pick<Turn, "flow">, { data, pack }: Draft): ReadBack | undefined {
  const lines = orderLines(flow, data, pack);
  if (lines.length === 0) return undefined;
  const goods = lines.map(({ pack: { id }, quantity, names }) => [quantity, id, ...names].join(" ")).join(", ");
  return { goods, total: totalOf(flow, lines) };
}

/**
 * Whether the same goods cost another price than the last summary said: the shop has changed its prices since. A yes
 * covers the price that was read back, and no other.
 */
export function hasPriceMoved(turn: Turn, draft: Draft): boolean {
  const before = turn.input.session.ingestStatus?.readBack;
  const now = readBackOf(turn, draft);
  return before !== undefined && now !== undefined && before.goods === now.goods && before.total !== now.total;
}

/** The agent says that the price has changed, and reads the new one back. */
export function readBackAgain(turn: Turn, draft: Draft): Draft {
  const { priceMoved } = packOf(turn.flow.locale).texts;
  return saySummary(
    because({ ...draft, spoken: priceMoved }, "the price has changed since the summary: the new one is read back"),
  );
}
