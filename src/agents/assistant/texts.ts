import type { AgentTexts } from "../../core/agent/agent.ts";
import { packOf } from "../../core/locale/pack-of.ts";

export const ASSISTANT_TEXTS: AgentTexts = {
  fallback: "Disculpe, no pude hacer lo que me pidió. Una persona lo revisa y le escribe por aquí.",
  sticker: "¡Qué buen sticker! 😄 ¿Le ayudo con algún recordatorio?",
  richInput: "Todavía no alcanzo a entender ese archivo. ¿Me lo cuenta por escrito, por favor?",
  unsupported: "Ese tipo de mensaje no lo puedo abrir. ¿Me lo cuenta por escrito, por favor?",
};

const ABILITIES = [
  "Esto es lo que puedo hacer:",
  "• Recordarle algo: «recuérdeme pagar la luz el viernes a las 8»",
  "• Repetirlo: «recuérdeme la pastilla todos los días a las 9»",
  "• Mostrar sus recordatorios: «¿qué recordatorios tengo?»",
  "• Cambiarlos o quitarlos: «cambie el de la luz para el sábado a las 10», «quite el recordatorio de la luz»",
  "• Anotar gastos: «gasté 45 mil en mercado», «¿cuánto llevo este mes?», «borre el último gasto»",
  "• Leer sus documentos: mándeme un PDF, Word o Excel y pregúnteme, o «sáqueme la tabla de precios»",
  "• Dejarle un plan con los pasos que me diga: «ayúdeme con un plan para la mudanza: empacar, limpiar y entregar llaves»",
  "• Buscar en sus documentos y notas: «busca la póliza», «¿qué dice el contrato sobre la entrega?»",
  "• Guardar notas: «anote que el técnico se llama Wilmer», «mis notas», «borre la nota del técnico»",
].join("\n");

