import { foldText } from "./fold-text.ts";
import { isAnyIn } from "./pattern-gate.ts";

const RULES =
  "(?:reglas?|instruc\\w{3,8}|indicac\\w{3,6}|ordenes|restric\\w{3,8}|politicas?|programacion|configuracion|prompts?|limites|lo anterior|todo lo (?:anterior|que)|rules?|instructions?|previous)";
/** Words to a machine about itself, folded. */
const FOLDED: readonly RegExp[] = [
  new RegExp(
    `\\b(?:ignor|olvid|omit|descart|desobede|salt|sobreescrib|bypass|disregard|forget|override)\\w{0,5} (?:\\w+ ){0,5}${RULES}\\b`,
  ),
  /\b(?:jailbreak|prompt|modo (?:desarrollador|dios|admin\w{0,9}|depuracion|debug|prueba|sin filtro)|developer mode|system (?:message|prompt|override)|mensaje del (?:administrador|sistema))\b/,
  /\b(?:set|pon\w{0,4}|coloc\w{1,4}|cambi\w{1,5}|baj\w{1,4}|dej\w{1,4}|fij\w{1,3}) (?:\w+ ){0,4}(?:precio|price|total|valor|costo)? ?(?:a|en|to|de|por|es)? ?(?<!\b\d )(?:0|cero)(?: pesos| cop)?(?= |$)(?! \d\b)/,
  /\b(?:price|precio|total|valor) (?:0|cero)\b|\b(?:a|por|en|de) (?:0|cero) pesos\b/,
  /\b(?:a partir de ahora|desde ahora|ahora|you are now|from now on) (?:eres|seras|actua|responde|you)\b|\b(?:actua|comportate|finge|pretende|act|pretend) (?:como|que|ser|as)\b/,
  /\brepite (?:la palabra|exactamente|conmigo|despues de mi|esto)\b|\b(?:di|(?<!\b(?:esto|eso|celular|aparato) )escribe|responde) (?:solo|solamente|unicamente|la palabra) \w+/,
  /\b(?:create|place|confirm|set|mark|insert|update|delete|drop|select) (?:\w+ ){0,3}(?:order|orders|price|table|from|pedidos?)\b/,
  /\bsoy (?:el|la|un|una|tu|su) (?:\w+ )?(?:duen[oa]|jef[ea]|gerente|admin\w{0,9}|programador\w?|desarrollador\w?|creador\w?|supervisor\w?|tecnic[oa])\b(?: \w+){0,12} (?:autoriz\w{1,5}|apr[ou]\w{2,6}|gratis|cero|0|descuento|orden\w{1,3}|pong?\w{0,3}|cambi\w{1,3}|confirm\w{1,4}|sin costo)\b/,
  /\b(?:todos los pedidos|all orders|base de datos de pedidos)\b/,
];
/** Signs that folding takes away. */
const WRITTEN: readonly RegExp[] = [
  /^\W{0,4}(?:system|sistema|admin|administrador|assistant|asistente|developer|root)\s{0,2}[:>\]]/iu,
  /\[\s{0,2}(?:system|sistema|admin|mensaje|instruc|inst\b)/iu,
  /<\/?(?:button|script|system|prompt|order|pedido|admin|img|div|a)\b[^>]{0,80}>/iu,
  /\{\s{0,2}"?(?:price|precio|order|tool|role|total)"?\s{0,2}:/iu,
];

/**
 * Whether a message orders the machine about instead of telling the shop something. Nothing in it
 * counts: no datum, no quantity, no yes.
 */
export function readsAsInstruction(text: string): boolean {
  const folded = foldText(text);
  return isAnyIn(WRITTEN, text) || isAnyIn(FOLDED, folded);
}
