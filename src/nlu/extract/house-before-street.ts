/**
 * The house that is named before its street: "Taller Motofaber cra 14 # 5-61", "Café La Floresta, cra 13 # 19-44". The courier
 * finds it by that name, so it belongs to the address, and it is no neighbourhood.
 */
const BUSINESS =
  "taller|almac[eé]n|caf[eé]|cafeter[ií]a|tienda|granero|panader[ií]a|pasteler[ií]a|droguer[ií]a|farmacia|peluquer[ií]a|barber[ií]a|sal[oó]n\\sde\\sbelleza|restaurante|asadero|papeler[ií]a|ferreter[ií]a|miscel[aá]nea|supermercado|minimercado|autoservicio|carnicer[ií]a|veterinaria|lavadero|gimnasio|hotel|hostal|colegio|escuela|jard[ií]n\\sinfantil|cl[ií]nica|hospital|consultorio|notar[ií]a|juzgado|alcald[ií]a|compraventa|dep[oó]sito|f[aá]brica|montallantas|bodega|variedades|confecciones";

/** Up to the street, with a name of one to five words and perhaps a comma behind it. */
const NAMED = new RegExp(
  `(?<![\\p{L}\\d])(?:${BUSINESS})\\s(?!(?:de\\s)?(?:mi|la\\sesquina|queda|est[aá]|es)(?!\\p{L}))(?:[\\p{L}\\d'&.-]{1,20}[\\s]){0,4}[\\p{L}\\d'&.-]{1,20}[\\s,]{1,3}$`,
  "iu",
);
/** "Al lado de la tienda El Sol, calle 5 …": where the house stands, and not which it is. */
const BESIDE =
  /(?<!\p{L})(?:lado|frente|diagonal|cerca|junto|detr[aá]s|cuadras?|arriba|abajo|antes|despu[eé]s)\s[^,.;]{0,12}$/iu;
/** Words that no name of a house holds. */
const OTHER =
  /(?<!\p{L})(?:cel(?:ular)?|tel(?:[eé]fono)?|nombre|barrio|que|donde|vivo|trabajo|estoy|por|para|pero|soy|y\s(?:el|la|mi))(?!\p{L})|\d{3}/iu;

/** The words before a street that name the house, with the blank behind them; empty when none does. */
export function houseBeforeStreet(before: string): string {
  const named = NAMED.exec(before)?.[0] ?? "";
  if (named === "" || OTHER.test(named)) return "";
  return BESIDE.test(before.slice(0, before.length - named.length)) ? "" : named;
}
