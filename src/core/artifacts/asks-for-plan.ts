import { type Clauses, clausesOf, directives, findDirectives } from "./directives.ts";
import { matches, phrases } from "./phrases.ts";

/** Verbs of planning: their object is what is planned. */
const PLAN = directives(
  "planear planificar organizar programar priorizar repartir distribuir dividir estructurar ordenar cuadrar",
);
/** Verbs of making: they plan where a plan is what is made. */
const MAKE = directives(`
  hacer armar disenar elaborar crear preparar proponer redactar generar plantear sugerir montar escribir construir definir trazar establecer
`);
/** They get what may be there already: a plan that is bought, the hours of a shop. */
const GET = directives("dar pasar traer regalar ayudar conseguir enviar mandar decir poner");
const WANT = new Set(["quiero", "quisiera", "necesito", "requiero", "queremos", "necesitamos"]);

const ONE_WORD = new Set(
  "plan plancito planes rutina cronograma itinerario estrategia calendario horario agenda dieta menu checklist etapas fases pasos presupuesto".split(
    " ",
  ),
);
const NAMES = phrases(`
  paso a paso, hoja de ruta, lista de pasos, lista de tareas, lista de chequeo, los pasos para, los pasos a seguir, pasos para, pasos debo, un plan, plan de accion, plan de trabajo
`);
/** What is got is a new one. */
const NEW = new Set([
  "un",
  "una",
  "unos",
  "unas",
  "algun",
  "alguna",
  "buen",
  "buena",
  "con",
  "requiero",
  "necesito",
  "mi",
]);
const WITHIN_WORDS = 7;

/** First persons who do not know how to go about it. */
const ASKS_HOW = phrases(`
  que pasos sigo, que pasos debo, paso a paso para, paso a paso pa, pasos debo seguir, por donde empiezo, por donde arranco, por donde comienzo, que hago primero, en que orden hago, en que orden hacer
  me organizo, como planeo, como me planeo, hago para organizar, deberia organizar, repartir mi tiempo, definir metas, crear el habito, ponerme en forma, planear mi, planificar mi
  organizar mi, organizar mis, organizarme, organizarnos, preparar mi, plan my, planea conmigo, planeemos, organicemos, planifiquemos
`);

/** The shop's own ways, plans that are bought, and what the calendar has. */
const OTHER_THINGS = phrases(`
  devolver, devolucion, rastrear, mi envio, mi pedido, la compra, garantia, cambiar mi direccion, plan de datos, planes de datos, plan de pagos, plan familiar, plan basico, plan premium
  pospago, prepago, no quiero, ningun plan, ya tengo un plan, cancela, cancelar el plan, para pagar el pedido, para pagar por, recordatorio, recordatorios, recuerdame, recuerdeme, alarma, alarmas, horario de atencion
  horarios de atencion, plan de salud, plan exequial, plan funerario, temporizador, reminder, alarm
`);

/** How one buys here is a question to the shop. */
const OWN_WAYS = phrases(`
  sigo para reservar, sigo para cancelar, sigo para devolver, sigo para pagar, sigo para comprar, sigo para pedir, sigo para inscribirme, sigo para registrarme, sigo para cambiar
  debo seguir para reservar, debo seguir para cancelar, debo seguir para devolver, debo seguir para pagar, debo seguir para comprar, debo seguir para pedir
`);

/** "Hazme el plan", "necesito un cronograma": the words with which a text asks for a plan; null when it does not. */
export function asksForPlan(text: string): readonly string[] | null {
  if (matches(text, OTHER_THINGS).length > 0) return null;
  const clauses = clausesOf(text);
  const how = matches(text, ASKS_HOW);
  if (how.length > 0) return matches(text, OWN_WAYS).length > 0 ? null : how;
  const plans = findDirectives(clauses, PLAN).flatMap(({ word, clause, at }) =>
    isPlanned(word, clauses[clause] ?? [], at) ? [word] : [],
  );
  if (plans.length > 0) return plans;
  const made = findDirectives(clauses, MAKE).flatMap((found) => named(clauses, found, () => true));
  if (made.length > 0) return made;
  const got = [...findDirectives(clauses, GET), ...wantsIn(clauses)].flatMap((found) =>
    named(clauses, found, (before) => NEW.has(before)),
  );
  if (got.length > 0) return got;
  return opensWithPlan(clauses, text);
}

interface Found {
  readonly clause: number;
  readonly at: number;
  readonly word: string;
}

function wantsIn(clauses: Clauses): Found[] {
  return clauses.flatMap((all, clause) => all.flatMap((word, at) => (WANT.has(word) ? [{ clause, at, word }] : [])));
}

/** A plan's name soon behind the verb. */
function named(clauses: Clauses, { clause, at, word }: Found, isNew: (before: string) => boolean): string[] {
  const window = (clauses[clause] ?? []).slice(at + 1, at + 1 + WITHIN_WORDS);
  // "Qué debo hacer para asegurar el horario": what is made stands before its purpose.
  const purpose = window.indexOf("para");
  const after = purpose === -1 ? window : window.slice(0, Math.max(purpose + 1, 1));
  const phrase = matches(after.join(" "), NAMES);
  if (phrase.length > 0) return [word, ...phrase];
  const place = after.findIndex((one) => ONE_WORD.has(one));
  const name = after[place];
  if (name === undefined || name === "pasos" || !isNew(after[place - 1] ?? word)) return [];
  return [word, name];
}

/** "Programa" and "divide" are said of much else. */
function isPlanned(word: string, clause: readonly string[], at: number): boolean {
  if (!/^(?:program|divid|orden|cuadr|distribu|repart)/u.test(word)) return true;
  return clause
    .slice(at + 1)
    .some((one) =>
      /^(?:actividad|tarea|semana|etapa|fase|evento|agenda|proyecto|dia|mes|tiempo|novena|jornada|vuelta)/u.test(one),
    );
}

/** "Un plan para llegar más temprano": nothing but the name, what it is for, and that it is for the speaker. */
function opensWithPlan(clauses: Clauses, text: string): string[] | null {
  const [first = ""] = (clauses[0] ?? []).filter((word) => word !== "un" && word !== "una");
  const isFor = / (?:para|de|con) /u.test(` ${clauses[0]?.join(" ") ?? ""} `);
  const isMine = /(?:^|[^a-z])(?:mi|mis|nuestr[oa]s?|por ?fa(?:vor)?)(?![a-z])/iu.test(text);
  return ONE_WORD.has(first) && first !== "pasos" && isFor && isMine ? [first] : null;
}
