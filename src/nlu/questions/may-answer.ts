import type { StandingQuestion } from "../../core/ports/flow-reader.ts";
import { foldText } from "../text/fold-text.ts";
import { isIn } from "../text/pattern-gate.ts";
import { withoutGreeting } from "../text/split-clauses.ts";
import type { AnswerEvidence } from "./answer-evidence.ts";

/** In fewer words a model has too little to go by; the rules know what they say. */
const FEWEST_WORDS: Partial<Readonly<Record<StandingQuestion, number>>> = { confirm: 3, buy: 3 };

/** Folded: what sets a condition, asks, or takes something back, however it is said. "Si mi hija está de acuerdo", "con tal que …". */
const CONDITIONS =
  /\b(?:siempre y cuando|apenas (?:me|cobr[a-z]{1,3}|vuelv[a-z]|tenga|pueda)|cuando (?:me pag[a-z]{1,4}|cobr[a-z]{1,3}|vuelv[a-z]|tenga|pueda)|aunque no|no (?:estoy|ando)(?: [a-z]+){0,2} (?:convencid|segur|decidid)[a-z]{1,3}|(?:estoy|ando|quede) sin|cort[oa] de (?:plata|dinero|efectivo)|tiempito|dud[a-z]{1,4}|factur[a-z]{1,5}|mas adelant[a-z]{1,5}|dentro de|(?:otra|proxima) semana|(?:otro|proximo) (?:mes|dia)|(?:antes|despues) del? (?:el )?(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo|\d{1,2}|fin|puente)|me da (?:cos[a-z]{1,3}|miedo|pena|susto|desconfianza|pereza)|siempre que|con tal|un dia de estos|en lo que [a-z]{4,12}|que (?:mi|el|la) [a-z]{2,12} (?:lo )?(?:confirme|decida|autorice|apruebe)|(?:direc?cion|numero|telefono|celular|barrio|casa) (?:viej|antigu|anterior)[a-z]{0,2}|depende|no se si|todavia no|aun no|en vez|corri[gj][a-z]{1,6}|no confirm[a-z]{1,4}|descuent[a-z]{1,5}|rebaj[a-z]{1,3}|no est(?:oy|a|amos) de acuerdo|devuelv[a-z])\b|\bpero\W*$|\bsi (?:alguien|alguno|mi(?! (?:amor|amorcito|vida|cielo|rey|reina|reinita|corazon|nin[ao]|gente|lind[oa]|hermosa|bella|senorita)\b| senora (?:,|$))|me|nos|ella|el|se|hay|lo|la|los|las|puede[ns]?|llegan?|tiene|paga|de verdad|alcanzan?|ustedes|manana|hoy|dicen?|vienen?|sirven?|funcionan?|(?:es[oea]|esto|todo) (?:llegan?|sirven?|funcionan?|vienen?|valen?|me|se|es verdad|es cierto|es original))\b|\?/;

/** "Que salga hoy mismo si se puede": asked for out of politeness, and no condition. */
const OUT_OF_POLITENESS =
  / si (?:se (?:puede|pudiera|podria)|es (?:posible|tan amable|tan gentil)|me hace(?:n)? el favor|no es (?:mucha )?molestia)(?= ,|$| (?:gracias|porfa|por favor|senorit[ao]|veci\w*|mij[oa])(?: |$))/g;

/** Folded: what mostly holds a yes back, and may stand beside one: "sí, pero a otra dirección", "sí pero que llegue rápido". */
const HOLDS_BACK =
  /\b(?:pero|aunque|solo que|excepto|salvo|menos|hasta que|casi|de pronto|primero|quit[a-z]{1,6}|cambi[a-z]{1,6}|lo piens[a-z]|lo habl[a-z]{1,3}|decid[a-z]{1,3}|consult[a-z]{1,5}|pregunt[a-z]{1,5}|tiempo|quincena|(?:dice|dijo|dicen|dijeron)(?: [a-z]+){0,2} que (?:no|mejor|mas|luego|despues|todavia|aun|l[oa]s? (?:piens|va a))|cuando me)\b/;

/** "Sí, ando corta de plata" holds back; of a longer answer a model can tell whether a remark does. */
const WORDS_OF_A_REMARK = 10;
/** "Ya hablé con las niñas, sí": in fewer words the rules know each yes. */
const WORDS_OF_AN_UNKNOWN_YES = 4;

