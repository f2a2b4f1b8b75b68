import type { FoundConcern, OwnDoctor } from "../../core/ports/flow-reader.ts";
import { asks } from "../clauses/read-clauses.ts";
import { foldText } from "../text/fold-text.ts";
import { isIn } from "../text/pattern-gate.ts";
import { splitClauses } from "../text/split-clauses.ts";
import { type Head, readConcerns } from "./head.ts";

const DOCTOR =
  "(?:medic[oa]s?|doctora?|doctorcit[oa]|doc|cardiolog[oa]|psiquiatra|internista|especialista|ginecolog[oa]|neurolog[oa]|endocrinolog[oa]|nefrolog[oa]|oncolog[oa])";
const TALKS =
  "(?:pregunt\\w{1,5}|consult\\w{1,5}|habl(?:e|o|ar|are|amos)|coment\\w{1,4}|converse|cuadre|verifi(?:que|co)|averigu(?:e|o))";
/** "Le pregunté a mi doctor", "lo consulto con el médico el lunes". */
const ASKS_THEM = new RegExp(
  `\\b${TALKS}l?[oe]?s?\\b(?: \\w+){0,4} (?:al?|con|con el|con la|con mi|mi) (?:\\w+ )?${DOCTOR}\\b`,
);
/** "Mi médico dijo que sí", "la doctora me dio permiso", "me lo recomendó el doctor". */
const AGREES = new RegExp(
  `\\b${DOCTOR} (?:\\w+ ){0,4}(?:dij\\w{1,4}|dice|autoriz\\w{1,3}|permit\\w{1,4}|dej[oa]|aprob\\w{1,3}|recomend\\w{1,3}|recomiend\\w|acept\\w{1,2}|dio)\\b|\\b(?:autorizo|permitio|dejo|aprobo|recomendo|dijo que si|dio permiso) (?:\\w+ ){0,2}${DOCTOR}\\b|\\b${DOCTOR}\\b(?: \\w+){0,4} (?:que si|que puedo|que podia|que bien|sin problema|que no hay problema|que tranquil[oa])\\b`,
);
const FORBIDS =
  /\b(?:prohib\w{1,4}|quito|no (?:me |le |se |lo |la )*(?:dej\w{1,3}|autoriz\w{1,3}|permit\w{1,3}|recomiend\w|recomend\w{1,3}|acept\w{1,2}|pued\w{1,2}|pod(?:ia|ria))|que no(?! (?:hay|tiene|pasa|habia))|sin (?:pregunt|consult|permiso)\w{0,5})\b/;

/** Whether the customer takes it to a doctor of their own, over all messages; null when they forbade it, or none is spoken of. */
export function readOwnDoctor(messages: readonly string[]): OwnDoctor | null {
  const clauses = messages.flatMap((text) => splitClauses(foldText(text)).map((clause) => clause.text));
  const told = clauses.filter((clause) => !asks(clause)).join(" , ");
  if (isIn(FORBIDS, told)) return null;
  if (isIn(AGREES, told)) return "agreed";
  return isIn(ASKS_THEM, told) ? "asked" : null;
}

/** What any customer asks before they buy, ill or not. */
const OF_THE_SALE =
  /\b(?:cuant\w{1,2}|precio|valor|vale|cuesta|costo|envi\w{1,4}|mand\w{1,3}|lleg\w{1,3}|demor\w{1,3}|pag\w{1,3}|contra ?entrega|nequi|daviplata|tarjeta|donde|ubicad\w{1,2}|tienda|invima|trae\w?|vien\w{1,2}|funciona|me sirve|sirve (?:para|pa|a)|ayuda|promo\w{0,6}|descuento|pedi\w{1,4}|comprar\w{0,2}|toma(?:n|rsela)?|natural)\b/;

/**
 * Marks the concerns about which the customer asks for advice: a question of which no sale is made of ("¿lo puedo tomar?"), or one
 * that names the concern itself.
 */
export function withAskedFor(
  heads: readonly Head[],
  messages: readonly string[],
  found: readonly FoundConcern[],
): readonly FoundConcern[] {
  if (found.length === 0) return found;
  const questions = messages.flatMap((text) =>
    splitClauses(foldText(text)).flatMap((clause) => (asks(clause.text) ? [clause.text] : [])),
  );
  const isOpen = questions.some((question) => !isIn(OF_THE_SALE, question) || isIn(MAY_I, question));
  const named = new Set(
    readConcerns(
      heads,
      questions.map((question) => question.replace(NO_ILLNESS, "")),
    ).map(({ concern }) => concern),
  );
  return found.map((one) => (isOpen || named.has(one.concern) ? { ...one, needsAdvice: true } : one));
}

/** A time of life: "¿para una señora con la menopausia sirve?" asks whether it works. */
const NO_ILLNESS = /\b(?:pre|peri)?menopausi[a-z]{1,3}\b/g;

/** "¿Me lo puedo tomar?", "¿no me hace daño?", "¿sirve igual?". */
const MAY_I =
  /\b(?:pued\w{1,2} (?:\w+ ){0,2}(?:tom\w{1,6}|usar\w{0,2}|consum\w{1,5})|podr\w{1,3} (?:\w+ ){0,2}tom\w{1,6}|dan[oa]|danino|malo|afect\w{1,3}|choc\w{1,2}|problema|peligr\w{1,5}|riesgo|interac\w{2,6}|mezcl\w{1,4}|combin\w{1,4}|pasa (?:algo|nada)|igual)\b/;
