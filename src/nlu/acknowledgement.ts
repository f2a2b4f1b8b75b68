import type { Acknowledgement } from "../core/ports/flow-reader.ts";
import { foldText } from "./fold-text.ts";

const YES = words("si sip sisas claro dale listo hagale hagamosle deuna obvio afirmativo seguro porfavor porfa");
const FINE = words(
  "ok oki okis okay okey vale bueno bien ya perfecto entendido entiendo correcto exacto genial super excelente aja estabien",
);
const COURTESY = words(
  "gracias agradezco agradecida agradecido amable bendiciones bendiga chao adios hastaluego tenga igualmente xd lol",
);
/** Words that go along with the others and say nothing alone. */
const FILLERS = words(
  "muy mil muchas muchisimas tan pues senor senora senorita amigo amiga le te se que buen buena feliz dia tarde noche todo toda y ah oh uy eso asi dios a usted de nada",
);

/** Folded phrases that count as one word of the lists above. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bde una\b/g, "deuna"],
  [/\besta bien\b/g, "estabien"],
  [/\bpor favor\b/g, "porfavor"],
  [/\b(?:hasta (?:luego|pronto|manana)|feliz noche)\b/g, "hastaluego"],
  [/\bpor (?:toda )?(?:la|su|tu) (?:informacion|atencion|ayuda|respuesta|tiempo)\b/g, ""],
];

const LAUGHTER = /^a?(?:j[aeio]|ha|js)+j?$/;
const YES_EMOJI = /[👍👌✅🤝]/u;

/**
 * What a message says that only acknowledges, whatever the run of words ("ok gracias", "jajaja dale", "👍"):
 * - `yes`: it answers a question with yes ("sí", "dale", "de una")
 * - `fine`: it may be a yes, or only "I read you" ("ok", "bueno", "👍")
 * - `courtesy`: thanks, laughter, goodbye: never a yes
 *
 * Null when the message says anything else as well.
 */
export function readAcknowledgement(text: string): Acknowledgement | null {
  let folded = foldText(text);
  for (const [phrase, word] of PHRASES) folded = folded.replace(phrase, word);
  const said = folded.split(" ").filter((word) => word !== "" && word !== ",");
  if (said.length === 0) return readEmoji(text);
  let strongest: Acknowledgement | null = null;
  for (const word of said) {
    const kind = kindOfWord(word);
    if (kind === null) return null;
    if (kind !== "filler") strongest = stronger(strongest, kind);
  }
  // "ok gracias" ends a conversation more often than it starts an order; "sí, gracias" is a yes.
  const thanks = said.some((word) => COURTESY.has(word));
  return strongest === "fine" && thanks ? "courtesy" : strongest;
}

function kindOfWord(word: string): Acknowledgement | "filler" | null {
  if (YES.has(word)) return "yes";
  if (FINE.has(word)) return "fine";
  if (COURTESY.has(word) || LAUGHTER.test(word)) return "courtesy";
  return FILLERS.has(word) ? "filler" : null;
}

function stronger(one: Acknowledgement | null, other: Acknowledgement): Acknowledgement {
  if (one === "yes" || other === "yes") return "yes";
  return one === "fine" || other === "fine" ? "fine" : "courtesy";
}

function readEmoji(text: string): Acknowledgement | null {
  if (!/\p{Extended_Pictographic}/u.test(text)) return null;
  return YES_EMOJI.test(text) ? "fine" : "courtesy";
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
