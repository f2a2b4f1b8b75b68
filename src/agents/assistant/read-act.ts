import { foldLetters } from "../../core/plain-text.ts";
import { type ReadWhen, readWhen } from "../../nlu/time/read-when.ts";
import { subjectOf } from "./subject-of.ts";
import { trimMarks, withoutTail } from "./trim-words.ts";

/** What a customer wants of the assistant, as rules read it. */
export type Act =
  | { readonly kind: "remind"; readonly subject: string; readonly when: ReadWhen; readonly isAsked: boolean }
  | { readonly kind: "list" }
  | { readonly kind: "cancel"; readonly subject: string }
  | { readonly kind: "move"; readonly subject: string; readonly when: ReadWhen }
  | { readonly kind: "help" }
  | { readonly kind: "greeting" }
  | { readonly kind: "thanks" }
  | { readonly kind: "drop" }
  | { readonly kind: "unknown" };

const REMINDER = "(?:recordatorios?|alarmas?|avisos?)";

const LIST = new RegExp(
  [
    `^tengo (?:algun )?recordatorios?$`,
    `\\b(?:que|cuales|cuantos|mis|ver|lista|listar|muestr[ae]\\w*|dime|digame|los)\\b[\\w ,]{0,30}\\brecordatorios\\b`,
    `\\b(?:recuerd[ae]|recorda)me (?:que|lo que) (?:tengo|hay)(?! que\\b)`,
    `\\bque (?:cosas )?tengo (?:pendientes?|agendad[oa]s?|programad[oa]s?|anotad[oa]s?)`,
  ].join("|"),
  "u",
);
const CANCEL = new RegExp(
  [
    `^cancelar$`,
    `\\b(?:cancel|borr|quit|elimin|anul|desactiv)[a-z]{0,6}\\b[\\w ,]{0,30}\\b${REMINDER}\\b`,
    `\\b(?:ya )?no (?:me lo |me )?(?:recuerde|recuerdes|recordes|avise|avises)\\b`,
  ].join("|"),
  "u",
);
const MOVE = new RegExp(
  [
    `^cambiar$`,
    `\\b(?:cambi|muev|mov|pas|corr|aplaz|aplac|pospon|reprogram)[a-z]{0,6}\\b[\\w ,]{0,30}\\b${REMINDER}\\b`,
    `^(?:no[, ]+)?(?:mejor )?(?:cambi[ae]|muev[ae]|pas[ae]|corr[ae]|aplac?z?[ae]|pospon(?:ga)?)(?:me)?l[oa]\\b`,
    `^(?:cambi[ae]|muev[ae]|pas[ae]|corr[ae]) (?:el|la) (?:de|del)\\b`,
  ].join("|"),
  "u",
);
/** A request to be reminded. `core/inbound/tool-request.ts` opens the tool to the same words. */
const REQUEST = new RegExp(
  [
    `\\bme (?:puede|puedes|podria|podrias|podes|ayuda a|ayudas a) (?:recordar|avisar)\\b`,
    `\\b(?:recordar|avisar)(?:me|nos)(?:l[oa]s?)?\\b`,
    `\\b(?:recuerd[ae]|record[ae]|acuerd[ae]|acord[ae])(?:me|nos)(?:l[oa]s?)?\\b`,
    `\\b(?:haz|hace|haga|hag[ae])me acordar\\b`,
    `\\b(?:pon|ponga|pone|crea|cree|apunt[ae]|anot[ae]|hag[ae]|haz|agreg[ae]|programe?a?)(?:me|le)? (?:un|una|otro|otra) ${REMINDER}\\b`,
    `\\bno (?:me )?(?:deje|dejes) olvidar\\b`,
  ].join("|"),
  "u",
);
/** Words that ask for it only beside a time: "eso me recuerda a mi abuelo" asks for nothing. */
const REQUEST_AT_A_TIME = /\bme (?:recuerd|avis)[ae]s?\b|\bavis[ae](?:me|nos)\b/u;
/** A plan that was told, not asked for. The customer is asked before anything is set. */
const PLAN =
  /\b(?:tengo que|debo|hay que|tengo (?:una |un |la |el )?(?:cita|reunion|clase|examen|turno|vuelo|control))\b/u;
