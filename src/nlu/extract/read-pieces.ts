import { placeAtStart } from "../places/find-place.ts";
import type { Extracted, ExtractionContext, Told } from "./field-kinds.ts";
import type { Piece } from "./message-pieces.ts";
import { type PiecesSoFar, wordsOf } from "./pieces-so-far.ts";
import { readBare } from "./read-bare.ts";
import { READ_LABELLED } from "./read-labelled.ts";

/** Names, places and neighbourhoods; `left` is what is none of them. */
export function readPieces(
  pieces: readonly Piece[],
  found: Told,
  context: ExtractionContext,
): { readonly told: Told; readonly left: string } {
  const told: Extracted = { ...found.fields };
  const raw: Extracted = { ...found.raw };
  const reading: PiecesSoFar = { told, raw, known: context.known, context };
  const left: string[] = [];
  const open: Piece[] = [];
  // What says what it is comes first, so that what does not can be seen beside it.
  for (const piece of pieces.filter((one) => !isOutdone(one, pieces))) {
    if (piece.label === null) open.push(piece);
    else {
      const after = READ_LABELLED[piece.label](reading, piece);
      // "no es Cali, es Palmira": no name, and still something.
      if (after === null && piece.said === "") open.push({ ...piece, label: null });
      else if (after === null) left.push(`${piece.said}${piece.text}`);
      else if (after !== "")
        open.push({
          ...piece,
          label: null,
          said: "",
          text: after,
          isPlace: piece.label === "lives" && LIVES.test(piece.said),
        });
    }
  }
  const mayBeBare = context.isAsked || told.address !== undefined || Object.keys(told).length >= 2;
  for (const [at, piece] of open.entries()) {
    // "Gracias, Jairo" may well be said to Jairo.
    const isAddressed = THANKS.test(open[at - 1]?.text ?? "") && pieces.length === 2;
    if (isAddressed || !(mayBeBare && readBare(reading, piece))) left.push(piece.text);
  }
  return { told: { fields: told, raw }, left: left.join(", ") };
}

/** "soy de Bogotá pero vivo en Medellín", "estoy en Cali pero el envío es para Buga": where it is to be sent says more. */
function isOutdone(piece: Piece, pieces: readonly Piece[]): boolean {
  if (piece.label !== "lives") return false;
  const rank = (one: Piece): number =>
    one.label === "lives" ? PLACE_SAID.findIndex((said) => said.test(one.said)) : -1;
  const own = rank(piece);
  return own >= 0 && pieces.some((other) => rank(other) > own && placeAtStart(wordsOf(other.text)) !== null);
}

const THANKS = /^(?:muchas\s+|mil\s+)?gracias$/iu;

const LIVES = /^(?:viv|est|resid|radic|me\s+encuentro)/iu;

/** The words before a place, those that say least about a delivery first. */
const PLACE_SAID = [/^(?:soy|somos)\s/iu, LIVES, /(?:env|ped|mand|despach)/iu];
