import type { MessageReading } from "../../core/ports/flow-reader.ts";
import { amountsIn, isHeld, isPlainYes, isPriceOf } from "../draft/binding-yes.ts";
import { because, type Draft, stageOf, type Turn } from "../draft/draft.ts";

/** While the talk is of everything, a yes is about what was said last. */
const LAST_SAID = 2;
/** So many lines of both; a longer conversation costs no more. */
const LAST_LINES = 16;
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
  const one = isTalk ? oneTaken(turn) : null;
  if (one !== null) return one;
  const isTaken = !isHeld(turn) && turn.reading?.messages.some(({ text }) => flow.reader.takesThat?.(text)) === true;
  if (!isTaken && !isPlainYes(turn)) return null;
  // "¿Cuánto valen 2?", "sí": they buy, and a price chooses nothing. "Quiero ese" is a word about the pack (A11).
  if (isTalk && turn.reading?.messages.every(({ acknowledgement }) => acknowledgement !== null) === true) return null;
  const heard = input.history
    .filter(({ role }) => role === "user")
    .slice(isTalk ? -LAST_SAID : -MOST_HEARD)
    .map(({ content }) => content);
  // A price that is asked for while the packs are on offer is a question, and chooses none of them (A11).
  if (stage === "offer" && wishedBefore(heard.slice(-1)) !== null) return null;
  const said = isTalk ? heard : [...toldIn(turn), ...heard];
  const units = wishedBefore(said) ?? (isTalk ? null : countedBefore(said, "agreed"));
  // "Me los llevo" takes several.
  if (isTaken && units !== null && units < 2) return null;
  return packOfSize(turn, units) ?? (isTalk ? null : packHeardIn(turn, heard));
}

/** "¿Tienen la de 129?", "mándela"; "¿cuánto sale uno?", "pues sí, mándemelo": the pack of that price, or of one. */
function oneTaken(turn: Turn): string | null {
  const { flow, input, reading } = turn;
  if (isHeld(turn) || reading?.messages.some(({ text }) => flow.reader.takesOne?.(text)) !== true) return null;
  const said = input.history.findLast(({ role }) => role === "user")?.content ?? "";
  const amounts = amountsIn(said);
  const [pack, ...others] = flow.packs.filter(({ price }) => amounts.some((amount) => isPriceOf(price, amount)));
  if (pack !== undefined) return others.length === 0 ? pack.id : null;
  return packOfSize(turn, flow.reader.speaksOfOne?.(said) === true ? 1 : null);
}

/** "Me los llevo, soy Ana …": data beside words that take the number which was spoken of just now. */
export function packTaken(turn: Turn): string | null {
  const { reader } = turn.flow;
  const takes = turn.reading?.messages.some(({ text }) => reader.takesThat?.(text) || reader.takesOne?.(text)) === true;
  return takes ? packSpokenOf(turn) : null;
}

function packOfSize({ flow }: Turn, units: number | null): string | null {
  return flow.packs.find(({ quantity }) => quantity === units)?.id ?? null;
}

/** The pack that a trained model heard in words which no rule counts ("me manda dos fraquitos"). */
function packHeardIn({ flow }: Turn, said: readonly string[]): string | null {
  const heard = flow.reader.answeredBefore?.("pack", said) ?? null;
  return flow.packs.some(({ id }) => id === heard) ? heard : null;
}

/**
 * The pack whose number they stated before, in words that chose nothing then ("una", "el pack de 3"). Once an order's data is
 * there the summary says it back, and nothing is asked for that they have said. What they only asked about is none.
 */
export function packStated(turn: Turn): string | null {
  const { wishedBefore, countedBefore = () => null } = turn.flow.reader;
  if (wishedBefore === undefined || isHeld(turn)) return null;
  const heard = heardIn(turn);
  const said = [...toldIn(turn), ...heard];
  return packOfSize(turn, wishedBefore(said, true) ?? countedBefore(said)) ?? packHeardIn(turn, heard);
}

/** The summary of the pack that they may mean waits for its yes, and silence orders nothing. */
export function supposePack(turn: Turn, draft: Draft): Draft {
  const isCountedNow = turn.reading?.messages.some(({ quantity }) => quantity?.isAsked === false) === true;
  const pack = isCountedNow ? null : packSupposed(turn);
  return pack === null
    ? draft
    : because({ ...draft, pack, isSupposed: true }, `pack ${pack} may be meant: the summary asks`);
}

/**
 * The pack that they may mean, where a yes to a summary is awaited and silence orders nothing: a number or a price of which they
 * spoke in whatever words, also in a question ("¿cuánto me sale 1 tarro puesto en Arauca?"). null: none, or several.
 */
function packSupposed(turn: Turn): string | null {
  const { flow, reading } = turn;
  const { wishedBefore, countedBefore = () => null, speaksOfOne = () => false } = flow.reader;
  if (wishedBefore === undefined || isHeld(turn)) return null;
  const said = [...toldIn(turn), ...heardIn(turn), ...(reading?.messages ?? []).map(besideItsData)];
  const units = wishedBefore(said) ?? countedBefore(said, "supposed") ?? (said.some(speaksOfOne) ? 1 : null);
  if (units !== null) return packOfSize(turn, units);
  // "79" alone is a street as well.
  const amounts = said.flatMap(amountsIn);
  const [priced, ...others] = flow.packs.filter(({ price }) => amounts.includes(price));
  return others.length === 0 ? (priced?.id ?? null) : null;
}

/** A number of a datum counts no goods; where a datum was dictated, no word of the message does. */
function besideItsData({ text, raw }: MessageReading): string {
  const data = Object.values(raw);
  return data.every((words) => text.includes(words))
    ? data.reduce((left, words) => left.replace(words, " , "), text)
    : "";
}

/** The customer's lines among the last of both. */
function heardIn({ input }: Turn): readonly string[] {
  return input.history.slice(-LAST_LINES).flatMap(({ role, content }) => (role === "user" ? [content] : []));
}

function toldIn({ input }: Turn): readonly string[] {
  return (input.session.ingestStatus?.timeline ?? []).map(({ message }) => message);
}
