/**
 * A house that the customer describes ("subiendo la loma, la última casa de ladrillo"), where its address is what we ask for:
 * whatever shows a place is taken, unless the words say something else. The summary says it back.
 */
import { COUNTRYSIDE_NOUN } from "../places/countryside.ts";

/** What a house is, has or is beside, and the ways to it. A shop is known by its ending: "ferretería", "carnicería". */
const SHOWS_A_PLACE = new RegExp(
  `(?<!\\p{L})(?:${COUNTRYSIDE_NOUN}|casas?|casita|rancho|apartamento|apto|local|pieza|habitaci[oó]n|lote|bodega|puesto|taller|fachada|rejas?|port[oó]n|puerta|porter[ií]a|garaje|balc[oó]n|tanque|guardia|recepci[oó]n|piso|esquina|cuadras?|calle|callej[oó]n|carretera|trocha|camino|v[ií]a|loma|cancha|coliseo|estadio|parque|plaza|plazoleta|polideportivo|piscina|iglesia|capilla|templo|colegio|escuela|universidad|jard[ií]n|hospital|cl[ií]nica|puesto\\s+de\\s+salud|ancianato|hogar|cementerio|alcald[ií]a|estaci[oó]n|bomba|terminal|aeropuerto|muelle|puente|r[ií]o|quebrada|ca[nñ]o|laguna|playa|kiosc?o|quiosco|caseta|tienda|granero|supermercado|mercado|galer[ií]a|olimpica|lavadero|billar(?:es)?|cantina|hotel|hostal|residencias|restaurante|asadero|sal[oó]n|banco|notar[ií]a|juzgado|batall[oó]n|base|comando|cuartel|cai|c[aá]rcel|penitenciar[ií]a|invasi[oó]n|asentamiento|sector|manzana|torre|bloque|conjunto|edificio|unidad|ciudadela|urbanizaci[oó]n|entrada|salida|subida|bajada|subiendo|bajando|pasando|llegando|entrando|saliendo|diagonal|frente|enfrente|detr[aá]s|atr[aá]s|lado|lados|junto|cerca|cerquita|seguid[oa]|enseguida|arriba|abajo|derecha|izquierda|fondo|lindando|\\p{L}{3,15}er[ií]a|\\d{1,4}\\s{1,3}metros)(?!\\p{L})`,
  "iu",
);

/** A sentence about the customer, the sale or a time, and no description. */
const SAYS_OTHER =
  /(?<!\p{L})(?:no(?!\s+(?:hay|tiene|tenemos|existe)\s+(?:nomenclatura|n[uú]meros?|placa|direcci[oó]n))|ni|nunca|qu[ie]{1,2}r[oe]\p{L}*|quisiera|necesit\p{L}+|teng[oa]\p{L}*|tom[oae]\p{L}*|pued[eo]n?|podr[ií]a\p{L}*|s[eé]|voy|vamos|va\s+a|iba|estoy|estamos|soy|somos|fui|hab[ií]a|pag[oaué]\p{L}*|compr\p{L}+|vend\p{L}+|precio|vale|cuesta|cobr\p{L}+|cu[aá]nt[oa]s?|gracias|frasc?\p{L}+|tarr\p{L}+|pastill\p{L}+|tablet\p{L}+|melaton\p{L}*|dormir|duerm\p{L}+|dormid\p{L}+|insomnio|sue[nñ]os?|duel[ea]\p{L}*|dolor|enferm[oa]s?|embaraz\p{L}+|medicament\p{L}+|ma[nñ]ana|luego|despu[eé]s|ahorita|siempre|todav[ií]a|ya|confirm\p{L}+|env[ií]os?|mensajer\p{L}+|paquete|demor\p{L}+|llam[aeoó]\p{L}*|escrib\p{L}+|escribo|esper[ae]\p{L}*|dig[ao]\p{L}*|d[ií]ga\p{L}*|interes\p{L}+|promo\p{L}*|descuento|garant[ií]a|lejos|muy|cuando|porque|c[oó]mo|qu[eé]\s+pas\p{L}+|gusta\p{L}*|sirve\p{L}*|cree\p{L}*|creo|ustedes|usted|cambi\p{L}+|consult\p{L}+|me\s+(?:da|dan|dijo|dieron|dio|toca|queda)|trabaj\p{L}+|oficina|casa\s+(?:por\s+favor|porfa|mejor|gracias)|a\s+domicilio|contra\s?entrega)(?!\p{L})/iu;

/** "Que me lo lleven a …", "eso queda por …", "vivo en …": what leads to the description. */
const LEADS =
  /^(?:(?:que|y|pues|mire|vea|bueno|entonces|ah|es\s+que)\s+){0,3}(?:(?:me|nos)\s+)?(?:l[oa]s?\s+)?(?:(?:mand|env[ií]|llev|traig|traer|entreg|dej|despach|lleg|llegu)\p{L}{1,6}\s+(?:(?:ac[aá]|aqu[ií]|all[aá])\s+)?(?:al?|en|hasta|por|donde)\s+|(?:(?:es[oa]|esto|ah[ií]|yo|aqu[ií]|ac[aá])\s+){0,2}(?:es|queda|quedo|quedamos|vivo|vivimos|est[aá]|ser[ií]a)\s+(?:en\s+|por\s+|al\s+)?|la\s+direcci[oó]n\s+es\s+)/iu;

const FEWEST_WORDS = 3;

/** "La casa", "mi apartamento", "la casa de la esquina" says which one only in its last case. */
const WHICHEVER =
  /^(?:(?:en|a|la|el|mi|una?|al|del?|por|mejor|si|s[ií]|pues|entonces)\s+)*(?:casa|casita|apartamento|finca|trabajo|negocio|local|tienda)$/iu;

/** The description in a piece of a message; null when it describes no house. */
export function houseInWords(piece: string): string | null {
  const said = piece.trim();
  const place = said.replace(LEADS, "").trim();
  const isLong = place.split(/\s+/).length >= FEWEST_WORDS || (place !== said && place.split(/\s+/).length > 1);
  const isDescription = SHOWS_A_PLACE.test(place) && !SAYS_OTHER.test(place) && !WHICHEVER.test(place);
  return isLong && isDescription ? place : null;
}

/** "De la casa", "mi apartamento": it says that there is one, and not which. */
export function isWhichever(piece: string): boolean {
  return WHICHEVER.test(piece.trim());
}

/** The words are about something else than a house. */
export function saysOther(piece: string): boolean {
  return SAYS_OTHER.test(piece);
}