const GREETING = /^(?:hola|buen[oa]s(?: dias| tardes| noches)?|buen dia|que mas|quiubo|hey|alo)\b[\w ,]{0,20}$/u;
const THANKS = /^(?:muchas |mil )?gracias\b|^(?:ok|listo|vale|perfecto|dale|bueno)[ ,.!]*(?:muchas )?(?:gracias)?$/u;
const GOODBYE =
  /^(?:chao|chau|adios|bye|hasta (?:luego|manana|pronto|la proxima)|nos (?:vemos|hablamos))\b[\w ,]{0,20}$/u;
const DROP = /^(?:no|nada|olvid[ae]l[oa]|dej[ae]l[oa]|ya no|mejor no|no gracias|dej[ae] asi)\b[\w ,]{0,12}$/u;
const HELP = /\b(?:ayuda|que (?:puede|puedes|sabe|sabes|podes) hacer|para que sirve|como funciona|opciones)\b/u;

const BEFORE_SUBJECT =
  /^(?:(?:[,.:;\s]+|por ?favor|porfa(?:vor|is)?|pls|que tengo que|que debo|que hay que|que toca|que me toca|tengo que|q toca|q|para|pa|de que|de|que|por ?fis)\b\s*)+/u;
const AFTER_SUBJECT = new Set(["por favor", "porfa", "porfavor", "porfis", "gracias", "si", "plis", "pls", "oye"]);

/** Deterministic. A text that no rule knows is `unknown`, and nothing is done. */
export function readAct(text: string, here: { readonly now: Date; readonly zone?: string }): Act {
  const said = text.normalize("NFC");
  const plain = foldLetters(said)
    .replace(/[¿?¡!.]+/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  if (LIST.test(plain)) return { kind: "list" };
  if (CANCEL.test(plain)) return { kind: "cancel", subject: affairOf(plain) };
  if (MOVE.test(plain))
    return { kind: "move", subject: affairOf(foldLetters(subjectOf(said))), when: readWhen(said, here) };
  const when = readWhen(said, here);
  if (REQUEST.test(plain) || (REQUEST_AT_A_TIME.test(plain) && when.kind !== "ask"))
    return { kind: "remind", subject: wantedOf(said), when, isAsked: true };
  if (PLAN.test(plain) && !said.includes("?") && when.kind !== "ask")
    return { kind: "remind", subject: plannedOf(subjectOf(said)), when, isAsked: false };
  if (HELP.test(plain)) return { kind: "help" };
  if (GREETING.test(plain)) return { kind: "greeting" };
  if (THANKS.test(plain) || GOODBYE.test(plain)) return { kind: "thanks" };
  if (DROP.test(plain)) return { kind: "drop" };
  return { kind: "unknown" };
}

/** The text of a reminder in the customer's own spelling. */
function wantedOf(said: string): string {
  const subject = subjectOf(said);
  const plain = foldLetters(subject);
  const found = REQUEST.exec(plain) ?? REQUEST_AT_A_TIME.exec(plain);
  // Letters that fold to another length leave the text as it stands.
  if (found === null || plain.length !== subject.length) return subject;
  const after = polished(subject.slice(found.index + found[0].length));
  return after === "" ? polished(subject.slice(0, found.index)) : after;
}

const plannedOf = (subject: string): string => {
  const plain = foldLetters(subject);
  const found = /\b(?:tengo que|debo|hay que|tengo(?: una| un| la| el)?)\s/u.exec(plain);
  return found === null || plain.length !== subject.length
    ? subject
    : polished(subject.slice(found.index + found[0].length));
};

function polished(text: string): string {
  const before = BEFORE_SUBJECT.exec(foldLetters(text));
  return withoutTail(trimMarks(before === null ? text : text.slice(before[0].length)), AFTER_SUBJECT);
}

const NO_AFFAIR = new RegExp(
  `\\b(?:${REMINDER}|cancel\\w*|borr\\w*|quit\\w*|elimin\\w*|anul\\w*|desactiv\\w*|cambi\\w*|muev\\w*|mov\\w*|pas[ae]\\w*|corr\\w*|aplaz\\w*|aplac\\w*|pospon\\w*|reprogram\\w*|ya|no|me|lo|la|el|los|las|de|del|para|por|favor|porfa|que|mejor|y|recuerd\\w*|avis\\w*|mi|ese|este|esa|esta|un|una)\\b`,
  "gu",
);

/** The words that name a reminder: "luz" of "quite el recordatorio de la luz". */
const affairOf = (plain: string): string =>
  plain
    .replace(NO_AFFAIR, " ")
    .replace(/[^a-z0-9 ]+/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
