import type { Acknowledgement } from "../core/ports/flow-reader.ts";
import { foldText } from "./fold-text.ts";

const YES = words(
  "si sip sisas sisenor claro dale listo hagale hagamosle deuna obvio afirmativo seguro porfavor porfa aja ajam ujum uhum acepto aceptado correcto correctisimo mismosdatos exacto exactamente asies esoes deacuerdo yes yep oka todobien mesirve meparecebien conmuchogusto",
);
const FINE = words(
  "ok oki okis okay okey okok vale bueno bien ya perfecto entendido entiendo comprendo genial super excelente buenisimo chevere bacano estabien",
);
const COURTESY = words(
  "gracias agradezco agradecida agradecido amable bendiciones bendiga bendigale chao chaito adios hastaluego tenga igualmente xd lol quedoatenta mm hm pilas saludos",
);
/** Words that go along with the others and say nothing alone. */
const FILLERS = words(
  "muy mil muchas muchisimas tan pues senor senora senorita amigo amiga don dona doctor doctora parce veci vecina vecino mija mijo linda sumerce le te se me la lo los buen buena feliz dia tarde noche fin semana todo toda y e ah oh uy ay eh bn eso esta asi dios a usted ustedes de nada es con entonces ahi",
);

/** Folded phrases that count as one word of the lists above. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bde una(?: vez)?\b/g, "deuna"],
  [/\b(?:que|q) (?=(?:amable|bien|bueno|tenga|dios|le vaya|este|pase|buen)\b)/g, ""],
  [/\ble vaya (?:muy )?bien\b/g, "hastaluego"],
  [
    /\b(?:que )?(?:pase|tenga|este) (?:un |una |muy )?(?:feliz|buen|buena|lindo|linda|bien)(?: (?:dia|tarde|noche|fin de semana))?\b/g,
    "hastaluego",
  ],
  [/\b(?:quedo|estoy|estare|quedamos) (?:atent[oa]s?|pendiente)\b/g, "quedoatenta"],
  [/\bya (?:me |lo |la |nos )?(?:llego|recibi)(?: (?:todo|bien|el pedido|mi pedido))?\b/g, "quedoatenta"],
  [
    /\b(?:son |siguen (?:siendo )?|con |a )?(?:l[oa]s? )?mism[oa]s?(?: datos| direcion| de siempre| de antes)?\b|\b(?:todo )?(?:sigue|esta|queda) igual\b|\btodo igual\b/g,
    "mismosdatos",
  ],
  [/\basi es\b/g, "asies"],
  [/\beso (?:es|si)\b/g, "esoes"],
  [/\bes (?:correcto|asi|eso)\b/g, "correcto"],
  [/\b(?:esta|estan|todo|toda) (?:todo |muy )?(?:correcto|perfecto|en orden)\b/g, "correcto"],
  [/\b(?:todo (?:esta )?|esta todo )(?:muy )?bien\b/g, "todobien"],
  [/\besta (?:muy )?bien\b/g, "estabien"],
  [/\bme parece (?:muy )?(?:bien|perfecto|excelente)\b/g, "meparecebien"],
  [/\bde acuerdo\b/g, "deacuerdo"],
  [/\bcon (?:mucho )?gusto\b/g, "conmuchogusto"],
  [/\bpor favor\b/g, "porfavor"],
  [/\b(?:hasta (?:luego|pronto|manana)|feliz noche)\b/g, "hastaluego"],
  [/\b(?:por|x) (?:toda |todo )?(?:la|su|tu|el) (?:informacion|atencion|ayuda|respuesta|tiempo|dato)\b/g, ""],
];

const LAUGHTER = /^(?:a?(?:j[aeiou]|ha|js|kj)+j?|m+|hm+|a+h+|u+y+)$/;
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
