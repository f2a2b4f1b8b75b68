import type { IntentRule } from "../../nlu/intents/intent-rule.ts";

const CHEATS = "(?:rob|estaf|tumb|engan|timb|atrac|embauc)";
const A_CHEAT = "(?:estafas?|tumbes?|robos?|fraudes?|fals[oa]s?|trampas?|enganos?|engano)";

/** It has happened, and with us. */
const COMPLAINS =
  /\b(?:ustedes|usted) (?:ya )?(?:me|nos) \w+(?:aron|ieron)\b|\bno (?:me |nos )?(?:sirvio|funciono|llego|ha llegado)\b|\b(?:llevo|llevamos) (?:\w+ ){0,4}(?:tomando|esperando)\b|\bme siento\b|\b(?:ustedes )?son un[oa]s\b/;

/** "Me da desconfianza pagar antes": how one pays is the answer. */
const PAYS = /\bpag(?:o|ar|are|ue|arlo)\b/;

/** "¿Todavía puedo …?", "¿alcanzo a …?" */
const MAY_STILL = "\\b(?:todavia|aun|alcanz\\w{1,4}|a tiempo|se puede|puedo|podria|sera que|si)\\b";

/** Rules whose intent is an entry of the shop's knowledge (`knowledge.ts`). */
export const ENTRY_RULES: readonly IntentRule[] = [
  {
    name: "does-not-trust",
    intent: "knowledge.seguridad",
    weight: 92,
    patterns: [
      /\b(?:desconfi\w{2,6}|no (?:me )?(?:fio|confio|tengo confianza|inspiran? confianza|dan? confianza)|mala espina|quien me (?:\w+ ){0,2}(?:asegura|garantiza|dice|responde) (?:\w+ ){0,2}que (?:no|si|me|es|son|esto|eso|llega)|como (?:se|sabe uno|sabemos|puedo saber|puedo confiar|confio|hago para saber|estoy segur[oa]) (?:yo |uno )?(?:si|que) (?:no|si|me|es|son|esto|eso|ustedes|de verdad))\b/,
      new RegExp(
        `\\b(?:no|miedo|temor|susto|culillo|vaya[ns]?|van|pueden?|quieren?|hacen) (?:\\w+ ){0,4}(?:me|nos|l[oaes]s?|uno) ?(?:van a |vayan a |vaya a |quieren )?${CHEATS}\\w{1,5}\\b`,
      ),
      new RegExp(`\\b(?:es|sea|sera|son|sean|parece|suena a|huele a) (?:\\w+ ){0,2}${A_CHEAT}\\b`),
      /\b(?:es|son|sera|seran|que tan) (?:\w+ ){0,2}(?:confiables?|de confianza|de fiar|seri[oa]s?|legales y serios)\b/,
      /\b(?:hay|existe|con|tant[oa]s?|much[oa]s?) (?:\w+ )?(?:tant[oa]s?|much[oa]s?) ?(?:\w+ )?(?:estafa\w{0,3}|robos?|fraudes?|ladron\w{0,3}|hampon\w{0,2}|inseguridad|enganos?|bandid\w{1,2}|avivat\w{1,2})\b/,
    ],
    unless: [COMPLAINS, PAYS],
  },
  {
    name: "speaks-of-fraud",
    intent: "knowledge.seguridad",
    weight: 65,
    patterns: [
      new RegExp(
        `\\b(?:${CHEATS}(?:ar(?:me|nos|l[oa])?|aron|ado|ada|en|an|o|e)|estafa\\w{0,5}|fraudes?|ladron\\w{0,3})\\b`,
      ),
    ],
    unless: [COMPLAINS, PAYS],
  },
  {
    name: "asks-for-a-prescription",
    intent: "knowledge.receta",
    weight: 92,
    patterns: [
      /\b(?:con|sin|necesit\w{1,3}|requier\w{1,3}|piden?|exigen?|toca|llevar|hay que|hace falta) (?:(?:llevar|tener|presentar|alguna?|la|una|con|o) ){0,3}(?:formula|receta|orden medica|prescripcion)\b/,
      /\b(?:formula|receta|orden) (?:medica|del? (?:medico|doctora?))\b.{0,20}\?/,
    ],
    unless: [/\b(?:tengo|traigo|me dieron|mi medico|mi doctora?)\b/],
  },
  {
    name: "pays-in-parts",
    intent: "knowledge.cuotas",
    weight: 92,
    patterns: [
      /\b(?:la )?mitad (?:\w+ ){0,3}(?:y|e) (?:\w+ ){0,3}(?:la otra|otra|mitad|el resto|lo demas|resto)\b/,
      /\b(?:recib|acept|pued|pag|cobr|dej|manej)\w{1,4} (?:\w+ ){0,3}(?:(?:en|a|por) (?:dos|tres|varias|varios|2|3) (?:partes|pagos|contados|cuotas)|a cuotas|por cuotas|por partes|por abonos)\b/,
    ],
  },
  {
    name: "may-an-order-still-change",
    intent: "knowledge.cambios-del-pedido",
    weight: 92,
    patterns: [
      new RegExp(
        `${MAY_STILL}.{0,30}\\b(?:cambi|agrand|aument|ampli|agreg|subir|suba|pasar|pase|modific)[a-z]{0,5}(?: (?:el pedido|la cantidad))? a (?:un[oa]?|dos|tres|[123])\\b`,
      ),
      new RegExp(`${MAY_STILL}.{0,30}\\b(?:dos|tres|[123]|un[oa]?)\\b.{0,12}\\ben (?:vez|lugar) de\\b`),
      new RegExp(`${MAY_STILL}.{0,20}\\ben (?:vez|lugar) de (?:un[oa]|dos|tres|[123])\\b`),
      /\bhasta cuando (?:\w+ ){0,4}(?:cambiar|cancelar|arrepent\w+|modificar)/,
    ],
  },
  {
    name: "asks-for-a-sample",
    intent: "knowledge.muestras",
    weight: 90,
    patterns: [
      /\bmuestr(?:as?|icas?|itas?)(?: gratis| medicas?)?\b(?! (?:la|el|los|las|su|foto|sangre))/,
      /\b(?:regalan?|obsequian?|dan) (?:un[oa]s?|algun[oa]|medi[oa]) (?:(?:past\w{1,5}|tablet\w{1,4}|pep\w{1,4}|sobre\w{0,4}) )?(?:para|pa) (?:probar|ensayar|mirar|ver)\b/,
    ],
    unless: [/\bmuestr[ae](?:me|nos|n)\b/],
  },
  {
    name: "may-another-receive-it",
    intent: "knowledge.nadie-en-casa",
    weight: 85,
    patterns: [
      /\b(?:l[oa]s? )?(?:pueden?|podrian?) dejar(?:l[oa]s?)? (?:con|donde|en) (?:un[oa]|el|la|mi|los) (?:vecin\w{1,5}|porteri\w|porter\w|celador\w?|vigilante|tienda|familiar|herman\w)\b/,
      /\b(?:quien|como) (?:me )?l[oa] reciben?\b(?! a)/,
      /\bno hay (?:ni )?(?:nadie|uno|un alma|quien)\b.{0,30}\b(?:que|como|quien) (?:hago|hacemos|hacen|pasa|recib\w{1,3})\b/,
    ],
  },
  {
    name: "asks-who-makes-it",
    intent: "knowledge.fabricacion",
    weight: 88,
    patterns: [
      /\b(?:quien|quienes|donde|en donde|que (?:laboratorio|empresa|marca)) (?:es que )?(?:l[oa]s? |eso )?(?:fabric|produc|elabor|hac)(?:a|an|en|e)\b(?! (?:envio|entrega|el pedido))/,
      /\bde (?:que|cual) laboratorio\b/,
    ],
  },
];
