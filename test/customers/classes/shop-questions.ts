import type { Asked, CustomerClass } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { anywhere, PRICED, TALKING } from "../says/anywhere.ts";
import { greeting } from "../says/buying.ts";

const or = (words: string): readonly string[] => words.split("|");

/** What customers ask beyond the templates, in words of their own: who or what it is about, then what they ask. */
const ASKS: readonly (readonly [entry: string, about: readonly string[], asked: readonly string[]])[] = [
  [
    "seguridad",
    or("|una vecina cayó en una venta falsa|mi esposo es muy desconfiado|compré una vez por internet y nunca llegó"),
    or(
      "cómo sé que no me van a robar|quién me garantiza que no es una estafa|cómo hago para saber si son serios|y si es un fraude|esto no será un tumbe",
    ),
  ],
  [
    "nadie-en-casa",
    or("trabajo todo el día|en mi casa no queda nadie de día|salgo temprano y llego de noche|vivo sola"),
    or("qué pasa si llegan y no estoy|quién lo recibe|lo pueden dejar con un vecino|y si no me encuentran"),
  ],
  [
    "rastreo",
    or("|pedí hace cuatro días|ya hice mi compra|estoy esperando mi paquete"),
    or("cómo sé por dónde viene mi pedido|me dan número de guía|por dónde va mi paquete|me pasan la guía"),
  ],
  [
    "cuotas",
    or("|ando corta de plata|me pagan el treinta"),
    or(
      "se puede pagar a cuotas|me lo dejan en dos pagos|lo puedo ir abonando|reciben la mitad ahora y la mitad después",
    ),
  ],
  [
    "regalo",
    or("es para mi mamá|cumple años mi suegra|es un detalle para una amiga"),
    or("lo empacan para regalo|le pueden poner una tarjeta|lo mandan envuelto con un moño"),
  ],
  [
    "presentaciones",
    or("|no paso las pastas|mi abuela se atora"),
    or("lo hay en gotas|viene en gomitas|hay uno más pequeño|no lo tienen en jarabe"),
  ],
  [
    "fabricacion",
    or("|quiero saber antes de comprar"),
    or("quién lo fabrica|de qué laboratorio es|en qué país lo hacen|es nacional o importado"),
  ],
  [
    "devoluciones",
    or("|y si no me gusta|y si me cae mal"),
    or("lo puedo devolver|me devuelven la plata|hacen cambios o reembolso|tienen garantía"),
  ],
  [
    "empaque",
    or("mi portero es muy metido|no quiero que se enteren en la casa|me da pena"),
    or("el paquete dice qué trae|el empaque es discreto|se nota qué es por fuera"),
  ],
  [
    "factura",
    or("|tengo un negocio|es para la contabilidad"),
    or("dan factura|facturan a nombre de una empresa|la factura es electrónica"),
  ],
  ["muestras", or("|soy enfermera"), or("dan muestras gratis|regalan una para probar|tienen muestrica")],
];

/** An entry of the shop's knowledge, asked for in any words: it is said. */
function askTheShop(draw: Draw): Asked {
  const [entry, about, asked] = draw.one(ASKS);
  const told = draw.one(about);
  const question = `${told === "" ? "" : `${told}, `}${draw.one(asked)}${draw.one(["?", "", " porfa", " mija?"])}`;
  return {
    text: `${draw.one(["", "", `${greeting(draw)}, `, "una pregunta, "])}${question}`,
    context: anywhere(draw),
    intents: [`knowledge.${entry}`],
    acceptable: ["person", "knowledge.revisar-antes", "modopago2"],
    forbidden: ["order", "pack"],
  };
}

const PAIRED = ASKS.filter(([entry]) => !["seguridad", "nadie-en-casa", "empaque", "regalo"].includes(entry));

/** Two questions in one message: each gets its answer. */
function askTwice(draw: Draw): Asked {
  const first = draw.one(PAIRED);
  const second = draw.one(PAIRED.filter((other) => other !== first));
  return {
    text: `${draw.one(["", `${greeting(draw)}, `])}${draw.one(first[2])}? y ${draw.one(["", "también ", "otra cosa, "])}${draw.one(second[2])}?`,
    context: draw.one([{}, TALKING, PRICED]),
    intents: [[`knowledge.${first[0]}`, `knowledge.${second[0]}`]],
    acceptable: ["person"],
    forbidden: ["order", "pack", "silence"],
  };
}

export const SHOP_QUESTIONS: readonly CustomerClass[] = [
  { name: "asks what an entry of the shop knows, in any words", floor: 0.9, tell: askTheShop },
  { name: "asks two such questions at once", floor: 0.7, tell: askTwice },
];
