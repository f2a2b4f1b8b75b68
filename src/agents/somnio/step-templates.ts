import type { Step, Template } from "../../flow/definition/flow-definition.ts";
import { FACTS, PRICE } from "./catalogue.ts";
import { ANIMAL_NOTICE, DANGER_NOTICE, HEALTH_NOTICE, MINOR_NOTICE } from "./concerns.ts";
import { CLARIFICATION, GOODBYE, HANDOFF_NOTICES, NO_HURRY } from "./notices.ts";

/**
 * Somnio's name for each step of the flow. A step that an intent leads to has the intent's name.
 */
export const STEP_GROUPS: Readonly<Record<Step, string>> = {
  askData: "captura_datos_si_compra",
  missingData: "campos_faltantes",
  progress: "datos_hasta_ahora",
  askPlace: "lugar_preguntado",
  askNumber: "numero_del_chat",
  remindData: "recordatorio_datos",
  softRetry: "retoma_datos",
  offer: "ofrecer_promos",
  whichPack: "cual_pack",
  packNoted: "pack_anotado",
  summary: "resumen",
  askConfirmation: "pedir_confirmacion",
  orderConfirmed: "compra_confirmada",
  orderedWithoutPack: "timer_sinpack",
  orderedUnconfirmed: "timer_pendiente",
  orderUpdated: "pedido_actualizado",
  orderCancelled: "pedido_cancelado",
  knownData: "datos_conocidos",
  postponed: "no_confirmado",
  goodbye: "no_interesa",
  clarify: "aclaracion",
  retakeLong: "retoma_larga",
  retakeShort: "retoma_corta",
  pickupQuestion: "pregunta_oficina",
  pickupConfirmed: "oficina_confirmada",
  homeConfirmed: "domicilio_confirmado",
  pickupMissing: "oficina_faltantes",
};

export const ORDER_BLOCKED = "pedido_incompleto";
export const ORDER_CHANGE = "cambio_de_pedido";
export const UNKNOWN = "fallback";
/** More jars than the largest pack holds. */
export const TOO_MANY = "mas_frascos";
export const PICTURE = "foto_recibida";

