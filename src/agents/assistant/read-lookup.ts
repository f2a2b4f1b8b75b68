import { foldLetters } from "../../core/plain-text.ts";
import { trimMarks } from "./trim-words.ts";

/** What a customer wants found, and where. */
export type LookupAct =
  | { readonly kind: "documents" }
  | { readonly kind: "in_documents"; readonly words: string }
  /** In the documents and the notes. */
  | { readonly kind: "anywhere"; readonly words: string }
  | { readonly kind: "web"; readonly words: string };

const PAPER =
  "(?:documentos?|archivos?|pdf|contratos?|facturas?|excel|hojas? de calculo|cotizacion(?:es)?|polizas?|recibos?|extractos?|manual(?:es)?)";
const LOOK = "(?:busc[a-z]{1,6}|encuentr[a-z]{1,4}|mir[ae]me|consult[ae](?:me)?|revis[ae](?:me)?)";
const WEB = "(?:en|por) (?:internet|la web|google|la red)";

const LIST =
  /^(?:que|cuales|mis|ver|muestr[a-z]{1,4}|lista(?:r)?|cuantos)\b[\w ]{0,25}\b(?:documentos|archivos)\b(?: (?:tengo|tienes|tiene|hay|te (?:he )?(?:mande|mandado|envie|enviado)|le (?:he )?(?:mande|mandado|envie|enviado)|guardados?))*$/u;
const ON_WEB = [
  new RegExp(`^(?:por favor )?(?:investig[a-z]{1,4}|${LOOK}) (?:me )?${WEB} (.{2,200})$`, "u"),
  new RegExp(`^(?:por favor )?(?:investig[a-z]{1,4}|${LOOK}) (.{2,200}) ${WEB}$`, "u"),
  /^(?:por favor )?investig(?:a|ue|ame|ueme) (?:sobre |acerca de |que es )?(.{2,200})$/u,
  /^(?:googlea|busca(?:me)? noticias|busque(?:me)? noticias) (?:de |sobre )?(.{2,200})$/u,
];
const IN_PAPER = [
  new RegExp(
    `^(?:que|cuanto|cuando|quien|donde|como|cual)\\b.{0,60}\\b(?:dice|aparece|pone|sale|esta|figura|vence|vale|hay)\\b.{0,80}\\b(?:mis?|el|la|los|las|del|ese|esa|este|esta) (?:${PAPER})\\b.{0,80}$`,
    "u",
  ),
  new RegExp(
    `^(?:en|segun) (?:mis?|el|la|los|las|ese|esa|este|esta) ${PAPER}(?: que (?:te|le) (?:mande|envie|pase))?[ ,:]+(.{3,200})$`,
    "u",
  ),
  new RegExp(`^${LOOK} (.{2,150}) en (?:mis?|el|la|los|las|ese|esa|este|esta) ${PAPER}$`, "u"),
  new RegExp(`^${LOOK} en (?:mis?|el|la|los|las|ese|esa|este|esta) ${PAPER} (.{2,150})$`, "u"),
];
const ANYWHERE = new RegExp(`^(?:por favor )?${LOOK} (.{2,150})$`, "u");

/** Null when the words ask for nothing to be found. */
export function readLookup(text: string): LookupAct | null {
  const plain = foldLetters(text.normalize("NFC"))
    .replace(/[¿?¡!.]+/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  if (LIST.test(plain)) return { kind: "documents" };
  const web = first(ON_WEB, plain);
  if (web !== null) return { kind: "web", words: trimMarks(web) };
  const paper = first(IN_PAPER, plain);
  if (paper !== null) return { kind: "in_documents", words: trimMarks(paper) };
  const anywhere = ANYWHERE.exec(plain)?.[1];
  return anywhere === undefined ? null : { kind: "anywhere", words: trimMarks(anywhere) };
}

/** What stands in the hole of the first pattern that fits; a pattern without one means all the words. */
function first(patterns: readonly RegExp[], plain: string): string | null {
  for (const pattern of patterns) {
    const found = pattern.exec(plain);
    if (found !== null) return found[1] ?? plain;
  }
  return null;
}
