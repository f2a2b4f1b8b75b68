// @ts-check
/** What the shop says. Change a text here and nothing else changes. */
export const TEXTS = {
  hello: "¡Hola! Soy el asistente de La Repisa. Le cuento por dónde va su pedido o le resuelvo una duda.",
  askNumber: "Con gusto. ¿Me regala el número de su pedido? Está en el correo de confirmación.",
  notFound: (/** @type {string} */ order) =>
    `No encuentro el pedido ${order}. ¿Me confirma el número, por favor? Está en el correo de confirmación.`,
  down: "En este momento no puedo consultar los pedidos. ¿Me escribe de nuevo en unos minutos, por favor?",
  person: "Claro que sí. Ya le aviso a una persona del equipo para que siga con usted por este mismo chat.",
  unknown: "Eso prefiero que se lo responda una persona del equipo. Ya le aviso para que siga con usted.",
};

/** @type {Readonly<Record<string, string>>} */
export const STATES = {
  packing: "lo estamos empacando",
  shipped: "ya va en camino",
  delivered: "ya fue entregado",
};

/** @type {readonly { readonly intent: string, readonly asks: RegExp, readonly answer: string }[]} */
export const FAQ = [
  {
    intent: "envio",
    asks: /cuanto (?:cuesta|vale) el envio|valor del envio/,
    answer: "El envío cuesta $9.900 a todo el país, y es gratis desde $150.000.",
  },
  {
    intent: "cambios",
    asks: /cambi(?:o|ar)|devol(?:ver|ucion)/,
    answer: "Tiene 30 días para cambiar su producto. Solo necesita el número del pedido y la caja.",
  },
  {
    intent: "horario",
    asks: /horario|que hora|atienden/,
    answer: "Atendemos de lunes a sábado, de 8 a. m. a 6 p. m.",
  },
];