/** The texts of each group, in the order in which they are said. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  captura_datos_si_compra: [
    "¡Con mucho gusto! 🌙 Para tomar su pedido me regala, por favor, estos datos:\n\n{{campos_faltantes}}\n\nEl envío es gratis y puede pagar al recibir.",
    "¡Con gusto! Para su pedido me faltan estos datos:\n\n{{campos_faltantes}}",
  ],
  campos_faltantes: [
    "¡Vamos muy bien! Para completar su pedido solo me falta:\n\n{{campos_faltantes}}\n\n¿Me lo comparte, por favor?",
    "Sigo pendiente de su pedido 😊 Me hace falta:\n\n{{campos_faltantes}}\n\nSi no tiene alguno, me lo dice y seguimos.",
  ],
  datos_hasta_ahora: [
    "Disculpe, no le entendí bien esa parte 🙏 Hasta ahora anoté: {{datos_leidos}}. Para su pedido me falta:\n\n{{campos_faltantes}}",
    "Quiero anotarlo bien. Tengo: {{datos_leidos}}. Me haría falta:\n\n{{campos_faltantes}}\n\nSi tiene una pregunta, con gusto se la respondo.",
    "Disculpe, no le entendí bien 🙏 Para su pedido me falta:\n\n{{campos_faltantes}}\n\nSi tiene una pregunta, con gusto se la respondo.",
    "Perdone, sigo sin entenderle esa parte. Lo que me falta para su pedido es:\n\n{{campos_faltantes}}",
  ],
  recordatorio_datos: [
    "Sigo aquí para tomar su pedido 😊 Cuando pueda, me comparte su nombre, celular, dirección y ciudad, y se lo dejo listo.",
  ],
  retoma_datos: [
    "Muchas gracias por sus datos. ¿Le gustaría hacer su pedido? Para dejarlo listo me faltaría:\n\n{{campos_faltantes}}",
    "¿Desea que le tome el pedido? Solo me faltaría:\n\n{{campos_faltantes}}",
  ],
  ofrecer_promos: [
    `¡Perfecto, ya tengo sus datos! ¿Cuál le gustaría llevar?\n\n• 1 frasco: *${PRICE.one}*\n• 2 frascos: *${PRICE.two}* (ahorra ${PRICE.savingOfTwo})\n• 3 frascos: *${PRICE.three}* (ahorra ${PRICE.savingOfThree})\n\nEl envío es gratis en cualquiera.`,
    `Estas son nuestras opciones: 1 frasco *${PRICE.one}*, 2 frascos *${PRICE.two}* o 3 frascos *${PRICE.three}*. ¿Con cuál se queda?`,
  ],
  cual_pack: [
    "¡Qué bueno! ¿Cuántos frascos le envío: *1*, *2* o *3*?",
    "Solo me falta saber la cantidad: ¿prefiere *1*, *2* o *3* frascos?",
  ],
  pack_anotado: [
    "¡Anotado! Le aparto *{{pack}}* por *{{precio}}*. Para el envío me falta:\n\n{{campos_faltantes}}",
    "Listo, queda anotado *{{pack}}* ({{precio}}). Me faltaría:\n\n{{campos_faltantes}}",
  ],
  resumen: [
    "Este es el resumen de su pedido:\n\n• Producto: *{{pack}}*\n• Valor: *{{precio}}* con envío gratis\n• A nombre de: {{nombre_completo}}\n• Celular: {{telefono}}\n• Entrega: {{direccion_envio}}\n\n¿Me confirma que todo está correcto?",
    "Así queda su pedido:\n\n• *{{pack}}* por *{{precio}}*, con envío gratis\n• {{nombre_completo}}, celular {{telefono}}\n• {{direccion_envio}}\n\n¿Me lo confirma, por favor?",
  ],
  pedir_confirmacion: [
    "Para enviarle *{{pack}}* por *{{precio}}* solo necesito su visto bueno: ¿me confirma el pedido? Responda *sí* y se lo despacho.",
    "¿Le confirmo entonces su pedido de *{{pack}}*? Con un *sí* queda listo.",
  ],
  lugar_preguntado: [
    "Antes de seguir con su pedido quiero confirmarle algo: ¿va para *{{ciudad}}*? Me responde *sí*, o me escribe para dónde va.",
  ],
  numero_del_chat: [
    "¡Claro que sí! 😊 Solo que desde aquí no alcanzo a ver su número. ¿Me lo escribe con los 10 dígitos, por favor?",
    "Con gusto lo llamamos a ese mismo 🙏 Para anotarlo necesito que me escriba los 10 dígitos de su celular.",
  ],
  compra_confirmada: [
    "¡Listo, {{nombre}}! Su pedido de *{{pack}}* por *{{precio}}* quedó confirmado 🌙 Lo enviamos a {{direccion_envio}} y llega en *{{tiempo_estimado}}*. ¡Muchas gracias por su compra!",
    "¡Listo, {{nombre}}! Su pedido de *{{pack}}* por *{{precio}}* quedó confirmado 🌙 Lo enviamos a {{direccion_envio}}. ¡Muchas gracias por su compra!",
  ],
  timer_sinpack: [
    "{{nombre}}, dejé su pedido registrado para que no se quede sin él. Cuando pueda, me cuenta cuántos frascos le envío: *1*, *2* o *3*.",
  ],
  timer_pendiente: [
    "{{nombre}}, dejé apartado su pedido de *{{pack}}* por *{{precio}}*, pendiente de su confirmación. Si desea cambiar algo, me escribe por aquí.",
  ],
  pedido_actualizado: [
    "¡Listo! Actualicé su pedido: *{{pack}}* por *{{precio}}*, para entregar en {{direccion_envio}}.",
    "Su pedido quedó así: *{{pack}}*, *{{precio}}*, entrega en {{direccion_envio}}. ¡Gracias por avisarme!",
    "Listo, los cambios quedaron en su pedido. ¡Gracias por avisarme!",
  ],
  datos_conocidos: [
    "Tengo estos datos de su pedido anterior: {{datos_conocidos}}. Si siguen siendo los mismos para un nuevo pedido, me responde *sí*; si algo cambió, me lo escribe.",
  ],
  no_confirmado: [NO_HURRY, "Con gusto. Aquí estaré cuando quiera continuar 😊"],
  no_interesa: [GOODBYE],
  aclaracion: [CLARIFICATION],
  retoma_larga: [
    "Si le parece, le dejo listo su pedido: el envío es gratis a toda Colombia y paga cuando lo reciba. ¿Le gustaría hacer su pedido?",
  ],
  retoma_corta: ["¿Desea hacer su pedido?"],
  pregunta_oficina: [
    "Una pregunta para su envío: ¿prefiere que se lo llevemos *a domicilio* o *recogerlo en la oficina* de Interrapidísimo?",
  ],
  oficina_confirmada: [
    "¡Perfecto! Cambio su entrega: lo recoge en la *oficina de Interrapidísimo* de su ciudad y allí mismo lo puede pagar.",
    "Listo, queda para recoger en la *oficina de Interrapidísimo*.",
  ],
  domicilio_confirmado: [
    "¡Listo! Se lo enviamos *a domicilio*. Me comparte, por favor, su dirección completa.",
    "Perfecto, queda *a domicilio*. ¿Cuál es la dirección completa?",
  ],
  oficina_faltantes: [
    "Para que pueda recoger su pedido en la *oficina de Interrapidísimo* me falta:\n\n{{campos_faltantes}}",
    "Sigo pendiente de su pedido para recoger en oficina. Me falta:\n\n{{campos_faltantes}}",
  ],
  asesor: [HANDOFF_NOTICES.asesor],
  queja: [HANDOFF_NOTICES.queja],
  cancelar: [HANDOFF_NOTICES.cancelar],
  [DANGER_NOTICE]: [HANDOFF_NOTICES.danger],
  [ANIMAL_NOTICE]: [HANDOFF_NOTICES.animal],
  [MINOR_NOTICE]: [HANDOFF_NOTICES.minor],
  [HEALTH_NOTICE]: [HANDOFF_NOTICES.health],
  [UNKNOWN]: [HANDOFF_NOTICES.unknown],
  [PICTURE]: [HANDOFF_NOTICES.picture],
  [TOO_MANY]: [HANDOFF_NOTICES.tooMany],
  [ORDER_BLOCKED]: [
    "Ya casi está su pedido. Me falta revisar un dato con usted, así que una persona de nuestro equipo le escribe por este mismo chat 😊",
  ],
  [ORDER_CHANGE]: [
    "Con mucho gusto. Como su pedido ya está registrado, una persona de nuestro equipo le ayuda con el cambio por este mismo chat 😊",
  ],
};

export const STEP_TEMPLATES: readonly Template[] = Object.entries(TEXTS).flatMap(([intent, texts]) =>
  texts.map(
    (text, index): Template => ({
      id: `somnio.${intent}.paso.${index + 1}`,
      intent,
      visitType: index === 0 ? "primera_vez" : "siguientes",
      order: index + 1,
      priority: "CORE",
      gist: intent,
      text,
    }),
  ),
);

/** Facts that may join an answer when there is room. */
export const SELLING_TEMPLATES: readonly Template[] = [
  extra(
    "como_se_toma",
    "COMPLEMENTARIA",
    "frasco en la mesa de noche",
    "Para que no se le olvide, puede dejar el frasco en su *mesa de noche* 🌙",
  ),
  extra(
    "envio",
    "COMPLEMENTARIA",
    "recibe guía para rastrear el paquete",
    "Cuando despachamos le compartimos el *número de guía*, para que siga su paquete.",
  ),
  extra(
    "sisirve",
    "OPCIONAL",
    "rutina de sueño ayuda",
    `Ayuda mucho acompañarlo de una buena rutina: ${FACTS.dose}, con poca luz y sin pantallas.`,
  ),
];

function extra(intent: string, priority: Template["priority"], gist: string, text: string): Template {
  return { id: `somnio.${intent}.extra.1`, intent, visitType: "primera_vez", order: 9, priority, gist, text };
}
