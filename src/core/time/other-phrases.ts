import { ask, type Phrase, phrase } from "./piece.ts";

const nothing = (): readonly [] => [];
const PLACE =
  "calle|carrera|cra|cll|kr|diagonal|transversal|avenida|apto|apartamento|casa|torre|bloque|piso|mesa|habitacion|sala|oficina|local|pedido|factura|orden|numero|nro|nit|cc|cedula|capitulo|bus|ruta|grado|talla|nivel|version|placa|lote|caja|guia|cuenta|whatsapp|celular|cel|tel|telefono";

/** Words that look like a time and are none. */
export const OTHER_PHRASES: readonly Phrase[] = [
  phrase("(?:muy )?buen(?:os|as)? (?:dias?|tardes?|noches?)", nothing),
  phrase("(?:feliz|lindo|bonito|excelente) (?:dias?|tarde|noche|fin de semana)", nothing),
  phrase("(?:que )?(?:ya )?es hora de(?: que)?(?! (?:la|el|las|los) )", nothing),
  phrase("(?:lleg|qued|volv|acost)[a-z]+ tarde|por favor|de una vez", nothing),
  phrase(
    "cumpl[a-z]+(?: de)?(?: sus| los)? \\d{1,3} anos?(?: de edad)?|(?<!(?:en|de|cada|a|por|hace|durante|otros?|los?|proximos) )\\d{1,3} anos(?: de edad)?",
    nothing,
  ),
  phrase(`(?:${PLACE})(?: (?:numero|no|nro))?\\.? ?#? ?\\d+[a-z]?(?: ?(?:#|-) ?\\d+[a-z]?(?: ?- ?\\d+)?)?`, nothing),
  phrase(
    "(?:\\$ ?\\d[\\d.,]*(?: mil| millones| pesos)*|#\\d+|\\d+(?:[.,]\\d+)? ?%|\\d{1,3}(?:[.,]\\d{3})+(?! ?(?:am|pm)))",
    nothing,
  ),
  phrase(
    "\\+?\\d{5,7}|\\+?\\d{9,}|\\d+(?:[.,]\\d+)? ?(?:mg|ml|g|gr|grs|kg|kilos?|libras?|lb|cm|km|metros|litros|gb|mil|pesos|cop|usd|gotas|pastillas?|unidades)",
    nothing,
  ),
];

/** Words for a time that cannot be told. */
export const VAGUE_PHRASES: readonly Phrase[] = [
  phrase(
    "(?:mas|un poco|poquito|ratico)(?: mas)? tarde(?:cito)?|mas (?:tardecito|luego|tardecita)|ahorita(?! (?:·|(?:como )?a las? ))(?: mismo)?|(?:en|dentro de) (?:un )?(?:rato|momento|poco|instante|ratico|segundito|momentico)(?: mas)?|un rato|(?:en )?unas? (?:horas|minutos)|(?:en )?unos (?:minutos|dias|meses)|luego|luegito|pronto|proximamente",
    () => ask("vague"),
  ),
  phrase(
    "(?:un|algun|cualquier|uno|alguno) (?:dia|momento|fin de semana)(?: de (?:estos|esos)(?: dias)?)?|uno de (?:estos|esos) dias|(?:en )?(?:estos|esos) dias|cuando (?:pueda[s]?|quiera[s]?|sea)|apenas pueda[s]?|(?:ahora|ya) mismo|(?<!(?:de|desde|aqui) )ahora(?! en)|en seguida|enseguida",
    () => ask("vague"),
  ),
  phrase(
    "a (?:principios?|comienzos?|mediados|finales|inicios) de(?:l)? (?:mes|ano|semana|la semana|este mes|proximo mes|[a-z]+)|a mitad de (?:mes|ano|semana)|(?:este|el|para el) (?:fin de semana|finde|puente)|(?:a|en|para) (?:la hora del|el|al) (?:almuerzo|desayuno|cena|comida)|(?:despues|antes) (?:del|de) (?:almuerzo|almorzar|desayuno|desayunar|comer|cena|cenar|trabajo|clase)",
    () => ask("vague"),
  ),
  phrase("mas o menos(?! a| tipo| sobre)|aproximadamente(?! a| tipo| sobre)|y pico|pasaditas?|pasadas", (_, words) =>
    words.startsWith("mas") || words.startsWith("apr") ? [] : ask("vague"),
  ),
  phrase("(?:la|su|mi) hora del? (?!la |las )[a-z]{3,}", nothing),
];

/** Read last, when what they lead to is a `·`. */
export const START_PHRASES: readonly Phrase[] = [
  phrase("(?:apenas|cuando|en cuanto|tan pronto(?: como)?) (?:sean|den|dan)(?= ·)", nothing),
  phrase(
    "(?:empezando|comenzando|iniciando|arrancando|empieza|contando|desde|a partir)(?: desde| a partir)?(?: de| del?)?(?: el| la| las)?(?= ·)",
    () => [{ kind: "start" }],
  ),
];
