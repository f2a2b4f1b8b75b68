import type { IntentInfo } from "../../core/agent/agent.ts";
import type { ClauseKind } from "../../core/ports/flow-reader.ts";
import type { Draft, Turn } from "./draft.ts";

/**
 * What each clause of the customer's words does, over all messages of the run; null when the reader
 * cannot tell.
 */
export function clausesOf({ reading }: Turn): readonly ClauseKind[] | null {
  const messages = reading?.messages ?? [];
  return messages.some(({ clauses }) => clauses === undefined) ? null : messages.flatMap(({ clauses = [] }) => clauses);
}

/** The small numbers in the customer's words that may count goods, over all messages of the run. */
export function figuresOf({ flow, reading }: Turn): readonly number[] {
  return (reading?.messages ?? []).flatMap(({ text }) => flow.reader.figuresIn?.(text) ?? []);
}

/**
 * Whether these words may choose a pack. A number in them must be a quantity of the goods ("el
 * tercer piso" is none). When a pack is chosen already, a trained model alone ("linear") does not
 * change it without another sign.
 */
export function mayChoosePack(turn: Turn, info: IntentInfo): boolean {
  const clauses = clausesOf(turn);
  if (clauses === null || clauses.includes("choice") || clauses.includes("quantity")) return true;
  if (countsGoods(turn, info)) return true;
  return !clauses.includes("figure") && (info.engine !== "linear" || turn.input.session.packSeleccionado === null);
}

/** The goods were counted, and the count is the pack's: "quiero 2 frascos a nombre de …". */
function countsGoods({ flow, reading, rules }: Turn, { intent, alternatives }: IntentInfo): boolean {
  const wished = ((rules ?? reading)?.messages ?? []).findLast(({ quantity }) => quantity != null)?.quantity;
  if (wished == null || wished.isAsked) return false;
  const names = [intent, ...alternatives.map((one) => one.intent)].flatMap((one) => one.split("+"));
  const packs = names.flatMap((name) => flow.intents[name]?.pack ?? []);
  return packs.every((id) => flow.packs.find((pack) => pack.id === id)?.quantity === wished.units);
}

/** The turn has led somewhere: another mode or pack, or a new datum. */
export function hasProgressed({ input }: Turn, draft: Draft): boolean {
  const { mode, packSeleccionado, datosCapturados } = input.session;
  const isNew = draft.captured.some((field) => draft.data[field] !== datosCapturados[field]);
  return isNew || draft.mode !== mode || draft.pack !== packSeleccionado;
}
