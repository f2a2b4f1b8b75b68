import type { Acknowledgement } from "../core/ports/flow-reader.ts";
import { foldText } from "./fold-text.ts";

const YES = words(
  "si sip sisas sisenor claro dale dele listo hagale hagamosle deuna obvio afirmativo seguro porfavor porfa aja ajam ujum uhum acepto aceptado correcto correctisimo mismosdatos exacto exactamente asies esoes deacuerdo yes yep oka todobien mesirve meparecebien conmuchogusto",
);
const FINE = words(
  "ok oki okis okay okey okok vale bueno bien ya perfecto entendido entiendo comprendo genial super excelente buenisimo chevere bacano estabien",
);
const NO = words("no nop nel nones nanay negativo paranada");
const COURTESY = words(
  "gracias agradezco agradecida agradecido amable bendiciones bendiga bendigale chao chaito adios hastaluego tenga igualmente xd lol quedoatenta mm hm pilas saludos",
);
/** Words that go along with others and say nothing alone. */
const FILLERS = words(
  "muy mil muchas muchisimas tan pues senor senora senorita amigo amiga don dona doctor doctora parce parcero veci vecina vecino mija mijo linda sumerce le te se me la lo los buen buena feliz dia tarde noche fin semana todo toda y e ah oh uy amor reina corazon vida hermano hermana nina ay eh bn eso esta asi dios a usted ustedes de nada es con entonces ahi",
);

/** Folded phrases that count as one word of the lists above. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bde una(?: vez)?\b/g, "deuna"],
  [/\bclaro que si\b/g, "claro"],
  // It announces something, and agrees to nothing.
  [
    /\b(?:ya|ahora|ahorita|enseguida|en un momento) (?:mismo |casi )?(?:se l[oa]s?|le|les|te) (?:mando|envio|paso|escribo|doy|comparto) (?:l[oa]s|mis|todos los|el|la) (?:datos|direcion|informacion)\b/g,
    "quedoatenta",
  ],
  [/\bpara nada\b/g, "paranada"],
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
  [
    /\bque (?:mi )?dios (?:me |los )?(?:l[oae]s?|te) (?:bendiga|pague|guarde)\b|\b(?:mi )?dios (?:me )?(?:l[oae]s?|te) (?:bendiga|pague|guarde)\b/g,
    "bendiga",
  ],
  [/\bmi (amor|reina|corazon|vida|nina)\b/g, "$1"],
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
  [/\bgracias por todo\b/g, "gracias"],
];

const LAUGHTER = /^(?:a?(?:j[aeiou]|ha|js|kj)+j?|m+|hm+|a+h+|u+y+)$/;
const YES_EMOJI = /[👍👌✅🤝]/u;

/**
 * What a message says that only acknowledges, whatever the run of words ("ok gracias", "jajaja
 * dale", "👍"):
 * - `yes`: it answers a question with yes ("sí", "dale", "de una")
 * - `fine`: it may be a yes, or only "I read you" ("ok", "bueno", "👍")
 * - `courtesy`: thanks, laughter, goodbye: never a yes
 * - `no`, `no_thanks`: it answers a question with no ("no señor", "para nada", "no, gracias")
 *
 * null when the message also says something else.
 */
export function readAcknowledgement(text: string): Acknowledgement | null {
  let folded = foldText(text);
  for (const [phrase, word] of PHRASES) folded = folded.replace(phrase, word);
  const said = folded.split(" ").filter((word) => word !== "" && word !== ",");
  if (said.length === 0) return readEmoji(text);
  const kinds = new Set(said.map(kindOfWord));
  if (kinds.has(null)) return null;
  if (kinds.has("no")) return readDenial(said);
  const strongest = (["yes", "fine", "courtesy"] as const).find((kind) => kinds.has(kind)) ?? null;
  // "ok gracias" ends a conversation more often than it starts an order; "sí, gracias" is a yes.
  const thanks = said.some((word) => COURTESY.has(word));
  if (strongest === "yes" && thanks && !said.some((word) => YES.has(word) && !ENDS_A_TALK.has(word))) return "fine";
  return strongest === "fine" && thanks ? "courtesy" : strongest;
}

/** "Listo, gracias" may be a yes, or the end of a conversation. */
const ENDS_A_TALK = words("listo dale dele oka todobien");

type Kind = Acknowledgement | "filler" | null;

/** Words that may stand beside a no: "no sé" and "no entiendo" say something else. */
const BESIDE_NO = words(
  "pues senor senora senorita amigo amiga veci vecina vecino mija mijo parce sumerce linda muchas mil muy ay ah uy eh",
);

/** "No señora" and "ok, no" are no, "no, muchas gracias" is one with thanks. */
function readDenial(said: readonly string[]): Acknowledgement | null {
  const first = said.findIndex((word) => NO.has(word));
  const before = said.slice(0, first).every((word) => FINE.has(word) || BESIDE_NO.has(word));
  const beside = said.slice(first).filter((word) => !NO.has(word) && !BESIDE_NO.has(word));
  if (!before || beside.some((word) => word !== "gracias" && word !== "amable")) return null;
  return beside.length > 0 ? "no_thanks" : "no";
}

const NUMBERS: ReadonlyMap<string, number> = new Map([
  ...["un uno una", "dos", "tres", "cuatro", "cinco", "seis"].flatMap((names, index) =>
    names.split(" ").map((name) => [name, index + 1] as const),
  ),
  ...Array.from({ length: 9 }, (_, index) => [String(index + 1), index + 1] as const),
]);

/** "2", "dos", "2️⃣ por favor": a small number and nothing else. */
export function readBareNumber(text: string): number | null {
  const words = foldText(text)
    .replace(/\bpor favor\b|\bporfa\b|\bgracias\b/g, "")
    .split(" ")
    .filter((word) => word !== "" && word !== ",");
  return words.length === 1 ? (NUMBERS.get(words[0] ?? "") ?? null) : null;
}

/** A folded word that acknowledges, or may go along with one that does. */
export function isAcknowledgingWord(word: string): boolean {
  const kind = kindOfWord(word);
  return kind !== null && kind !== "no";
}

function kindOfWord(word: string): Kind {
  if (NO.has(word)) return "no";
  if (YES.has(word)) return "yes";
  if (FINE.has(word)) return "fine";
  if (COURTESY.has(word) || LAUGHTER.test(word)) return "courtesy";
  return FILLERS.has(word) ? "filler" : null;
}

function readEmoji(text: string): Acknowledgement | null {
  if (!/\p{Extended_Pictographic}/u.test(text)) return null;
  return YES_EMOJI.test(text) ? "fine" : "courtesy";
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
