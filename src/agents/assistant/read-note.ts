import { foldLetters } from "../../core/plain-text.ts";
import { trimMarks, withoutTail } from "./trim-words.ts";

/** What a customer wants of their notes. */
export type NoteAct =
  | { readonly kind: "keep"; readonly text: string }
  | { readonly kind: "list" }
  | { readonly kind: "find"; readonly words: string }
  | { readonly kind: "forget"; readonly words: string };

const FORGET =
  /^(?:por favor )?(?:borr|quit|elimin|olvid)[a-z]{0,6} (?:la |esa |mi )?nota (?:de que|de|del|sobre) (.{2,80})$/u;
const LIST =
  /^(?:dime |digame |muestrame |muestreme |ver |cuales son )?(?:mis|las) notas$|^que notas tengo$|^que (?:tengo|te he pedido|le he pedido) anotad[oa]$/u;
const FIND = /^(?:busc[a-z]{1,4} )?(?:en mis notas|que anote|que tengo anotado) (?:sobre |de |del |lo de )?(.{2,80})$/u;
const KEEP =
  /^(?:hola |oye |por favor |porfa )?(?:anot[ae]|apunt[ae]|tom[ae] nota|tome nota|guard[ae](?=(?:me)? (?:esto|este dato)|(?:me)? ?:))(?:me)?(?: por favor| porfa)?(?: esto| este dato| una nota)?(?: de que| que| de)?[ :,]+(?!(?:un |el |este )?(?:gasto|recordatorio|alarma)\b)/u;
const TAIL = new Set(["por favor", "porfa", "gracias"]);

/** Null when the words are about no note. A note keeps the customer's own words. */
export function readNote(text: string): NoteAct | null {
  const said = text.normalize("NFC").trim();
  const folded = foldLetters(said);
  const plain = trimMarks(folded);
  const forget = FORGET.exec(plain)?.[1];
  if (forget !== undefined) return { kind: "forget", words: trimMarks(forget) };
  if (LIST.test(plain)) return { kind: "list" };
  const find = FIND.exec(plain)?.[1];
  if (find !== undefined) return { kind: "find", words: trimMarks(find) };
  const keep = KEEP.exec(folded);
  if (keep === null || folded.length !== said.length || said.includes("\n")) return null;
  const note = withoutTail(said.slice(keep[0].length), TAIL);
  // The tool wants the customer's words letter by letter.
  return note.length > 1 && said.includes(note) ? { kind: "keep", text: note } : null;
}