/** What may stand before a yes: a sound, a greeting, whom they call. */
const BEFORE_IT =
  "^(?:(?:ay|ah|aja|bueno|pues|ok|listo|perfecto|vale|ombe|uy|eh|ya|mij[oa]|primo|vecin[oa]|senorita|doctora?|camarita|perdon|buen[oa]s(?: (?:dias|tardes|noches))?|hola|siendo asi|que|de una) (?:, )?){0,3}";
/** "Si" may begin a condition: it is a yes beside these, or before a comma. */
const AGREES_TO =
  "si(?= ,|$| (?:si|senor|mi\\b(?! (?:mama|papa|hij|espos|marid|mujer|senora))|mij[oa]|todo|toda|es[eoa]\\b|asi|ya\\b|confirm|hag|dale|dele|porfa|claro|perdon|correct|esta\\b|sumerce|patron|parce|mano\\b|mani\\b|herman[oa]|primo|vecin|camarita|don\\b|dona\\b|ombe|q(?:ue)?\\b|amor|pues|de una|(?:mand|envi|despach)[ae](?:me)?l[oa]))";
/** "Si alguien lo reclama, confirmo", "aunque mi esposo decide": as it was written, for "sí" with its accent is none. */
const MAY_BE_IF = new RegExp(`(?<![\\p{L}])(?!${AGREES_TO})si\\s+(?!${AGREES_TO})\\p{L}|(?<![\\p{L}])decid[eai]`, "iu");
/** A yes that the rules for clauses do not see, because words that they do not know stand in its clause: "sí mani todo fino". */
const OPENS_WITH_A_YES = new RegExp(
  `${BEFORE_IT}(?:${AGREES_TO}|(?:si{2,}|sisi(?:si)?|sip|sipi|sisas|yes|confirm(?:o|ad[oa]|ao)|dale|dele|hagale|hagamosle|claro|obvio|correcto|(?:todo|eso|asi|todos) (?:esta |estan |ta )?(?:muy )?(?:correcto|bien|bn|perfecto|ok|melo)|(?:mand|envi|despach)[ae](?:me)?l[oa]s?|de acuerdo|afirmativo|conforme|totalmente)\\b)`,
);
const ENDS_WITH_A_YES = /\b(?:que|q) si(?= ,|$)|\bconfirm(?:o|ad[oa]|ao)(?= ,|$)/;

interface Said extends Pick<AnswerEvidence, "agrees" | "withholds"> {
  readonly question: StandingQuestion;
  readonly text: string;
}

/** How sure a model must be to hear an answer: as sure as it was trained to be, or surer. */
export type Leave = "if_heard" | "if_sure" | "if_certain" | "no";

/** The probability from which on a model is sure, or certain. */
export const LEAST: Readonly<Record<Exclude<Leave, "no">, number>> = { if_heard: 0, if_sure: 0.9, if_certain: 0.98 };

/**
 * Whether a model may hear an answer in these words: there must be enough of them to go by. A yes to the summary orders, so the
 * rules must know the yes itself, and nothing beside it that asks or holds back; the model vouches for the rest, and must be
 * sure where a remark stands in the clause of the yes. All else is said back before anything is ordered.
 */
export function mayAnswer({ question, text, agrees, withholds }: Said): Leave {
  const folded = foldText(text);
  const words = (withoutGreeting(folded).match(/[a-z0-9]+/g) ?? []).length;
  if (words < (FEWEST_WORDS[question] ?? 1)) return "no";
  if (question !== "confirm") return "if_heard";
  if (isIn(CONDITIONS, folded.replace(OUT_OF_POLITENESS, ""))) return "no";
  const isYes = agrees || isIn(OPENS_WITH_A_YES, folded) || isIn(ENDS_WITH_A_YES, folded);
  const isIf = MAY_BE_IF.test(text.replace(OUT_OF_POLITENESS, ""));
  if (isIn(HOLDS_BACK, folded)) return isYes && !isIf ? "if_certain" : "no";
  // "Eso sí mijo, no le falta nada, mándelo": so few words beside a yes seldom do anything but withhold it.
  if (withholds && words < WORDS_OF_A_REMARK) return agrees ? "if_certain" : "no";
  if (agrees) return isIf ? "if_certain" : "if_heard";
  return isYes ? "if_sure" : words < WORDS_OF_AN_UNKNOWN_YES || isIf ? "no" : "if_certain";
}
