import type { AgentTexts } from "../../core/agent/agent.ts";

export const OPERATOR_TEXTS: AgentTexts = {
  fallback: "Disculpe, no pude hacer lo que me pidió. Por favor revíselo en el Studio.",
  sticker: "¡Qué buen sticker! 😄 Con /ayuda le cuento lo que puedo hacer.",
  richInput: "Todavía no puedo abrir ese archivo. ¿Me lo escribe, por favor?",
  unsupported: "Ese tipo de mensaje no lo puedo abrir. ¿Me lo escribe, por favor?",
};

const HELP = {
  view: [
    "• /estado: cómo va la tienda en este momento",
    "• /pedidos [hoy|ayer] [confirmados|pendientes|cancelados]: los pedidos, los más nuevos primero",
    "• /recordar pagar la bodega el viernes a las 8: se lo recuerdo a usted. /recordatorios: verlos. /recordatorios quitar 1: quitar uno",
    "• /cancel: detener lo que esté haciendo",
  ],
  administer: ["• /dev-review [teléfono] [tema]: revisar cómo han ido las conversaciones"],
  operate: [
    "• /pausa teléfono: callar al bot en ese chat. /reanudar teléfono: devolverle la palabra",
    "• /confirmar: lo que espera su aprobación. /confirmar 1 sí o /confirmar 1 no: responder",
    "• /mensaje teléfono texto: escribirle a un cliente; le muestro el texto antes de enviarlo",
    "• /borrador teléfono idea: le redacto el mensaje, y no sale sin su sí",
    "• /agent objetivo: encargarme una tarea de varios pasos. /pausa y /reanudar, sin teléfono: dejarla quieta y seguir",
  ],
} as const;

const REVIEW_BEGINS = "Revise cómo han ido las conversaciones";

