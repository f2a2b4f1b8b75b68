/** A message as its numbers are counted: "x2" is "2", "3 p las del turno" is "3 para …". */
export function asCounted(text: string): string {
  return inSpanish(text)
    .replace(ONE_DAY, " ")
    .replace(ONE_ALONE, "$1")
    .replace(ONE_OF_THEM, "$1")
    .replace(TIMES, " $1$2 ")
    .replace(FOR_SHORT, "para ")
    .replace(FOR_THE, "para el ");
}

/** "Un frasco uno solo para mí". */
const ONE_ALONE =
  /(?<!\p{L})(un\s+\p{L}{3,14})\s*,?\s+uno\s+(?:sol[oa]|solit[oa]|solamente|nada\s+m[aá]s|no\s+m[aá]s|nom[aá]s)(?!\p{L})/giu;
/** "2 mejor, uno pa mi tía": one of the two. "2 para mí, uno para mi tía" are shares. */
const ONE_OF_THEM =
  /^((?:(?!\sp(?:ara|a|\b))[^,.?!\n]){0,40}(?<![\p{L}\d])(?:[23]|dos|tres)(?![\p{L}\d])(?:(?!\sp(?:ara|a)\s)[^,.?!\n\d]){0,15}),\s*(?:y\s+)?(?:un[oa]|1)\s+(?:(?:es|va|ser[ií]a)\s+)?(?:para|pa)\s[^,.?!\n]{2,30}$/iu;

/** On the islands, and in jest: "I want dos", "two". */
function inSpanish(text: string): string {
  return text
    .replace(/(?<!\p{L})i\s+(?:want|need|take)(?!\p{L})/giu, "quiero")
    .replace(/(?<!\p{L})two(?!\p{L})/giu, "dos")
    .replace(/(?<!\p{L})three(?!\p{L})/giu, "tres");
}

/** "X2", "2x", "x 3 porfa". Not "2x1", "79 x 2", "x 3 meses" ("por 3 meses" counts nothing anyway). */
const TIMES = /(?<![\p{L}\d]|\d[ ,.]{1,2})(?:x\s?([1-9])(?![\p{L}\d.,]|\s?[x%])|([1-9])\s?x(?![\p{L}\d]|\s?[\d$]))/giu;
/** "Pido 3 p las del turno". Not "3 p. m.". */
const FOR_SHORT = /(?<=\s)p\s(?=(?:l[oa]s?|el|mis?|nosotr[oa]s|un[oa]?)\s)/giu;
const FOR_THE = /(?<=\d\s|\p{L}\s)pal\s/giu;

/** "Deme una de prueba y si duermo le compro los tres": what they would buy one day. */
const ONE_DAY =
  /(?<!\p{L})(?:y\s+)?si\s+(?:(?:me|le|nos|les|de\s+verdad|s[ií])\s+){0,2}(?:sirven?|funcionan?|duermo|duerme|gustan?|hacen?|resultan?|caen?\s+bien)(?!\p{L})[^.;!?\n]{0,20}(?<!\p{L})(?:compr|llev|pid|encarg)[^.,;!?\n]*/giu;

/** "El de dos, que sale más barato cada uno". */
const EACH_IS_CHEAPER =
  /,?\s(?:que|porque)\s(?:me\s)?(?:sale|vale|queda|cuesta)n?\s(?:\p{L}+\s){0,3}cada\sun[oa](?!\p{L})/iu;

export function withoutPriceOfEach(text: string): string {
  return text.replace(EACH_IS_CHEAPER, "");
}
