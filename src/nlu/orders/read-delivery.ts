import type { DeliveryMention } from "../../core/ports/flow-reader.ts";
import { foldText } from "../text/fold-text.ts";
import { isAnyIn } from "../text/pattern-gate.ts";

const CARRIER = "(?:inter ?r?apidisimo|inter|servientrega|coordinadora|envia|deprisa|transportadora)";
const OFFICE = `(?:(?:la |una |alguna |su |esa )?(?:oficina|sucursal|agencia|bodega|sede|punto)(?: (?:mas cercana|de (?:la )?${CARRIER}|${CARRIER}))?|${CARRIER})`;
const COLLECTS =
  "(?:(?:rec(?:og(?!i\\b)|oj)|reclam|retir)\\w{1,8}|busc(?:o|ar|arl[oa]s?)|sac(?:o|a|ar|amos|arl[oa]s?)|(?:ella|el|mi \\w+|yo|nosotros) (?:pasa|baja|va|sale|viene)|paso|pasar|pasamos|bajo|bajar|bajamos|salgo|voy|vamos)";

/** The customer picks it up: by a verb of collecting, or sent to an office. */
const CHOOSES = [
  new RegExp(`\\b${OFFICE}\\b(?: \\w+){0,3} (?:rec(?:og(?!i\\b)|oj)|reclam|retir|sac)\\w{1,8}\\b`),
  // "Rosa Cuaspud 318 … oficina de Interrapidísimo de Ipiales": named among data, and nothing is said of the office itself.
  new RegExp(
    `\\b(?:oficina|sucursal|agencia|sede)(?: (?:principal|central))?(?: (?:de|del))?(?: la)? ${CARRIER}\\b(?!(?: \\w+){0,3} (?:queda|quedan|esta|estan|es|son|abre|abren|cierra|atiende|cobra|demora|le|lejos|mala|no)\\b)`,
  ),
  /\bpara (?:recoger|reclamar|retirar)(?:l[oa]s?)? (?:ahi|alla|alli|yo)\b/,
  new RegExp(`\\b(?:quede|sirve|me queda)(?: \\w+){0,3} ${OFFICE}\\b`),
  new RegExp(`\\b${COLLECTS}\\b(?: \\w+){0,4} (?:en|a|por|de)? ?${OFFICE}\\b`),
  /\b(?:lo|la|los) (?:recojo|reclamo|retiro)\b|\b(?:recogerl[oa]s?|reclamarl[oa]s?|retirarl[oa]s?)\b/,
  /^(?:(?:si|mejor|yo|prefiero|no|ok|listo|bueno) (?:, )?){0,3}(?:lo |la )?(?:recojo|recogo|recoger(?:l[oa])?|reclamo|reclamar(?:l[oa])?|retiro|paso por el|voy por el)(?: (?:yo|alla|mejor|mism[oa]|entonces))?$/,
  /\b(?:prefiero|quiero|mejor|voy a|puedo|(?:me (?:queda|sale) )?(?:mas facil|mejor)) (?:ir a )?(?:recoger|reclamar|retirar|pasar a recoger)\b/,
  new RegExp(
    `\\b(?:envi\\w{1,6}|mand\\w{1,6}|dej\\w{1,6}|llegue|llega|despach\\w{1,6}|que sea|seria|prefiero|mejor|mas facil)(?: \\w+){0,3} (?:a|en|por|hasta) ${OFFICE}\\b`,
  ),
  new RegExp(
    `^(?:(?:si|no|mejor|bueno|ok|listo|ah|pues|prefiero|entonces|yo) (?:, )?){0,3}(?:en |a |por |que sea en |que sea a )?${OFFICE}(?: (?:de|en) \\w+| mejor| entonces| pues| no mas| por favor| porfa| si| esta bien){0,2}(?: (?:porque|pues|ya que|que (?:aca|aqui|alla|por aca|a mi|en mi)) [^?]*)?$`,
  ),
];
/** "A la oficina de inter en Montería, que yo paso por él": said behind the office. */
const COMES_FOR_IT = new RegExp(
  `\\b${OFFICE}\\b(?:(?!\\bno\\b)[^?]){0,60}\\b(?:yo |ahi |alla |mi \\w+ )?(?:paso|pasamos|pasa|pasare|voy|vamos|va|ire|iremos) (?:yo )?(?:por (?:el|ella|ello|eso|l[oa]s?|alla|ahi)\\b|a (?:recoger|reclamar|retirar|buscar)l[oa]s?)`,
);
/** "…, oficina de interrapidisimo Yopal Casanare, …": the office where an address would stand. */
const STANDS_AS_ADDRESS = new RegExp(
  `^(?:(?:en|a|por|para|con entrega en|entrega en) )?(?:la )?(?:oficina|sucursal|agencia|sede) (?:de |del )?${CARRIER}(?: (?!(?:queda|esta|hay|lega|abre|abren|donde|cual|no|que|me|si|cobra|cobran|puede|es)\\b)\\w+){0,6}$`,
);
/** Two ways at once, another time, what only might be, and a question without its mark: none of them chooses. */
const CHOOSES_NONE =
  /\b(?:ustedes|hay (?:\w+ )?(?:oficina|inter|sucursal|sede|punto)|tienen|donde queda|cual|no se|vez pasada|la otra vez|si no (?:estoy|estamos|hay|me|lo))\b|\bo (?:(?:en|a|por|es|me|l[oa]s?|nos|toca|solo) ){0,3}(?:la |mi )?(?:casa|domicilio|puerta|servientrega|tra(?:e|en|er)|llevan|lleva|llegan?|entregan?)\b|\b(?:casa|domicilio|traen|llevan) o\b/;
