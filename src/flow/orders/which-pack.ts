import { isHeld } from "../draft/binding-yes.ts";
import { clausesOf, figuresOf } from "../draft/clauses-of.ts";
import { because, type Draft, say, stageOf, type Turn } from "../draft/draft.ts";
import { enterPurchase, enterSummary, showOffer } from "../modes/enter-stage.ts";
import { packSpokenOf } from "../sale/pack-spoken-of.ts";

/**
 * A yes to the offer that names no pack. A customer who spoke of a number before means that number, and the
 * summary says it back; any other customer is asked which one.
 */
export function askWhichPack(turn: Turn, draft: Draft): Draft {
  const pack = packSpokenOf(turn);
  if (pack === null) return say(draft, "whichPack");
  return enterSummary(turn, because({ ...draft, pack }, `a yes, and pack ${pack} was spoken of before`));
}

/** The customer buys. "Esa me sirve", behind the price of two: two are noted, and said back at once. */
export function beginPurchase(turn: Turn, draft: Draft): Draft {
  const pack = draft.pack ?? packSpokenOf(turn);
  if (pack === draft.pack) return enterPurchase(turn, draft);
  return enterPurchase(turn, because({ ...draft, pack }, `a yes, and pack ${pack} was spoken of just now`));
}

/** "Redúzcalo a un frasco", at the summary of two: the next yes must not order the number that stands. */
export function countsAnew(turn: Turn): boolean {
  const { flow, input } = turn;
  const clauses = clausesOf(turn);
  if (stageOf(flow, input.session.mode) !== "summary" || clauses === null || clauses.includes("question")) return false;
  const chosen = flow.packs.find(({ id }) => id === input.session.packSeleccionado)?.quantity;
  return figuresOf(turn).some((number) => number !== (chosen ?? number));
}

/** "Mejor que sean uno", at the summary, guessed to be two: the number that they name is another. */
export function contradictsFigure(turn: Turn, pack: string | undefined): boolean {
  const quantity = turn.flow.packs.find(({ id }) => id === pack)?.quantity;
  return quantity !== undefined && countsAnew(turn) && !figuresOf(turn).includes(quantity);
}

/**
 * Another number than the summary's, beside words that no reading knows: no yes orders the old one. "Mejor bájele a dos, que la
 * plata no da", "me acaba de decir que uno": the summary says the one number back. Where several are named, or a trained head
 * hears a refusal and no clause chooses, the packs are shown.
 */
export function offerAnew(turn: Turn, draft: Draft): Draft {
  const [units, ...others] = new Set(figuresOf(turn));
  const pack = turn.flow.packs.find(({ quantity }) => quantity === units)?.id;
  const isNamed = !isHeld(turn) || clausesOf(turn)?.some((kind) => kind === "choice" || kind === "quantity") === true;
  if (pack !== undefined && others.length === 0 && isNamed)
    return enterSummary(turn, because({ ...draft, pack }, `another number, chosen in its clause: pack ${pack}`));
  return showOffer(
    turn,
    because({ ...draft, pack: null }, "another number, not understood: which pack is asked"),
    true,
  );
}
