/** Words that say more of a request (requirement F3); what is asked is read in `asks-for-….ts`. */
import { phrases } from "./phrases.ts";

export const BRIEF_OR_LITERATURE = phrases(`
  informe, brief, reporte, dossier, resumen, resume*, revision de literatura, estado del arte, literatura, estudio de mercado
  analisis del mercado, investigacion*, a fondo, literature, report
`);

export const NEWS = phrases(`noticias, noticia, titulares, medios, news, recientes, ultimas, hoy`);

export const TABLE_OR_QUOTE = phrases(`
  tabla, tablas, columna*, fila*, celda*, precio*, total*, valor*, datos, textual*, cita, lista, fechas, table, quote, rows
`);

export const TIME = phrases(`
  hoy, mañana, semana, mes, meses, año, dia, dias, hora, horas, lunes, martes, miercoles, jueves, viernes, sabado, domingo, quincena
  semestre, enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre, octubre, noviembre, diciembre, week, month, day
`);

export const SMALL_TALK = phrases(`
  hola, buenas, buenos dias, buenas tardes, buenas noches, gracias, jaja*, como estas, que tal, chao, adios, ok, listo, vale, hello, thanks
`);
