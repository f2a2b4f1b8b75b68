import { foldLetters } from "../../core/plain-text.ts";
import { trimMarks } from "./trim-words.ts";

const VERB =
  "(?:(?:envi[ae]|mand[ae])(?:le|les)?(?: (?:un )?(?:mensaje|whatsapp|wasap))?|escrib[ae](?:le)?|dile|digale|avis[ae]le)";
const WORDS = new RegExp(
  `^(?:por favor |porfa )?${VERB} a (?<to>[a-z][a-z .'-]{1,40}?|\\+?[\\d ]{7,20})(?: que|:|,)\\s+(?<text>.{2,})$`,
  "su",
);

/** "Dígale a Ana que llego tarde": who is to hear it, and what. Null when the words ask for no message. */
export function readMessage(text: string): { readonly to: string; readonly text: string } | null {
  const said = text.normalize("NFC").trim();
  const plain = foldLetters(said);
  const found = WORDS.exec(plain);
  const { to = "", text: words = "" } = found?.groups ?? {};
  // Letters that fold to another length would cut the customer's words in the wrong place.
  if (found === null || plain.length !== said.length) return null;
  const at = found[0].indexOf(to, found[0].indexOf(" a ") + 3);
  return { to: trimMarks(said.slice(at, at + to.length)), text: said.slice(said.length - words.length).trim() };
}
