import { clausesOf, directives, findDirectives } from "./directives.ts";
import { matches, phrases } from "./phrases.ts";

/** They ask for what the web or books know, whatever follows. */
const INQUIRE = directives("investigar averiguar indagar googlear guglear recopilar documentar profundizar");
/** They ask for it where the web, a source or something that only others know is named. */
const LOOK_UP = directives(
  "consultar buscar revisar mirar ver verificar conseguir traer chequear comprobar rastrear informar comparar leer decir dar",
);
const MAKE = directives(
  "hacer armar elaborar preparar crear redactar escribir generar construir realizar montar dar regalar pasar traer conseguir",
);
const WANT = phrases(`quiero, quisiera, necesito, requiero, me gustaria, queremos, necesitamos`);

export const ON_THE_WEB = phrases(`
  en internet, en la internet, en la web, en google, por internet, por la web, en linea que, en paginas oficiales, in the web, online
`);
/** Where the answer comes from is asked for by name. */
export const SOURCES = phrases(`
  fuentes, con fuente, fuente confiable, fuente oficial, cita la fuente, cite la fuente, citar la fuente, citando la fuente, con referencias, referencias bibliograficas
  con citas, citas de, citando, cita las paginas, cite las paginas, citar las paginas, las paginas de donde, paginas de donde, cite los, cita los
  bibliografia, enlaces, con links, con link, manda links, los links, mandame links, mandeme links, de donde sacas, de donde saca, de donde sacaste, de donde saco, de donde sale
  de donde salio, sources, citations
`);
/** What others have found out or published. */
const PUBLISHED = phrases(`
  los estudios, estudios sobre, estudios de, que estudios, estudios hay, estudios cientificos, los articulos cientificos, investigaciones, evidencia, los expertos, los especialistas, los analistas, de especialistas, articulos cientificos, papers, articulos recientes, articulos sobre
  consenso cientifico, hallazgos, la literatura, que publicaciones, publicaciones sobre, publicaciones acerca, lo que se ha publicado, con pruebas, dicen las noticias, dice la prensa, dicen los medios
  dicen las investigaciones, informacion verificada, research
`);
/** Facts of the world, which no shop and no customer has at hand. */
const OF_THE_WORLD = phrases(`
  informacion sobre, informacion de, informacion acerca, informacion actualizada, info de, info sobre, datos actualizados, datos de, datos sobre, la norma, las normas, norma sobre, normatividad, la ley, leyes, decreto
  requisitos, tramite, tramites, subsidio, subsidios, beca, becas, tasas, noticias, titulares, antecedentes, historia de, el mercado, la competencia, tendencias
  proveedores, estadisticas, articulos, precios de la, precios del, que dice la, que dicen los, que dicen las
`);
/** Names of what is made by looking things up. */
const INQUIRIES = phrases(`
  investigacion, busqueda, indagacion, consulta en, estado del arte, revision de literatura, revision bibliografica, estudio de mercado, dossier, brief, resumen documentado
`);
const REPORTS = phrases(`
  informe sobre, informe acerca, informe de la competencia, informe del mercado, informe comparativo, informe de las noticias, reporte sobre, reporte acerca, reporte del mercado
  un analisis del mercado, analisis de mercado
`);

/** The shop's and the customer's own business, which the web does not know, and what a document at hand says. */
const OWN = phrases(`
  mi pedido, mi envio, mi compra, mi paquete, mi guia, mi caso, mi cita, mi cuenta, mi saldo, mi reserva, mi factura, mi garantia, mi pago, mi orden, el domicilio
  mis gastos, mis ventas, mis pedidos, mis notas, mis recordatorios, mis citas, mis datos, mis finanzas, mis alarmas, de ventas, de gastos, de pedidos, ventas de hoy
  ventas del, pedidos de hoy, clima, temperatura, lluvia, llover, llueve, nublado, viento, nieve, pronostico, meteorologico, alarmas, recordatorios, del tiempo, vale el envio, cuesta el envio, ya salio, ya llego, tienen disponible
  pdf, documento, archivo, adjunto, adjunta, adjunte, anexo, excel, que te mande, que te envie, que te pase, que le mande, que le envie, que le pase
`);

/** A question about what was published is a request for it. */
const ASKED_ABOUT = phrases(
  `hay, existe, existen, dice, dicen, cuales son, cual es, han encontrado, se ha publicado, se sabe`,
);

/** The words with which a text asks for what others know; null when it does not. */
export function asksForResearch(text: string): readonly string[] | null {
  const sources = matches(text, SOURCES);
  if (sources.length === 0 && matches(text, OWN).length > 0) return null;
  const clauses = clausesOf(text);
  const inquires = findDirectives(clauses, INQUIRE).map(({ word }) => word);
  if (inquires.length > 0) return inquires;
  const looks = findDirectives(clauses, LOOK_UP).map(({ word }) => word);
  const web = matches(text, ON_THE_WEB);
  const known = [...web, ...sources, ...matches(text, PUBLISHED)];
  if (known.length > 0 && looks.length > 0) return [...looks, ...known];
  const world = matches(text, OF_THE_WORLD);
  const finds = looks.filter((word) => !SHOWS.test(word));
  if (world.length > 0 && finds.length > 0) return [...finds, ...world];
  const wants = [...findDirectives(clauses, MAKE).map(({ word }) => word), ...matches(text, WANT)];
  const made = [...matches(text, INQUIRIES), ...(wants.length > 0 ? matches(text, REPORTS) : [])];
  if (wants.length > 0 && (made.length > 0 || known.length > 0)) return [...wants, ...made, ...known];
  const published = matches(text, PUBLISHED);
  const isAskedAbout = published.length > 0 && matches(text, ASKED_ABOUT).length > 0;
  return sources.length > 0 || isAskedAbout ? [...sources, ...published] : null;
}

/** "Dame información" may be asked of the shop; "búscame información" is not. */
const SHOWS = /^(?:d[aei]|dig|dic|v[ei]|le[ae]|compar|mir)/u;
