// @ts-check
// What La Leña says. The first text of a group is for the first time; the others are for when it comes up again.
import { formatCop, templatesFrom } from "recado/flow";
import { FLAVOURS, HOURS, PLACE, SIZES, TOPPINGS, WAIT } from "./menu.js";

/** @param {readonly { name: string }[]} things */
const list = (things) => things.map(({ name }) => `• ${name}`).join("\n");
const SIZE_LIST = SIZES.map(({ id, slices, price }) => `• ${id} (${slices} porciones): *${formatCop(price)}*`).join(
  "\n",
);

const TOPPING_LIST = TOPPINGS.map(({ name, price }) => `• ${name}: *${formatCop(price)}*`).join("\n");

export const TEMPLATES = templatesFrom("pizzeria", {
  hola: ["¡Hola! Bienvenido a *La Leña* 🍕 Cuénteme, ¿qué se le antoja hoy?", "¡Hola de nuevo! ¿En qué le ayudo?"],
  precios: [
    `Estos son nuestros tamaños:\n\n${SIZE_LIST}\n\nTodos los sabores valen lo mismo.`,
    `Con gusto se los repito:\n\n${SIZE_LIST}`,
  ],
  sabores: [
    `Hoy tenemos:\n\n${list(FLAVOURS)}\n\n¿Cuál le provoca?`,
    `Los sabores son: ${FLAVOURS.map(({ name }) => name).join(", ")}.`,
  ],
  adiciones: [
    `Estas son las adiciones:\n\n${TOPPING_LIST}`,
    `Puede escoger entre: ${TOPPINGS.map(({ name, price }) => `${name} (${formatCop(price)})`).join(", ")}.`,
  ],
  domicilio: [
    `Llevamos su pizza a domicilio sin costo en Laureles y barrios vecinos; llega en *${WAIT}*. También la puede recoger.`,
    `El domicilio no tiene costo y se demora *${WAIT}*.`,
  ],
  horario: [`Atendemos *${HOURS}*`, `El horno está prendido ${HOURS}`],
  ubicacion: [`Estamos en la *${PLACE}*.`, `Nos encuentra en la ${PLACE}.`],
  pago: [
    "Puede pagar al recibir, en efectivo, o con Nequi, Daviplata o tarjeta.",
    "Recibimos efectivo, Nequi, Daviplata y tarjeta, al momento de entregar.",
  ],

  askData: [
    "¡Qué rico! Para tomarle el pedido me regala, por favor:\n\n{{campos_faltantes}}",
    "¡Claro que sí! Me falta, por favor:\n\n{{campos_faltantes}}",
  ],
  missingData: [
    "Ya casi está. Solo me falta:\n\n{{campos_faltantes}}\n\n¿Me lo comparte, por favor?",
    "Sigo pendiente de su pizza 😊 Me hace falta:\n\n{{campos_faltantes}}",
  ],
  remindData: "El horno está listo 🔥 Cuando pueda me cuenta el sabor, su nombre, su celular y su dirección.",
  softRetry: "Aquí sigo, con el horno caliente 😊 Cuando quiera seguimos con su pizza.",
  offer: [
    `¡Listo! ¿De qué tamaño la quiere?\n\n${SIZE_LIST}`,
    `Los tamaños son:\n\n${SIZE_LIST}\n\n¿Con cuál se queda?`,
  ],
  whichPack: [
    "¿De qué tamaño la quiere: *personal*, *mediana* o *familiar*?",
    "Solo me falta el tamaño: ¿*personal*, *mediana* o *familiar*?",
  ],
  packNoted: [
    "¡Anotado! *{{pack}}* por *{{precio}}*. Me falta, por favor:\n\n{{campos_faltantes}}",
    "Muy bien, *{{pack}}* ({{precio}}). Para prepararla me falta:\n\n{{campos_faltantes}}",
  ],
  summary: [
    "Este es su pedido:\n\n• *{{pack}}*\n• Valor: *{{precio}}*\n• A nombre de: {{nombre}}\n• Celular: {{telefono}}\n• Entrega: {{direccion_envio}}\n\n¿Me confirma que todo está bien?",
    "Así queda su pedido:\n\n• *{{pack}}*\n• Valor: *{{precio}}*\n• A nombre de: {{nombre}}\n• Celular: {{telefono}}\n• Entrega: {{direccion_envio}}\n\n¿Me lo confirma, por favor?",
  ],
  askConfirmation: [
    "Para meterla al horno solo necesito su visto bueno: responda *sí* y empezamos.",
    "¿Le preparo entonces *{{pack}}*? Con un *sí* va al horno.",
  ],
  orderConfirmed: `¡Al horno! 🍕 {{nombre}}, su pedido está listo en ${WAIT}: *{{pack}}*. ¡Que lo disfrute!`,
  orderUpdated: "Listo, anoté el cambio en su pedido. ¡Gracias por avisarme!",
  orderCancelled: "Listo, le avisé a la cocina: su pedido queda cancelado. Cuando tenga hambre, aquí estamos.",
  knownData:
    "La última vez fue así: {{datos_conocidos}}. Si sigue igual me responde *sí*; si algo cambió, me lo escribe.",
  postponed: ["Con gusto, sin afán. Cuando tenga hambre, aquí estoy 😊", "Claro que sí, cuando guste."],
  goodbye: "Entendido. ¡Que tenga un feliz día y hasta pronto!",
  clarify: [
    "Perdone, no le entendí bien. ¿Me lo dice con otras palabras?",
    "¿Me lo puede explicar de otra forma, por favor?",
  ],
  retakeLong: "Si le provoca, le tomo el pedido de una vez: la pizza llega calientica a su puerta. ¿La pedimos?",
  retakeShort: "¿Le provoca una pizza?",
  pickupQuestion: "¿Se la llevamos *a domicilio* o pasa a *recogerla*?",
  pickupConfirmed: [
    `¡Perfecto! La recoge en la ${PLACE}. Me falta, por favor:\n\n{{campos_faltantes}}`,
    `¡Perfecto! La recoge en la ${PLACE}.`,
  ],
  homeConfirmed: [
    "¡Listo! Se la llevamos a domicilio. Me falta, por favor:\n\n{{campos_faltantes}}",
    "¡Listo! Se la llevamos a domicilio.",
  ],
  pickupMissing: "Para tenerle la pizza lista cuando pase, me falta:\n\n{{campos_faltantes}}",

  persona: "Con gusto. Ya le escribe una persona de La Leña por este mismo chat.",
  reclamo: "Qué pena con usted, le ofrezco disculpas. Una persona de La Leña revisa su caso y le escribe enseguida.",
  cambio: "Su pizza ya está en el horno: una persona de La Leña mira con usted qué se puede cambiar.",
  fallback: "Para ayudarle mejor, una persona de La Leña le escribe por este mismo chat.",
});