export const SAYS = {
  help: (name: string, role: string) => {
    const lines = [
      ...HELP.view,
      ...(role === "viewer" ? [] : HELP.operate),
      ...(role === "owner" ? HELP.administer : []),
    ];
    return `Hola, ${name}. Esto es lo que puede pedirme:\n${lines.join("\n")}`;
  },
  refused: {
    unbound:
      "Este número es para el equipo de la tienda. Si usted hace parte del equipo, pida un código y envíelo así: /vincular 12345678",
    changed:
      "WhatsApp avisó que este número pudo cambiar de dueño, así que por seguridad lo dejé sin permisos. Pida un código nuevo y envíelo con /vincular.",
    role: "Su rol no permite ese comando. Si lo necesita, pídale el cambio a quien administra la tienda.",
    wrong_code: "Ese código no es válido o ya venció. Pida uno nuevo y envíelo así: /vincular 12345678",
    too_many_codes: "Ya van varios códigos errados. Por seguridad, intente de nuevo dentro de una hora.",
  },
  bound: "¡Listo! Este teléfono quedó vinculado. Con /ayuda le muestro lo que puede pedirme.",
  unknown: (word: string) => `No conozco el comando ${word}. Con /ayuda le muestro los que hay.`,
  incomplete: {
    vincular: "Me faltó el código. Envíelo así: /vincular 12345678",
    pausa: "¿De qué teléfono? Por ejemplo: /pausa 3001234567",
    borrador:
      "Me faltó el teléfono o lo que quiere decir. Por ejemplo: /borrador 3001234567 que su pedido sale mañana y que gracias por la espera",
    recordar: "¿Qué le recuerdo, y cuándo? Por ejemplo: /recordar llamar al proveedor mañana a las 8 de la mañana",
    mensaje: "Me faltó el teléfono o el texto. Por ejemplo: /mensaje 3001234567 Su pedido sale hoy.",
    agent: "¿Cuál es el objetivo? Por ejemplo: /agent revise los pedidos de ayer y dígame cuáles no tienen dirección",
  },
  unavailable: "En este momento no pude consultarlo. ¿Me lo pide de nuevo en un momento, por favor?",
  noModel:
    "Para responder preguntas libres me falta un modelo de lenguaje, y prefiero decírselo a inventar. Con /ayuda le muestro los comandos que sí puedo atender.",
  noModelDraft: (phone: string) =>
    `Para redactar por usted me falta un modelo de lenguaje. Con el texto ya escrito sí puedo: /mensaje ${phone} y el texto.`,
  noDraft: (phone: string) =>
    `No logré redactar un mensaje que pueda salir. Escríbalo usted, por favor: /mensaje ${phone} y el texto.`,
  noConversation: (phone: string) => `No encuentro una conversación con ${phone}.`,
  mayNotWrite: (who: string) =>
    `A ${who} no le puedo escribir en este momento: pasaron más de 24 horas desde su último mensaje, o pidió no recibir más. Con una plantilla aprobada sí se puede, desde el Studio.`,
  paused: (who: string) => `Listo, el bot quedó callado en el chat de ${who}. Una persona del equipo sigue ahí.`,
  resumed: (who: string) => `Listo, el bot vuelve a responder en el chat de ${who}.`,
  planPaused:
    "Listo, quedó en pausa: termino el paso en el que voy y no empiezo otro. Con /reanudar sigo; con /cancel lo dejo.",
  planResumed: "Listo, sigo con lo que estaba haciendo.",
  noPlanRuns:
    "No hay nada en marcha para pausar. Si quiere callar al bot en el chat de un cliente, dígame el teléfono: /pausa 3001234567",
  noPlanPaused:
    "No hay nada en pausa. Si quiere devolverle la palabra al bot en el chat de un cliente, dígame el teléfono: /reanudar 3001234567",
  sent: (who: string) => `Listo, el mensaje para ${who} va en camino. El bot queda callado en ese chat.`,
  nothingWaits: "No hay nada esperando su aprobación.",
  noSuchNumber: (number: number) => `No hay nada pendiente con el número ${number}.`,
  approved: (question: string) => `Aprobado: ${question}`,
  denied: (question: string) => `Negado: ${question}`,
  waiting: (lines: readonly string[]) =>
    `Esto espera su aprobación:\n${lines.join("\n")}\n\nResponda, por ejemplo: /confirmar 1 sí`,
  reviewBegins: REVIEW_BEGINS,
  reviewTitle: "Revisión del",
  reviewGoal: (phone: string | null, focus: string) =>
    `${REVIEW_BEGINS}${phone === null ? "" : ` del teléfono ${phone}`}, en cuatro a seis pasos. Primero lea con review_interactions, luego mire por dentro las de puntaje más bajo con get_interaction_context, y al final diga qué falló, por qué y qué cambiaría.${focus === "" ? "" : ` Fíjese sobre todo en esto: ${focus}`}`,
  remindWhen: (question: string) =>
    `${question} Envíemelo completo, por favor. Por ejemplo: /recordar llamar al proveedor mañana a las 8 de la mañana`,
  reminded: (subject: string, words: string) =>
    `Listo, se lo recuerdo ${words}: ${subject}. Si algo no quedó bien, con /recordatorios lo puede quitar.`,
  noReminders:
    "No tiene recordatorios pendientes. Para poner uno: /recordar llamar al proveedor mañana a las 8 de la mañana",
  reminders: (lines: readonly string[]) =>
    `Sus recordatorios pendientes:\n${lines.join("\n")}\n\nPara quitar uno: /recordatorios quitar 1`,
  whichReminder: (lines: readonly string[]) =>
    `¿Cuál de estos quito? Responda, por ejemplo: /recordatorios quitar 1\n${lines.join("\n")}`,
  notReminded: (subject: string) => `Listo, quité el recordatorio de «${subject}».`,
  noTraces: "No hay conversaciones para revisar.",
  noOrders: "No hay pedidos que coincidan.",
} as const;
