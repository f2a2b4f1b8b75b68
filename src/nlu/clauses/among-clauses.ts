/** What a clause says among the others of its message: nothing alone, and no hindrance beside a yes. */
import type { ClauseKind } from "../../core/ports/flow-reader.ts";
import { withoutGreeting } from "../text/split-clauses.ts";
import { isBesideAYes } from "./beside-a-yes.ts";
import { RESERVES } from "./clause-words.ts";
import { withoutAddressing } from "./set-phrases.ts";
import { hasSlotNoun } from "./slot-nouns.ts";

export const SHORT_YES: ReadonlySet<ClauseKind> = new Set(["yes", "fine", "courtesy", "other"]);

/** A clause without the greeting and without what they call us. */
export function bare(clause: string): string {
  return withoutAddressing(withoutGreeting(clause).replace(/^, ?/, "")).trim();
}

/** "Uy espere, mejor dos", "pensándolo bien, dos": before another number it puts nothing off. */
export const STOPS_US =
  /^(?:(?:uy|ay|ah|no|oiga|mentiras?|pues|bueno|ya|sabe que) )*(?:esper[ea]|espereme|perdon|perdone|disculpe|pensandol[oa] (?:bien|mejor)|lo pense (?:bien|mejor)|cambie de (?:idea|opinion|parecer)|sabe que)$/;

export const WEIGHS = /^(?:(?:pues|bueno|ah|ay|ya) )*(?:yo )?(?:creo|pienso|diria) que si$/;
/** "Si dice q si": the one who decides says yes. "Si mi mamá dice que sí" may be a condition. */
export const REPORTS_A_YES =
  /^si (?:(?:ya|me|nos) ){0,2}(?:dice|dijo|dicen|dijeron)(?: (?:ella|el|(?:mi|la) [a-z]+))? que si(?: senora?)?$/;

/** "No, así está bien. Confirmo": nothing is to be changed. */
export function isNothingMore(said: readonly string[], kinds: readonly (readonly ClauseKind[])[]): boolean {
  const [no = "", next = ""] = said;
  const isFine = NOTHING_MORE.test(next) || (BIEN.test(next) && isBesideAYes(bare(next)));
  return /^no(?: senora?| senorita| mij[oa]| gracias)?$/.test(no) && isFine && kinds.at(-1)?.includes("yes") === true;
}

const NOTHING_MORE =
  /^(?:ya )?(?:nada mas|no mas|eso es todo|es todo|solo eso|asi (?:esta )?(?:bien|perfecto)|todo (?:esta )?bien|esta bien asi)$/;
const BIEN = / (?:bien|perfecto|excelente)$/;

/** "Ah bueno, noventa, entonces sí": what they were just told is said back, and agreed to. */
export function isEcho(said: readonly string[], kinds: readonly (readonly ClauseKind[])[], at: number): boolean {
  const clause = said[at] ?? "";
  if (!/^ah?\b/.test(said[0] ?? "") || kinds[at]?.join() !== "other" || clause.split(" ").length > ECHOED) return false;
  const isAnswered = kinds.slice(at + 1).every((of) => of.every((kind) => SHORT_YES.has(kind)));
  return (
    isAnswered &&
    kinds.at(-1)?.includes("yes") === true &&
    !RESERVES.test(clause) &&
    !hasSlotNoun(clause.replace(DAY, ""))
  );
}

const ECHOED = 5;
const DAY = /\b(?:lunes|martes|miercoles|jueves|viernes|sabado|dias?|mes(?:es)?|pastillas?|tabletas?|capsulas?)\b/g;

const PAUSE =
  "a ver|esper[ae](?:me|n)?|ya|ya va|ah|bueno|ok|y|que|yo|perdon|(?:(?:deme|dame|regaleme|permitame|en) )?un (?:momento|momentico|segundo|segundito|minuto|minutico|ratico|tantico)|(?:deje|deja|permita|permite|espere)(?:me)?|voy a|l[oa]s?|le|porfa|por favor";
/** "Un momentico verifico", "déjeme leo bien": a look at what we wrote. */
export const LOOKS = new RegExp(
  `^(?:(?:${PAUSE}) )*(?:leo|leer|miro|mirar|reviso|revisar|verifico|verificar|veo|ver|chequeo|busco las gafas|me pongo las gafas)(?:l[oa]s?)?(?: (?:bien|todo|rapido|otra vez|ahi|aca|eso|(?:los|mis) datos|(?:el|mi) (?:resumen|pedido|numero|nombre|celular)|la (?:direcion|cuenta)))*$`,
);
/** "Espere …", before such a look. */
export const PAUSES = new RegExp(`^(?:(?:${PAUSE})(?: |$))+$`);

/** What stands for how they pay and where the parcel goes. */
export const ONLY_HOW = /^(?:(?:pues|porfa|y|entonces|bueno) )*ahi(?: (?:pues|porfa|ahi))*$/;
/** "Ya le confirmo: sí". Without the colon the yes may only say that they will. */
const ANNOUNCES =
  /^(?:(?:bueno|listo|ok|pues) )*(?:ya )?(?:(?:se|les?|te|l[oa]) ){1,2}(?:confirmo|digo|respondo|contesto)$/;
const AS_FOLLOWS = /(?:confirmo|digo|respondo|contesto)\s*:/i;

/** `text`: the message in the customer's own signs. */
export function announcesAYes(
  said: readonly string[],
  kinds: readonly (readonly ClauseKind[])[],
  at: number,
  text: string,
): boolean {
  return ANNOUNCES.test(said[at] ?? "") && AS_FOLLOWS.test(text) && kinds[at + 1]?.includes("yes") === true;
}

/** "Dice casa 9, está bien. Sí confirmo": what they read aloud, and found right. */
export function isReadAloud(said: readonly string[], kinds: readonly (readonly ClauseKind[])[], at: number): boolean {
  const isRight =
    kinds[at + 1]?.some((kind) => kind === "yes" || kind === "fine") === true && BIEN.test(` ${said[at + 1] ?? ""}`);
  return (
    READS.test(said[at] ?? "") &&
    isRight &&
    kinds.slice(at + 1).every((of) => of.every((kind) => SHORT_YES.has(kind) && kind !== "other"))
  );
}

const READS =
  /^(?:(?:ahi|ya|si|ok|bueno|aqui) )*(?:dice|aparece|veo|pone|sale|leo)(?: (?!no\b|pero\b|mal\b|otr[oa]\b|cambi)[a-z0-9]+){1,6}$/;
