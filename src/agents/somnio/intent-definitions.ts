import type { IntentDefinition } from "../../flow/definition/flow-definition.ts";

function informs(...examples: readonly string[]): IntentDefinition {
  return { effect: "inform", examples };
}

/** A question of a customer who is not convinced yet. */
function doubts(...examples: readonly string[]): IntentDefinition {
  return { ...informs(...examples), isDoubt: true };
}

function choosesPack(pack: string, ...examples: readonly string[]): IntentDefinition {
  return { effect: "choose_pack", pack, examples };
}

/**
 * A wish for a person counts at a lower confidence than a purchase: one question too many costs
 * little.
 */
function handsOver(...examples: readonly string[]): IntentDefinition {
  return { effect: "hand_over", examples };
}

/** The words on a button when the agent asks which of two was meant. */
const LABELS: Readonly<Record<string, string>> = {
  precio: "El precio",
  info_promociones: "Las promociones",
  contenido_envase: "Qué trae",
  como_se_toma: "Cómo se toma",
  modopago: "Cómo pagar",
  metodos_de_pago: "Medios de pago",
  modopago2: "Pagar al recibir",
  envio: "El envío",
  invima: "El registro INVIMA",
  ubicacion: "Dónde estamos",
  contraindicaciones: "Precauciones",
  sisirve: "Si funciona",
  corregir_datos: "Corregir un dato",
  captura_datos_si_compra: "Hacer un pedido",
  ofrecer_promos: "Ver los paquetes",
  resumen_1x: "Pedir 1 frasco",
  resumen_2x: "Pedir 2 frascos",
  resumen_3x: "Pedir 3 frascos",
  no_confirmado: "Pensarlo un poco",
  no_interesa: "No me interesa",
  asesor: "Hablar con alguien",
  queja: "Poner una queja",
  cancelar: "Cancelar el pedido",
};

/** What Somnio's customers want (requirement A8), and what it leads to (A9). */
const MEANINGS: Readonly<Record<string, IntentDefinition>> = {
  hola: informs("buenas, ¿quién me atiende?", "Buenas tardes", "hola", "buen día"),
  precio: informs("¿cuánto vale?", "q precio tiene", "a cómo lo tiene"),
  info_promociones: informs("¿qué promociones hay?", "tienen descuento?", "hay ofertas vigentes"),
  contenido_envase: informs(
    "Vi su publicidad en Facebook",
    "¿qué trae el frasco?",
    "qué ingredientes tiene",
    "cuántas pastillas trae",
  ),
  como_se_toma: informs("¿cómo se toma?", "cuál es la dosis", "a qué hora se la toma uno"),
  modopago: informs("¿cómo pago?", "cómo hago para pagar", "¿cómo cancelo?"),
  metodos_de_pago: informs("qué medios de pago manejan", "reciben nequi?", "puedo pagar con tarjeta"),
  modopago2: informs("¿es contra entrega?", "¿y se puede pagar al recibir?", "pago cuando me llegue?"),
  envio: informs("¿A qué hora llega?", "¿hacen envíos?", "cuánto se demora en llegar", "el envío tiene costo?"),
  invima: doubts("tiene invima?", "cuentan con registro sanitario"),
  ubicacion: informs("¿dónde quedan?", "tienen punto físico?"),
  contraindicaciones: doubts("tiene contraindicaciones?", "lo puede tomar una mujer embarazada"),
  sisirve: doubts("¿eso sí sirve?", "de verdad funciona?", "es efectivo?", "¿en cuánto tiempo se nota el cambio?"),

  tratamiento_datos: {
    ...informs("¿para qué quieren mis datos?", "me da desconfianza dar mi dirección"),
    // "No doy con la dirección" is near it.
    actFrom: 65,
  },

  corregir_datos: {
    effect: "inform",
    unlessTold: true,
    examples: ["la dirección está mal", "quiero cambiar el teléfono", "me equivoqué en el nombre"],
  },

  captura_datos_si_compra: {
    effect: "start_collecting",
    examples: ["quiero comprar", "listo, quiero pedir uno", "cómo hago el pedido"],
  },
  ofrecer_promos: {
    effect: "offer",
    asQuestion: "info_promociones",
    examples: ["muéstreme las promociones otra vez", "quiero ver los paquetes"],
  },
  resumen_1x: choosesPack("1x", "deme el de uno"),
  resumen_2x: choosesPack("2x", "el de 2", "me llevo los dos", "quiero 2 frascos"),
  resumen_3x: choosesPack("3x", "mejor deme los 3", "me llevo los tres"),
  compra_confirmada: { effect: "confirm", examples: ["sí confirmo", "confirmado"] },
  no_confirmado: { effect: "postpone", unlessTold: true, actFrom: 60, examples: ["no, todavía no", "lo voy a pensar"] },
  no_interesa: { effect: "close", actFrom: 70, examples: ["no gracias, no me interesa", "no estoy interesada"] },

  timer_sinpack: { effect: "order_without_pack", examples: [] },
  timer_pendiente: { effect: "order_unconfirmed", examples: [] },

  asesor: handsOver("quiero hablar con una persona", "páseme un asesor", "ya pagué"),
  queja: handsOver("me llegó dañado, qué pésimo", "no me ha llegado el pedido"),
  cancelar: handsOver("cancele todo", "quiero cancelar el pedido"),
};

export const INTENTS: Readonly<Record<string, IntentDefinition>> = Object.fromEntries(
  Object.entries(MEANINGS).map(([intent, definition]) => {
    const label = LABELS[intent];
    return [intent, label === undefined ? definition : { ...definition, label }];
  }),
);
