/** Whether a number or an address in a message is the customer's own or a third person's. */

const BEFORE = [
  /(?<!\p{L})(?:(?:ya|yo)\s+(?:los?\s+|les?\s+)?llame|llam[éo]|llamamos|llamaron|llamaba|(?<!l[oae]s?\s)llaman|marqu[ée]|marcamos|escribí|escribieron|escribió|escriben|contest\p{L}+|habl[éo]|hablaron|consign\p{L}+|transfer\p{L}+|tran[s]?fer\p{L}+|gir[éo]|pagu[ée]|deposit\p{L}+)\s+(?:\p{L}+\s+){0,3}?(?:al?|del?|desde|con)(?:\s+(?:el|la|este|ese|un|n[uú]mero|celular|cel|correo|ustedes)){0,3}\s*:?\s*$/iu,
  /(?<!\p{L})(?:nequi|daviplata|cuenta|bancolombia|gu[ií]a|pedido|factura|nit|referencia|c[oó]digo)(?:\s+(?:\p{L}+)){0,4}\s*(?:[:#]\s*)?$/iu,
  /(?<!\p{L})(?:un|una|alguien|el|la)\s+(?:se[nñ]or(?:a|ita)?|tipo|persona|mensajero|asesora?|vendedora?)\s+(?:\p{L}+\s+){0,3}(?:del?|con)\s+(?:el\s+)?(?:n[uú]mero\s+)?$/iu,
  /(?<!\p{L})(?:su|el|un|de)\s+(?:\p{L}+\s+){0,2}(?:de\s+(?:ustedes|ellos|la\s+(?:tienda|empresa)|somnio|servicio\s+al\s+cliente))\s*(?:es|:)?\s*$/iu,
  /(?<!\p{L})(?:su|ese)\s+(?:n[uú]mero|celular|tel[eé]fono|whatsapp|correo)\s+(?:es\s+)?(?:el\s+)?$/iu,
];
const AFTER =
  /^\s*(?:,\s*)?(?:(?:es|era|son|no\s+es)\s*)?(?:el\s+|la\s+)?(?:n[uú]mero\s+|correo\s+)?(?:de\s+(?:ustedes|ellos|la\s+(?:tienda|empresa))|suyo)(?!\p{L})/iu;
/** "Él se llama Hernando, su celular …": of the one who receives the parcel, who is the customer's own. */
const OF_WHO_RECEIVES =
  /(?<!\p{L})(?:se\s+llama|me\s+llamo|a\s+nombre\s+de|para|recibe)\s[^\n]{2,160}[\s,;]su\s+(?:n[uú]mero|celular|cel|tel[eé]fono|whatsapp|correo)\s+(?:es\s+)?(?:el\s+)?$/iu;
/** "Su celular …" begins what is said: it goes on telling of the one who receives, unless it asks or complains. */
const GOES_ON =
  /^\s*(?:y\s+|el\s+de\s+)?su\s+(?:n[uú]mero|celular|cel|tel[eé]fono|whatsapp|correo)\s*(?:es\s+|:\s*)?(?:el\s+)?$/iu;
const IS_SILENT =
  /^\s*(?:,\s*)?(?:y\s+)?(?:(?:nunca|no|nadie)\s+(?:me\s+)?(?:contesta|responde|sirve|funciona|entra|aparece|existe)|suena|timbra|est[aá]\s+(?:apagad|ocupad|mal))/iu;
/** "A ella la llaman al …", "me ubican al …": the number on which the customer answers. */
const WHERE_TO_CALL =
  /(?<!\p{L})(?:la|lo|me|nos|le)\s(?:llam|marc|ubic|contact|encuentr|localiz|escrib|habl|timbr)(?:an?|en?)\s(?:\p{L}{1,10}\s){0,2}al?\s?$/iu;
/** "Llaman antes al …", "y llaman al …": a wish to the courier, in the form of a telling. */
const TO_BE_CALLED =
  /^\s*(?:(?:y|pero|que|mejor|me|por\sfavor|si|cuando)\s){0,2}llaman\s(?:\p{L}{2,10}\s){0,4}al\s(?:n[uú]mero\s|cel(?:ular)?\s)?$/iu;
/** "314… es el de la tienda", "el de la tienda es 314…": of a shop of the village, unless a question asks whether it is ours. */
const OF_A_SHOP =
  /(?:de\s+la\s+tienda(?:\s+(?:es|el))?\s*:?\s*$)|^\s*(?:,\s*)?(?:es\s+)?(?:el\s+)?(?:n[uú]mero\s+)?de\s+la\s+tienda(?!\p{L})/iu;
/** "El correo para la factura es …". */
const OWN_MAILBOX =
  /(?<!\p{L})(?:correo(?:\s+electr[oó]nico)?|e-?mail|mail)\s+p(?:ar)?a\s+(?:la|el|mi)\s+(?:factura|gu[ií]a|pedido|recibo)(?:\s+es)?\s*:?\s*$/iu;
const LOOKED_AT = 80;

/** "llamé al 310…", "el nequi de ustedes es 300…", "318… es de ustedes?": told, and not theirs. */
export function isSomebodyElses(text: string, index: number, end: number): boolean {
  const before = /[^.,;\n!?¿]*$/u.exec(text.slice(Math.max(0, index - LOOKED_AT), index))?.[0] ?? "";
  const isOfAnother =
    !OWN_MAILBOX.test(before) &&
    BEFORE.some((pattern) => pattern.test(before)) &&
    !OF_WHO_RECEIVES.test(text.slice(0, index)) &&
    !WHERE_TO_CALL.test(before) &&
    !(TO_BE_CALLED.test(before) && !text.includes("?") && !IS_SILENT.test(text.slice(end, end + LOOKED_AT))) &&
    !(GOES_ON.test(before) && !text.includes("?") && !IS_SILENT.test(text.slice(end, end + LOOKED_AT)));
  const isOfAShop = OF_A_SHOP.test(before) || OF_A_SHOP.test(text.slice(end, end + LOOKED_AT));
  if (isOfAShop && !text.includes("?")) return false;
  return isOfAnother || AFTER.test(text.slice(end, end + LOOKED_AT));
}

const TAKES_BACK =
  /(?<!\p{L})(?:perd[oó]n|digo|(?:le|te|se\s+lo)\s+repito|no\s+esper[ea]|disculpe[nm]?e?|corrijo|correcci[oó]n|equivo\p{L}+|confund\p{L}+|sino|mejor|mentira[s]?|ahora|(?:lo|se\s+me)\s+(?:bot|perd|da[nñ]|rob|cambi)\p{L}+)(?!\p{L})|(?<!\p{L})no\s*[,.;]|^[\s,.]*no\s+(?:es\s+)?$|(?<!\p{L})no\s+(?:es|era|mejor|perd[oó]n|mentira[s]?)(?!\p{L})/iu;

/** Words between two values when the second replaces the first: "… no, perdón, …". */
export function isCorrection(between: string): boolean {
  return TAKES_BACK.test(between.slice(0, 200));
}