export const SAYS = {
  greeting: `¡Hola! Soy su asistente. ${ABILITIES}`,
  help: ABILITIES,
  unknown: `Eso todavía no lo sé hacer, y prefiero decírselo a inventar. ${ABILITIES}`,
  thanks: "¡Con mucho gusto! Aquí quedo pendiente.",
  dropped: "Listo, no anoté nada.",
  whatToRemind: "Con gusto. ¿Qué quiere que le recuerde?",
  tooMany:
    "Ya tiene 50 recordatorios pendientes, que son los que alcanzo a llevar. Quite alguno, por ejemplo «quite el recordatorio de la luz», y le pongo este.",
  dayFull:
    "Ese día ya tiene 24 recordatorios, y más de eso en un día no le puedo mandar. Dígame otro día, o quite alguno de los que tiene.",
  afterAlta: packOf("es-CO").texts.remindsAfterAlta,
  noReminders: "No tiene recordatorios pendientes.",
  noneSuch: "No encuentro ese recordatorio.",
  which: "¿Cuál de estos?",
  newTime: (text: string) => `¿Para cuándo dejo «${text}»? Dígame el día y la hora.`,
  set: (text: string, words: string) => `Listo, se lo recuerdo ${words}: ${text}.`,
  moved: (text: string, words: string) => `Listo, lo cambié: le recuerdo «${text}» ${words}.`,
  cancelled: (text: string) => `Listo, quité el recordatorio de «${text}».`,
  list: (lines: readonly string[]) => `Sus recordatorios pendientes:\n${lines.join("\n")}`,
  spent: (expenses: string) => `Anotado, con fecha de hoy: ${expenses}.`,
  unspent: (amount: string, category: string) => `Listo, borré el gasto de ${amount} en ${category}.`,
  whichExpense: "¿Cuánto fue y en qué? Por ejemplo: «gasté 45 mil en mercado».",
  noExpenses: (period: string, about: string) =>
    `${period} no tiene gastos anotados${about === "" ? "" : ` en ${about}`}.`,
  noExpense: "No tiene gastos anotados.",
  noSums: "En este momento no pude consultar sus gastos. ¿Me pregunta de nuevo en un ratico, por favor?",
  sums: (period: string, total: string, lines: readonly string[]) => `${period} lleva ${total}:\n${lines.join("\n")}`,
  documentCame:
    "Recibí su documento y lo estoy leyendo 📄 Pregúnteme lo que necesite: por ejemplo, «¿qué dice sobre la garantía?» o «sáqueme la tabla de precios».",
  quoted: (place: string, text: string) => `Según *${place}*:\n«${text}»`,
  notInDocument: "Revisé su documento y no encontré eso. ¿Me lo pregunta con otras palabras?",
  listSteps:
    "Con gusto se lo dejo en un plan. Dígame los pasos en una lista, o separados por comas después de dos puntos.",
  noBrief: "Todavía no puedo investigar con fuentes por usted, y prefiero decírselo a inventar un informe.",
  searchDown: "El buscador no me responde en este momento. ¿Lo intentamos en un rato?",
  fewSources: "No encontré suficientes fuentes que pueda citar, así que no le preparo un informe con lo que hay.",
  noted: (text: string) => `Anotado: «${text}».`,
  forgotten: (text: string) => `Listo, borré la nota «${text}».`,
  heard: (quotes: readonly string[]) => `Gracias por contarme, lo tengo presente: ${quotes.join(", ")}.`,
  thanksForTelling: "Gracias por contarme.",
  offersNote: (text: string) => `Si quiere que lo recuerde, escríbame: «anote que ${text}».`,
  yourName: (name: string) => `Usted me dijo que se llama ${name}.`,
  told: (lines: readonly string[]) => `Esto me ha contado usted:\n${lines.join("\n")}`,
  nothingToForget: "No tengo guardado nada sobre eso. Si quiere ver lo que guardo, escríbame «¿qué sabes de mí?».",
  notTold: "Eso no lo tengo guardado. Cuando quiera que lo recuerde, escríbame «anote que …» y lo que sea.",
  longNote: "Esa nota es muy larga: puedo guardar hasta 200 letras. ¿Me la resume, por favor?",
  secretNote: "Por su seguridad no guardo claves, tarjetas ni cuentas.",
  askedNote: (text: string) => `Ese dato es delicado. Si quiere que lo guarde, escríbame: «anote que ${text}».`,
  noMemory: "En este momento no pude consultar sus notas. ¿Me pregunta de nuevo en un ratico, por favor?",
  noNotes: "No encuentro notas suyas sobre eso.",
  notes: (lines: readonly string[]) => `Sus notas:\n${lines.join("\n")}`,
  untitled: "documento sin título",
  stillReading: " (todavía lo estoy leyendo)",
  noDocuments: "Todavía no me ha enviado documentos. Puede enviarme un PDF, Word, Excel o texto por este chat.",
  documents: (lines: readonly string[]) => `Sus documentos más recientes:\n${lines.join("\n")}`,
  noLookup: "En este momento no pude buscar. ¿Me pregunta de nuevo en un ratico, por favor?",
  notReadYet: "Todavía estoy leyendo su documento. ¿Me pregunta de nuevo en un minuto, por favor?",
  nothingFound: (words: string) => `No encuentro nada sobre «${words}» en sus documentos ni en sus notas.`,
  noEngine: "Todavía no tengo con qué buscar en internet, y prefiero decírselo a inventar.",
  webDown: "En este momento no pude buscar en internet. ¿Me lo pide de nuevo en un ratico, por favor?",
  nothingOnWeb: (words: string) => `No encontré nada en internet sobre «${words}».`,
  onWeb: (lines: readonly string[]) => `Esto encontré en internet:\n\n${lines.join("\n\n")}`,
  zoneSet: (place: string, hour: string) => `Listo, desde ahora leo y le digo las horas de ${place}. Allá es ${hour}.`,
  noZone: "No sé qué hora es en ese lugar. ¿Me dice una ciudad grande con la misma hora, por favor?",
  noMember: "Solo puedo pasar mensajes entre personas del equipo que hayan vinculado su teléfono.",
  unknownMember: (name: string) =>
    `No encuentro en el equipo a ${name} con un teléfono vinculado. ¿Me dice otro nombre?`,
  severalMembers: (name: string) =>
    `Hay varias personas del equipo que se llaman ${name}. ¿Me dice también el apellido?`,
  memberAway: (name: string) =>
    `En este momento no puedo escribirle a ${name}: no me ha escrito en las últimas 24 horas, o pidió no recibir mensajes.`,
  byNight: (name: string) =>
    `A esta hora prefiero no escribirle a ${name}. En el horario de la tienda, con gusto le paso el mensaje: me lo pide de nuevo y se lo envío.`,
  noTeamNow: "En este momento no pude buscar en el equipo. ¿Me lo pide de nuevo en un ratico, por favor?",
  passedOn: (name: string, text: string) => `Le paso su mensaje a ${name}: «${text}».`,
  whichNote: (lines: readonly string[]) => `¿Cuál de estas?\n${lines.join("\n")}`,
} as const;

/** The buttons under a reminder that was set. Their titles come back as the customer's words. */
export const CHANGE = "Cambiar";
export const CANCEL = "Cancelar";
