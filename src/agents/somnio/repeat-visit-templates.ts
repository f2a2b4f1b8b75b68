import { fillText } from "../../core/outbound/markup.ts";
import type { Template } from "../../flow/definition/flow-definition.ts";
import { FACTS, PRICE } from "./catalogue.ts";
import { DELIVERY_TIMES } from "./delivery-times.ts";
import { templatesOf } from "./template.ts";

/**
 * The texts for a repeated question: the same facts in other words, two ways of each, so that a
 * customer reads the same sentence again only at the third repetition.
 */
export const REPEAT_VISIT_TEMPLATES: readonly Template[] = [
  ...again("hola", "saludo de nuevo", [
    "¡Hola de nuevo! ¿En qué más le puedo ayudar?",
    "Aquí sigo, con mucho gusto. Cuénteme, ¿qué más le gustaría saber?",
  ]),
  ...again(
    "precio",
    "precios de nuevo",
    [
      fillText`Con gusto se los repito: un frasco vale *${PRICE.one}*, dos *${PRICE.two}* y tres *${PRICE.three}*, con el envío incluido.`,
      fillText`Los precios siguen así: *${PRICE.one}* por uno, *${PRICE.two}* por dos o *${PRICE.three}* por tres. No paga nada más por el envío.`,
    ],
    ["packs"],
  ),
  ...again(
    "info_promociones",
    "promociones de nuevo",
    [
      fillText`La promoción más llevada es la de 2 frascos por *${PRICE.two}*: cada uno le sale a ${PRICE.perJarOfTwo}. La de 3 frascos queda en *${PRICE.three}*.`,
      fillText`Llevando dos frascos paga *${PRICE.two}* y llevando tres paga *${PRICE.three}*, siempre con envío gratis.`,
    ],
    ["packs"],
  ),
  ...again("contenido_envase", "contenido de nuevo", [
    fillText`Son *${FACTS.tabletsPerJar} tabletas* por frasco, de ${FACTS.contents}: una por noche, para unos tres meses.`,
    fillText`En cada frasco vienen *${FACTS.tabletsPerJar} tabletas* y sus componentes son ${FACTS.contents}.`,
  ]),
  ...again("como_se_toma", "toma de nuevo", [
    "Una sola tableta al día, *media hora antes de acostarse*.",
    "Recuerde: *1 tableta cada noche*, unos 30 minutos antes de dormir.",
  ]),
  ...again("modopago", "forma de pagar de nuevo", [
    fillText`Puede pagar *al recibir*, en efectivo, o antes del envío con ${FACTS.payNow}.`,
    "Como le quede más fácil: en efectivo cuando le llegue el pedido, por transferencia o con tarjeta.",
  ]),
  ...again("metodos_de_pago", "métodos de pago de nuevo", [
    "Puede usar *Bancolombia, Nequi, Daviplata, tarjeta* por link de pago, o efectivo al recibir.",
    "Los medios de pago son: efectivo contra entrega, Nequi, Daviplata, Bancolombia y tarjeta con link.",
  ]),
  ...again("modopago2", "contra entrega de nuevo", [
    "No tiene que pagar nada por adelantado: *paga cuando lo recibe*.",
    "El *pago contra entrega* es en efectivo, al momento de recibir su pedido.",
  ]),
  ...again("envio", "envío de nuevo", [
    `Le llevamos su pedido a cualquier parte de Colombia y *el envío no tiene costo*. ${DELIVERY_TIMES.everywhere}`,
    `Hacemos envíos a todo el país y son *gratis*. ${DELIVERY_TIMES.everywhere}`,
  ]),
  ...again("invima", "registro de nuevo", [
    "Tiene registro sanitario *INVIMA*; el número está en la etiqueta del frasco.",
    "Es un producto con registro *INVIMA*, como puede ver en su etiqueta.",
  ]),
  ...again("ubicacion", "ubicación de nuevo", [
    "La atención es en línea, por este chat, y el pedido se lo enviamos *gratis* a cualquier ciudad del país.",
    "Nos encuentra aquí, en este WhatsApp; desde aquí le enviamos su pedido a cualquier parte de Colombia.",
  ]),
  ...again("contraindicaciones", "precauciones de nuevo", [
    "Lo más seguro, si tiene alguna condición de salud o toma medicamentos, es que lo consulte con su médico antes de tomarlo.",
    "Si está en embarazo, lactando, bajo tratamiento médico o es para un menor de edad, pregúntele primero a su médico.",
  ]),
  ...again("tratamiento_datos", "para qué son los datos, de nuevo", [
    "Es muy válido que lo cuide. Necesitamos el nombre, el celular y la dirección para poder entregarle su pedido, y usted paga cuando lo recibe.",
    "Con toda confianza: los datos son para su entrega. Si prefiere hablarlo con una persona de nuestro equipo, me lo dice y le escribe por aquí.",
  ]),
  ...again(
    "corregir_datos",
    "corrección de nuevo",
    [
      "Lo cambiamos con gusto. ¿Cuál es el dato correcto?",
      "Sin problema. Escríbame el dato como debe quedar y lo actualizo.",
    ],
    ["correction"],
  ),
  ...again("sisirve", "utilidad de nuevo", [
    "Es un apoyo para dormir mejor: la melatonina ayuda a conciliar el sueño y el magnesio, a relajarse. Cada cuerpo responde a su ritmo.",
    "A cada persona le va distinto, por eso recomendamos tomarlo *todas las noches* y darle unos días al cuerpo para acostumbrarse.",
  ]),
];

function again(intent: string, gist: string, texts: readonly string[], asks: Template["asks"] = []): Template[] {
  return templatesOf(
    intent,
    "siguientes",
    texts.map((text) => ["CORE", gist, text, asks] as const),
  );
}
