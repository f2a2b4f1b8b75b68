import { fillText } from "../../core/outbound/markup.ts";
import type { Template } from "../../flow/definition/flow-definition.ts";
import { FACTS, PRICE } from "./catalogue.ts";
import { DELIVERY_TIMES } from "./delivery-times.ts";
import { templatesOf } from "./template.ts";

/** The texts for the first time that a session asks about something. */
export const FIRST_VISIT_TEMPLATES: readonly Template[] = [
  ...templatesOf("hola", "primera_vez", [
    [
      "CORE",
      "bienvenida",
      "¡Hola! Le damos la bienvenida a *Somnio* 🌙 Con mucho gusto le ayudo con lo que necesite saber de nuestras tabletas para descansar mejor. ¿Qué le gustaría saber?",
    ],
  ]),
  ...templatesOf("precio", "primera_vez", [
    [
      "CORE",
      "precios de 1, 2 y 3 frascos",
      fillText`Estos son nuestros precios:\n\n• 1 frasco: *${PRICE.one}*\n• 2 frascos: *${PRICE.two}*\n• 3 frascos: *${PRICE.three}*\n\nEl envío es gratis y puede pagar al recibir. ¿Le gustaría hacer su pedido?`,
      ["packs", "buy"],
    ],
  ]),
  ...templatesOf("info_promociones", "primera_vez", [
    [
      "CORE",
      "promociones de 2 y 3 frascos",
      fillText`Estas son nuestras promociones:\n\n• 2 frascos por *${PRICE.two}*: ahorra ${PRICE.savingOfTwo}\n• 3 frascos por *${PRICE.three}*: ahorra ${PRICE.savingOfThree}\n\nUn solo frasco vale ${PRICE.one}, y el envío siempre es gratis. ¿Cuál le gustaría llevar?`,
      ["packs", "buy"],
    ],
  ]),
  ...templatesOf("contenido_envase", "primera_vez", [
    [
      "CORE",
      "90 tabletas de melatonina y magnesio",
      fillText`Cada frasco de *Somnio* trae *${FACTS.tabletsPerJar} tabletas* con ${FACTS.contents}.`,
    ],
    [
      "COMPLEMENTARIA",
      "alcanza para 3 meses",
      "Tomando una tableta cada noche, un frasco le alcanza para unos *3 meses*.",
    ],
  ]),
  ...templatesOf("como_se_toma", "primera_vez", [
    ["CORE", "1 tableta 30 minutos antes de dormir", fillText`Es muy sencillo: se toma *${FACTS.dose}*.`],
  ]),
  ...templatesOf("modopago", "primera_vez", [
    [
      "CORE",
      "paga al recibir o por anticipado",
      fillText`Usted elige: puede pagar en efectivo *${FACTS.payLater}*, cuando reciba su pedido, o por anticipado con ${FACTS.payNow}.`,
    ],
  ]),
  ...templatesOf("metodos_de_pago", "primera_vez", [
    [
      "CORE",
      "efectivo, transferencia o tarjeta",
      fillText`Recibimos *efectivo ${FACTS.payLater}*, transferencia por *Bancolombia, Nequi o Daviplata*, y *tarjeta* con un link de pago.`,
    ],
  ]),
  ...templatesOf("modopago2", "primera_vez", [
    [
      "CORE",
      "sí hay pago contra entrega",
      "Manejamos *pago contra entrega*: usted paga en efectivo cuando el pedido llega a sus manos.",
    ],
  ]),
  ...templatesOf("envio", "primera_vez", [
    [
      "CORE",
      "envío gratis a toda Colombia",
      `${fillText`El envío es *${FACTS.shipping}* 🚚`} ${DELIVERY_TIMES.everywhere}`,
    ],
  ]),
  ...templatesOf("invima", "primera_vez", [
    [
      "CORE",
      "tiene registro sanitario",
      "*Somnio* cuenta con registro sanitario *INVIMA*. Lo puede consultar en la etiqueta de cada frasco.",
    ],
  ]),
  ...templatesOf("ubicacion", "primera_vez", [
    [
      "CORE",
      "atendemos en línea y enviamos a todo el país",
      "Atendemos en línea, por este mismo chat, y despachamos a *toda Colombia*: el pedido llega hasta la puerta de su casa, con envío gratis.",
    ],
  ]),
  ...templatesOf("contraindicaciones", "primera_vez", [
    [
      "CORE",
      "consultar al médico en casos especiales",
      "*Somnio* es un suplemento de melatonina y magnesio. Si está en embarazo o lactancia, tiene alguna enfermedad, toma medicamentos o es para un menor de edad, por favor consulte primero con su médico.",
    ],
    [
      "COMPLEMENTARIA",
      "solo antes de dormir",
      "Como ayuda a dormir, tómelo solo cuando vaya a acostarse, nunca antes de conducir, y evite mezclarlo con alcohol.",
    ],
  ]),
  ...templatesOf("tratamiento_datos", "primera_vez", [
    [
      "CORE",
      "para qué son los datos",
      "Le entiendo, y hace bien en preguntar. Sus datos nos sirven para preparar su pedido y para que la transportadora se lo entregue. No tiene que pagar nada por adelantado: puede pagar *contra entrega*, cuando lo reciba. Y si lo prefiere, con gusto le atiende una persona de nuestro equipo por este mismo chat.",
    ],
  ]),
  ...templatesOf("corregir_datos", "primera_vez", [
    [
      "CORE",
      "corrección de un dato",
      "Con mucho gusto lo corrijo. ¿Me escribe cómo debe quedar, por favor?",
      ["correction"],
    ],
  ]),
  ...templatesOf("sisirve", "primera_vez", [
    [
      "CORE",
      "para qué sirve cada componente",
      "La *melatonina* ayuda a conciliar el sueño y el *magnesio* ayuda a relajar el cuerpo. Los resultados cambian de una persona a otra; lo importante es ser constante y tomarlo cada noche.",
    ],
  ]),
];
