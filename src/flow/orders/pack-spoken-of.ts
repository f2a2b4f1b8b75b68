import { isPlainYes } from "../clauses-of.ts";
import { stageOf, type Turn } from "../draft.ts";

/** While the talk is of everything, a yes is about what was said last. */
const LAST_SAID = 2;
/** No more of the customer's lines are gone through, however long the conversation is. */
const MOST_HEARD = 8;

/**
 * The pack that a yes means which names none, because the customer spoke of its number before ("quiero pedir un frasco", "¿a cómo
 * dos?"). null when these words are more than a yes, or no number was spoken of.
 */
export function packSpokenOf(turn: Turn): string | null {
  const { flow, input } = turn;
  const { wishedBefore, countedBefore = () => null } = flow.reader;
  const stage = stageOf(flow, input.session.mode);
  const isTalk = stage === "welcome" || stage === "talk";
  if (wishedBefore === undefined || !(isTalk || stage === "collect" || stage === "offer")) return null;
  if (!isPlainYes(turn)) return null;
  // "¿Cuánto valen 2?", "sí": they buy, and a price chooses nothing. "Quiero ese" is a word about the pack (A11).
  if (isTalk && turn.reading?.messages.every(({ acknowledgement }) => acknowledgement !== null) === true) return null;
  const heard = input.history
    .filter(({ role }) => role === "user")
    .slice(isTalk ? -LAST_SAID : -MOST_HEARD)
    .map(({ content }) => content);
  // A price that is asked for while the packs are on offer is a question, and chooses none of them (A11).
  if (stage === "offer" && wishedBefore(heard.slice(-1)) !== null) return null;
  const told = isTalk ? [] : (input.session.ingestStatus?.timeline ?? []).map(({ message }) => message);
  const said = [...told, ...heard];
  const units = wishedBefore(said) ?? (isTalk ? null : countedBefore(said));
  return flow.packs.find(({ quantity }) => quantity === units)?.id ?? null;
}
