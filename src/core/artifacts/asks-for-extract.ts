import { type Clauses, clausesOf, directives, findDirectives } from "./directives.ts";
import { matches, phrases } from "./phrases.ts";

/** They are done with a text and with little else. */
const EXTRACT = directives("resumir sintetizar extraer transcribir");
const READ = directives(`
  sacar leer revisar analizar explicar copiar listar pasar dar mostrar decir mirar ver buscar senalar contar organizar convertir hacer ubicar encontrar
  regalar confirmar traducir interpretar identificar enumerar relacionar sumar calcular poner
`);
const WANT = phrases(`quiero, quisiera, necesito, requiero, me gustaria, necesitamos, me interesa`);

const NAMES = new Set(
  `pdf documento documentos archivo archivos anexo contrato manual reglamento informe reporte excel word csv catalogo cotizacion pliego acta presentacion
  extracto formulario factura poliza carta certificado resolucion escritura folleto ficha convenio minuta memorando planilla recibo`.split(
    /\s+/u,
  ),
);
/** Before a name, they say that one is meant which both have before them. */
const THIS = new Set(["este", "esta", "ese", "esa", "aquel", "aquella", "mi"]);
const THE = new Set(["el", "la", "del", "al", "los", "las"]);
const OF = new Set(["en", "de"]);
/** Behind a name, they say that it goes on about the document itself, and not about one that is told of. */
const GOES_ON = new Set(
  `sobre acerca dice dicen habla hablan menciona mencionan permite cubre trae tiene tienen pide piden y hay cual cuanto cuantos cuantas quien lo la adjunto adjunta
  tecnica anexo que por en punto`.split(/\s+/u),
);
/** A name alone says that there is one; with these it is asked about. */
const QUESTIONS = new Set(
  "que cual cuales cuanto cuanta cuantos cuantas cuando quien quienes donde como segun hasta".split(" "),
);
/** The file itself: "el contrato que te mandé". */
const SENT = phrases(`
  te mande, le mande, te envie, le envie, te pase, le pase, te comparti, le comparti, te acabo de, le acabo de, que acabo de, que mande, que envie, que subi, lo que mande
  lo que envie, adjunto, adjunta, adjunte, adjuntos
`);
/** Places of a document, and what is asked of one that lies on the table. */
const WITHIN = phrases(`
  en que pagina habla, en que pagina dice, en que pagina esta, en que pagina aparece, en que pagina menciona, en que pagina sale, en que pagina trata, en que pagina viene, en cual pagina
  la clausula, las clausulas, clausula, el parrafo, segundo parrafo, el adjunto, del adjunto, la columna, las columnas, que columnas, cuantas filas, las filas, hoja de excel, hoja de calculo
  que dice ahi, que dicen ahi, ahi dice, aparecen ahi, aparece ahi, dice ahi, cita textual, textualmente, puntos clave, puntos importantes, este papel, ese papel
`);
const PAGE = /\bp(?:a|á)ginas? (?:\d|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez)/iu;
/** What is taken out of a document by its name alone. */
const PARTS = phrases(`
  la tabla, tabla de, una tabla, las tablas, lista de precios, los valores, las fechas, los totales, el total de la, los telefonos, los nit
  las cedulas, los compromisos, los ingredientes, las conclusiones, los requisitos, los datos de la tabla, los articulos, las obligaciones, las multas
`);
/** Things that are read out, checked or set and are no document. */
const OTHER_THINGS = phrases(`
  recordatorio, recordatorios, recuerda, recuerdame, recuerdeme, recuerde, alarma, alarmas, mis notas, clima, meteorologico, meteorologica, pronostico, pronosticos, pagina web, sitio web
  tu pagina, su pagina, la pagina de tu, la pagina de su, la pagina no, mi factura, la factura a nombre, factura electronica, los datos de la cuenta, datos de pago, reminder, reminders, alarm, alarms
`);
const ENGLISH = phrases(`extract, summarize, summarise, the pdf, the document, the file`);

/** The words with which a text asks for what a document at hand says; null when it does not. */
export function asksForExtract(text: string): readonly string[] | null {
  if (matches(text, OTHER_THINGS).length > 0) return null;
  const clauses = clausesOf(text);
  if (clauses.some((clause) => clause.some((word) => word === "tu" || word === "tus"))) return null;
  const named = namedIn(clauses);
  const sent = matches(text, SENT);
  const within = matches(text, WITHIN);
  const extracts = findDirectives(clauses, EXTRACT).map(({ word }) => word);
  // "Lista de precios" is a name.
  const reading = findDirectives(clauses, READ).filter(
    ({ word, clause, at }) => word !== "lista" || clauses[clause]?.[at + 1] !== "de",
  );
  const reads = [...reading.map(({ word }) => word), ...matches(text, WANT)];
  if (extracts.length > 0) return [...extracts, ...named.all];
  const isAsked = reads.length > 0 || clauses.some((clause) => clause.some((word) => QUESTIONS.has(word)));
  if (named.meant.length > 0 && isAsked) return [...named.meant, ...reads];
  const english = matches(text, ENGLISH);
  if (english.length > 0) return english;
  const parts = matches(text, PARTS);
  const pointed = [...named.all, ...parts];
  if (sent.length > 0 && (reads.length > 0 || (pointed.length > 0 && isAsked))) return [...sent, ...pointed, ...reads];
  if (within.length > 0) return within;
  if (reads.length > 0 && (pointed.length > 0 || PAGE.test(text))) return [...reads, ...pointed];
  return null;
}

/** The names of documents in a text; `meant` are those that both have before them, and not one that is told of. */
function namedIn(clauses: Clauses): { readonly all: string[]; readonly meant: string[] } {
  const all: string[] = [];
  const meant: string[] = [];
  for (const clause of clauses) {
    clause.forEach((word, at) => {
      const before = clause[at - 1] ?? "";
      if (!NAMES.has(word) || !(THE.has(before) || THIS.has(before) || OF.has(before))) return;
      all.push(word);
      const after = clause[at + 1];
      const isTheOne = THE.has(before) && (after === undefined || GOES_ON.has(after));
      if (THIS.has(before) || isTheOne) meant.push(word);
    });
  }
  return { all, meant };
}
