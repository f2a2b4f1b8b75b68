import type { StandingQuestion } from "../../core/ports/flow-reader.ts";
import { foldText } from "../text/fold-text.ts";
import { isIn } from "../text/pattern-gate.ts";
import { withoutGreeting } from "../text/split-clauses.ts";
import type { AnswerEvidence } from "./answer-evidence.ts";

/** In fewer words a model has too little to go by; the rules know what they say. */
const FEWEST_WORDS: Partial<Readonly<Record<StandingQuestion, number>>> = { confirm: 3, buy: 3 };

/** Folded: what holds a yes back, however it is said. "Sí, pero a otra dirección", "si mi hija está de acuerdo", "el otro mes". */
const HOLDS_BACK =
  /\b(?:pero|aunque|solo que|excepto|salvo|menos|siempre y cuando|siempre que|con tal|depende|hasta que|no se si|todavia no|aun no|casi|de pronto|primero|en vez|quit[a-z]{1,6}|cambi[a-z]{1,6}|corri[gj][a-z]{1,6}|dud[a-z]{1,4}|lo piens[a-z]|lo habl[a-z]{1,3}|decid[a-z]{1,3}|consult[a-z]{1,5}|pregunt[a-z]{1,5}|tiemp(?:it)?o|me da (?:cos[a-z]{1,3}|miedo|pena|susto|desconfianza|pereza)|no confirm[a-z]{1,4}|factur[a-z]{1,5}|descuent[a-z]{1,2}|rebaj[a-z]{1,3}|(?:estoy|ando|quede) sin|cort[oa] de (?:plata|dinero|efectivo)|mas adelant[a-z]{1,5}|quincena|dentro de|(?:otra|proxima) semana|(?:otro|proximo) (?:mes|dia)|(?:antes|despues) del? (?:el )?(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo|\d{1,2}|fin|puente)|no est(?:oy|a|amos) de acuerdo|devuelv[a-z]|(?:cuando|apenas) (?:me|cobr[a-z]{1,3}|vuelv[a-z]|tenga|pueda))\b|\bsi (?:mi|me|nos|ella|el|se|hay|lo|la|los|las|puede[ns]?|llegan?|tiene|paga)\b|\?/;

/** "Sí, ando corta de plata" holds back; of a longer answer a model can tell whether a remark does. */
const WORDS_OF_A_REMARK = 10;

interface Said extends Pick<AnswerEvidence, "agrees" | "withholds"> {
  readonly question: StandingQuestion;
  readonly text: string;
}

/**
 * Whether a model may hear an answer in these words: there must be enough of them to go by. A yes to the summary orders, so the
 * rules must know the yes itself, and nothing beside it that asks or holds back; the model vouches for the rest. All else is
 * said back before anything is ordered.
 */
export function mayAnswer({ question, text, agrees, withholds }: Said): boolean {
  const folded = foldText(text);
  const words = (withoutGreeting(folded).match(/[a-z0-9]+/g) ?? []).length;
  if (words < (FEWEST_WORDS[question] ?? 1)) return false;
  if (question !== "confirm") return true;
  return agrees && !(withholds && words < WORDS_OF_A_REMARK) && !isIn(HOLDS_BACK, folded);
}
