import type { CustomerClass, Told } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { drawPerson } from "../people.ts";
import { PACKS, type Pack, yes } from "../says/buying.ts";

/** Words that speak of a number and choose none: a question, a price, a favour, another person's wish. */
const SPEAKS_OF: Readonly<Record<Pack, readonly string[]>> = {
  "1x": [
    "cómo hago para pedir uno",
    "no hay tienda entonces, ¿cómo hago para encargar uno?",
    "le quiero pedir uno a mi vecino que no maneja el whatsapp",
    "pa cuánto me sale 1 tarro puesto en mi pueblo",
    "vi que vale 79900",
    "deme una a ver si me sirve",
    "oiga uno de esos frascos pa mandar a mi pueblo",
  ],
  "2x": [
    "mi patrona me pidió que le encargara 2 de esos",
    "me hace el favor de dos",
    "buenas ese de la promoción de 2 todavía está?",
    "vi que valen 129900",
    "pa cuánto me salen 2 tarros puestos en mi pueblo",
  ],
  "3x": [
    "me dijeron que encargara 3 de esos",
    "me hace el favor de tres",
    "buenas ese de la promoción de 3 todavía está?",
    "vi que valen 169.900",
    "pa cuánto me salen 3 tarros puestos en mi pueblo",
  ],
};
const GOES_ON = ["listo, lo quiero", "hágale pues", "quiero comprar", "listo, quiero hacer el pedido"];

/** The data of a parcel, and nothing that is merely welcome. */
function dataOf(draw: Draw): string {
  const { name, surname, phone, address, city } = drawPerson(draw);
  return `${name} ${surname}, ${phone}, ${address}, ${city}`;
}

/** A number was spoken of, and the data is there: the summary says it back, and a yes orders it. */
function supposed(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  return {
    steps: [draw.one(SPEAKS_OF[pack]), draw.one(GOES_ON), dataOf(draw), yes(draw)],
    order: { pack, total },
  };
}

/** Words that only ask, or tell what they have read. */
const ONLY_ASKS: readonly string[] = [
  "no hay tienda entonces, ¿cómo hago para encargar uno?",
  "pa cuánto me sale 1 tarro puesto en mi pueblo",
  "pa cuánto me salen 2 tarros puestos en mi pueblo",
  "buenas ese de la promoción de 2 todavía está?",
  "buenas ese de la promoción de 3 todavía está?",
  "vi que valen 129900",
];

/** The same customer, who then says nothing: they have chosen nothing, so silence orders nothing. */
function supposedInSilence(draw: Draw): Told {
  return {
    steps: ["quiero comprar", draw.one(ONLY_ASKS), dataOf(draw), { wait: "21m" }],
    order: null,
    forbidden: ["order"],
  };
}

const COUNTS_OTHER_THINGS = [
  "somos 2 en la casa y nadie duerme",
  "yo madrugo a las 3 a coger café",
  "tengo tres hijos y no pego el ojo",
  "me acuesto a las dos de la mañana",
  "anoche dormí dos horas",
  "ya son las 3 y yo aquí despierta",
];

/** Hours, children and doors count no goods: the packs are shown. */
function countingOtherThings(draw: Draw): Told {
  return {
    steps: [draw.one(COUNTS_OTHER_THINGS), "quiero comprar", dataOf(draw), yes(draw)],
    order: null,
    forbidden: ["pack", "order"],
  };
}

/** Buyers who have spoken of a number before their data, and chose none. */
export const SUPPOSED_BUYERS: readonly CustomerClass[] = [
  { name: "spoke of a number before the data", floor: 0.9, tell: supposed },
  { name: "spoke of a number, and says nothing more", floor: 1, tell: supposedInSilence },
  { name: "counts other things before the data", floor: 1, tell: countingOtherThings },
];
