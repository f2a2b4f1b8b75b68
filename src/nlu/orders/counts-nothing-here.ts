/** "Otra página me da 2 por 99", "en la droguería está a 40": another shop's number. */
const OF_ANOTHER_SHOP =
  /\b(?:otr[oa]s? (?:pagina|lado|parte|tienda|vendedora?|senora?|persona|anuncio|drogueria|farmacia|sitio|negocio)s?|mercado ?libre|amazon|temu|drogueria|farmacia|exito|tik ?tok|alla)\b(?: \w+){0,6} (?:a|en|por|esta|estan|vale|valen|cuesta|cuestan|da|dan|deja|dejan|vende|venden)(?: (?:a|en|por|l[oa]s|el|los)){0,2}(?: (?:un[oa]?|dos|tres|[123]))?(?: (?:a|en|por))? \d{2,6}\b/;
/** "¿Me lo iguala?": the price of another shop. */
const MATCH_IT =
  /\bme l[oa]s? (?:puede[ns]? )?igual(?:a|as|an|ar|aria|arias|arian)\b|\bigual(?:e|en|eme|enme|emel[oa]s?|ar|arme|armel[oa]s?) (?:el |ese |la |esa )?(?:precio|oferta|promo|promocion)\b/;
/** "Pedí dos frascos y me trajeron uno": what was bought before, and how it came. */
const CAME_OTHERWISE =
  /\b(?:pedi|pedimos|compre|compramos|pague|pagamos|encargue|encargamos)\b(?: \w+| ,){0,12} (?:trajeron|trajo|llego|llegaron|mandaron|enviaron|vino|venia|venian|entregaron|habia)\b/;

/** "Hace 12 días pedí un frasco y hasta la fecha nada": what was bought before, and did not come. */
const DID_NOT_COME =
  /\b(?:hace|llevo|van)\b.{0,25}\b(?:dias?|semanas?|mes(?:es)?|rato|tiempo)\b (?:que )?(?:yo )?(?:pedi|pedimos|compre|compramos|encargue|encargamos|hice)\b.{0,80}\b(?:nada|no (?:me )?(?:ha|han|llega|llego)|sin (?:respuesta|noticias|razon))\b/;

/** "Ayer encargué un frasco, necesito anularlo": an order that is there already. */
const ORDERED_BEFORE =
  /\b(?:ayer|antier|anteayer|anoche|esta manana|hace (?:rato|un rato|\w+ dias?)|el (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo)(?: pasado)?) (?:yo |les? )?(?:pedi|encargue|compre|hice)\b(?!.{0,60}\b(?:quiero|necesito|deme|mandeme) (?:otr|mas|un|dos|tres|\d))/;

/** "Es 1 sola pasta diaria o son 2", "es una tableta o dos": how it is taken. */
const OF_A_DOSE =
  /\b(?:un[oa]?|1|dos|2|tres|3) (?:sol[oa] )?(?:past\w{1,6}|tablet\w{1,5}|capsul\w{1,4}|pep\w{1,4})(?: [a-z]+){0,3} o (?:(?:son|es|de a|toca|hay que tomar) ){0,2}(?:un[oa]?|dos|tres|[123])(?= |$)/;
/** "¿Qué diferencia hay entre llevar uno solo y llevar varios?": numbers that are compared. */
const COMPARED =
  /\b(?:que|cual es la) (?:diferencia|ventaja|beneficio|ganancia)\b[^,?]{0,40}\b(?:un[oa]?|1|dos|2|tres|3)\b/;

/** "¿2 frascos para cuántos meses alcanzan?": how long they last. */
const LASTS =
  /\b(?:un[oa]?|dos|tres|[123])(?: \w+){0,2} (?:para|por|a) (?:cuant[oa]s? (?:tiempo|meses|dias|semanas|noches)|cuanto)\b/;

/** "Regalan una para probar", "una vecina cayó en una venta falsa": a sample, and a person. */
const NO_GOODS =
  /\b(?:regalan?|obsequian?|dan) un[oa] (?:para|pa) (?:probar|ensayar|mirar|ver)\b|^(?:(?:a|es que|pues|mire|,) ){0,2}una? (?:vecin|amig|conocid|compan?er|senora?|prim|tia?|sobrin|cunad|client)\w{0,4} (?:mi[oa] |de \w+ )?(?:cay|compr|pid|le |me |se |fue|tuvo|perdi)/;

/** "¿Será mejor de una vez los dos? No sé qué hacer": who cannot decide has chosen none. */
const UNDECIDED =
  /\b(?:no se|ni se|no sabria) (?:que hacer|cual(?:es)?|cuant[oa]s|que (?:pedir|llevar|comprar|escoger))\b/;

/** The customer names another shop's price. Folded text. */
export function namesAnotherPrice(folded: string): boolean {
  return OF_ANOTHER_SHOP.test(folded) || MATCH_IT.test(folded);
}

/** Its numbers are of another shop, or of a parcel that has come: no wish of now. Folded text. */
export function countsNothingHere(folded: string): boolean {
  return namesAnotherPrice(folded) || OF_THE_PAST_OR_NO_WISH.some((pattern) => pattern.test(folded));
}

const OF_THE_PAST_OR_NO_WISH: readonly RegExp[] = [
  CAME_OTHERWISE,
  DID_NOT_COME,
  ORDERED_BEFORE,
  OF_A_DOSE,
  COMPARED,
  LASTS,
  NO_GOODS,
  UNDECIDED,
];

/** Patterns of what counts nothing here, for rules of a shop. */
export const COUNTS_NOTHING_HERE: readonly RegExp[] = [
  OF_ANOTHER_SHOP,
  MATCH_IT,
  OF_A_DOSE,
  COMPARED,
  NO_GOODS,
  UNDECIDED,
];
