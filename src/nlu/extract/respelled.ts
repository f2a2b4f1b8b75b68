import { editDistance } from "../../core/nearest-name.ts";
import { plainText, titleCase } from "../../core/plain-text.ts";
import { soundOf } from "../text/sound-of.ts";
import type { Extracted, Told } from "./field-kinds.ts";

const LETTER =
  "(?:doble\\s{1,3})?(?:la\\s{1,3})?(?:\\p{L}|be|ve|uve|ce|ese|zeta|seta|hache|ye|i\\s{1,3}griega|jota|ge|ka|cu|eñe)";
/** "Perdón, Chaves con s al final", "es Quelis, con Q". */
const SPELLED = new RegExp(
  `(?<!\\p{L})(?:perd[oó]n|es|digo|corrijo|p[oó]ngale|nombre|apellido)\\s{0,2}[,:]?\\s{1,3}(\\p{L}{3,20})\\s{0,2},?\\s{1,3}(?:y\\s{1,3})?(?:es\\s{1,3}|va\\s{1,3})?con\\s{1,3}${LETTER}(?![\\p{L}])`,
  "giu",
);

/** A name that is spelled once more takes the place of the one that sounds like it. */
export function withRespelled(text: string, { fields, raw }: Told, known: Extracted): Told {
  if (text.includes("?")) return { fields, raw };
  const spelled: Extracted = { ...fields };
  const from: Extracted = { ...raw };
  for (const [said, word = ""] of text.matchAll(SPELLED))
    for (const kind of ["given_name", "surname"] as const) {
      const whole = spelled[kind] ?? known[kind];
      const isAgain = kind === "given_name" && text.includes(`${word} ${fields.surname ?? known.surname ?? "\n"}`);
      const old = whole?.split(" ").find((one) => isLike(one, word) || isAgain);
      if (whole === undefined || old === undefined || old === titleCase(word)) continue;
      spelled[kind] = whole.replace(old, titleCase(word));
      from[kind] = said;
      break;
    }
  return { fields: spelled, raw: from };
}

const MOST_CHANGED = 2;

/** The same sound, or one that differs by a letter or two: "Kelly" and "Quelis". */
function isLike(one: string, other: string): boolean {
  const [a, b] = [soundOf(plainText(one)), soundOf(plainText(other))];
  return a === b || (a.length > MOST_CHANGED && a.charAt(0) === b.charAt(0) && editDistance(a, b) <= MOST_CHANGED);
}
