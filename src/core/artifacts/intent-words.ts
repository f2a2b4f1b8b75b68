/** The words of requirement F3, Spanish first. */
import { phrases } from "./phrases.ts";

/** Asks for proof, or for several sources side by side. */
export const CITATION_OR_COMPARISON = phrases(`
  fuente, fuentes, con referencias, referencias, con citas, citas de, citando, cita las, cita de, cite los, cite las, bibliografia
  enlaces, links, link, investiga, investigar, investigame, investigue, indaga*, evidencia, estudios, compar*, los expertos, los especialistas, especialistas
  articulos cientificos, papers, articulos recientes, consenso cientifico, hallazgos, literatura, publicaciones, lo que se ha publicado
  con pruebas, verifica, documentado, sources, citations, compare, research
`);
export const BRIEF_OR_LITERATURE = phrases(`
  informe, brief, reporte, dossier, resumen, resume*, revision de literatura, estado del arte, literatura, estudio de mercado
  analisis del mercado, investigacion*, a fondo, literature, report
`);
export const NEWS = phrases(`noticias, noticia, titulares, medios, news, recientes, ultimas, hoy`);

/** Names a document, or asks what only a document at hand can answer. */
export const DOCUMENT = phrases(`
  pdf, documento, documentos, archivo, adjunto, adjunta, adjunte, anexo, contrato, manual, reglamento, informe, reporte, excel, word
  csv, hoja de, catalogo, cotizacion, pliego, acta, ficha tecnica, presentacion, extracto, formulario, factura, poliza, pagina
  parrafo, clausula*, resume*, resumen, resumelo, resumir, sintetiza*, sintesis, extrae*, extraer, sacame, saca, saque*, lee*
  que dice, que dicen, cita textual*, citame, transcrib*, analiza*, revisa*, explicame, puntos clave, puntos importantes, lista de precios
  este papel, el texto que, document, extract, summarize, summarise, file
`);
export const TABLE_OR_QUOTE = phrases(`
  tabla, tablas, columna*, fila*, celda*, precio*, total*, valor*, datos, textual*, cita, lista, fechas, table, quote, rows
`);

/** Things that are read out, checked or set and are no document. */
export const NOT_EXTRACTED = phrases(`
  recordatorio*, recuerda*, recuerde*, alarma*, mis notas, clima, meteorologico*, pronostico*, pagina web, sitio web, reminder*, alarm*
`);

/** The speaker, and what is theirs. */
export const PERSONAL = phrases(`
  mi, mis, me, yo, nosotros, nuestra, nuestro, conmigo, para mi, ayudame, ayudeme, ayudanos, quiero, necesito, hazme, hagame, dame, deme
  armame, armeme, preparame, organizame, planeame, planificame, diseñame, proponme, planeemos, organicemos, organizarme, puedo, debo
  planea conmigo, ponme, help me, my, i need, i want
  organiza mi, planifica mi, arma mi, crea un, prepara un, diseña un, arma un, haz un, hazme el
`);
/** Verbs of planning. */
export const PLANNING = phrases(`
  planear, planea, planeame, planeemos, planeo, planificar, planifica, planificame, planifiquemos, organizame, organizarme
  organizar mi, organizar mis, organizar el cumpleaños, organiza mi, organicemos, me organizo, repartir mi tiempo, estructurar mi
  definir metas, crear el habito, ponerme en forma, los pasos para, pasos debo seguir, que pasos sigo, por donde empiezo
  que hago primero, hago para organizar, preparar mi, deberia organizar, plan my
`);
/** Verbs of making. They plan when a plan is what is made. */
export const MAKING = phrases(`
  hazme, hagame, haz, dame, deme, arma, arme, armes, armame, armeme, crea, cree, creame, prepara, prepare, preparame, diseña, diseñame
  proponme, necesito, quiero, quisiera, hacer, haces, ayudame, ayudeme, ayudas, ayuda, make me
`);
export const PLAN_NAMES = phrases(`
  plan, rutina, cronograma, itinerario, horario, calendario, estrategia, hoja de ruta, dieta, lista de pasos, los pasos, paso a paso
`);

export const TIME = phrases(`
  hoy, mañana, semana, mes, meses, año, dia, dias, hora, horas, lunes, martes, miercoles, jueves, viernes, sabado, domingo, quincena
  semestre, enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre, octubre, noviembre, diciembre, week, month, day
`);

/** The shop's own ways, and plans that are bought. */
export const NOT_PLANNED = phrases(`
  devolver, devolucion, rastrear, mi envio, mi pedido, la compra, garantia, cambiar mi direccion, plan de datos, planes de datos
  plan de pagos, plan familiar, pospago, prepago, no quiero, ningun plan, ya tengo un plan, cancela, cancelar el plan, para pagar
`);
export const SMALL_TALK = phrases(`
  hola, buenas, buenos dias, buenas tardes, buenas noches, gracias, jaja*, como estas, que tal, chao, adios, ok, listo, vale, hello, thanks
`);