/** Their own office is a door like any other. */
const OWN_OFFICE =
  /\b(?:mi|nuestra) oficina\b|\boficina (?:\d|donde trabajo)|\b(?:estoy|trabajo) en (?:la |una )?oficina\b/;
const MENTIONS =
  /\b(?:oficina|inter ?r?apidisimo|ofi(?:cina)? inter|servientrega|coordinadora|recogerl[oa]?s?|recoger|reclamarl[oa]?s?)\b/;
const AT_HOME =
  /^(?:(?:si|pues|mejor) )?(?:para (?:la |mi ))?cas(?:a|ita|ica)(?: (?:no mas|porfa|por favor|pues|mejor))?$|\b(?:a|en|hasta) (?:la |mi )(?:cas(?:a|ita|ica)|puerta|puertica|direcion|residencia|finca|fincacita)\b|\ba domicilio\b|^(?:(?:mejor|si|no|prefiero|pues|por|en) (?:, )?){0,3}domicilio\b|\b(?:prefiero|mejor|quiero) (?:el |por )?domicilio\b|\ben casa\b|\bque (?:me )?(?:lo )?(?:traigan|lleven)\b/;

/** "¿Dónde puedo reclamar …", "me lo suben o me toca bajar a reclamarlo": asked, with a mark or without. */
const WONDERS = new RegExp(
  `\\b(?:donde|como|cual|cuando) (?:\\w+ ){0,4}${COLLECTS}\\b|\\bo (?:me |nos |uno |lo )?(?:toca|tengo que|hay que|debo|puedo|tendria que) (?:\\w+ ){0,5}(?:${COLLECTS}|bajar|oficina)\\b`,
);

/** Requirement A20: chosen, or only mentioned. A question never chooses. */
export function readDelivery(text: string): DeliveryMention | null {
  const folded = foldText(text);
  if (OWN_OFFICE.test(folded)) return null;
  const isQuestion = folded.includes("?");
  const isOpen = isQuestion || CHOOSES_NONE.test(folded) || WONDERS.test(folded);
  const isDenied = /\bno (?:\w+ ){0,3}(?:oficina|recoger|recojo|inter)\b/.test(folded);
  const clauses = folded.split(" , ").map((clause) => clause.trim());
  const isChosen = [folded, ...clauses].some((said) => isAnyIn(CHOOSES, said));
  const isAddress = clauses.some((clause) => STANDS_AS_ADDRESS.test(clause));
  // "¿Me mandan uno a la oficina de Santa Rosa? Yo lo reclamo": what they say behind the question is none.
  const said = folded.slice(folded.lastIndexOf("?") + 1).trim();
  const isSaid = isQuestion && isAnyIn(CHOOSES, said) && !CHOOSES_NONE.test(said) && !WONDERS.test(said);
  if (!isDenied && (isAddress || COMES_FOR_IT.test(folded) || isChosen)) return isOpen && !isSaid ? "asked" : "pickup";
  if (AT_HOME.test(folded)) return isQuestion ? null : "home";
  return MENTIONS.test(folded) && !isDenied ? "asked" : null;
}
