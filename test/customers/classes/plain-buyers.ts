import type { Asked, CustomerClass, Told } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { drawPerson, type Person } from "../people.ts";
import { COLLECTING, HALF_TOLD, summing } from "../says/anywhere.ts";
import { greeting, opening, PACKS, question, wishFor, yes } from "../says/buying.ts";
import { byEar } from "../says/typing.ts";

function withoutEmail({ correo: _, ...fields }: Person["fields"]): Person["fields"] {
  return fields;
}

const dataOf = ({ name, surname, phone, address, city }: Person): string =>
  `${name} ${surname}, ${phone}, ${address}, ${city}`;

/** Words as they sound; names, places and numbers are written as they are. */
function spelling(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const person = drawPerson(draw);
  return {
    steps: [
      byEar(draw, opening(draw)),
      byEar(draw, question(draw)),
      byEar(draw, wishFor(draw, pack)),
      dataOf(person),
      byEar(draw, yes(draw)),
      yes(draw),
    ],
    order: { pack, total },
    fields: withoutEmail(person.fields),
  };
}

const WORKPLACES = ["la oficina", "mi trabajo", "la empresa", "el local", "el consultorio", "la tienda"];

/** The parcel goes to where the customer works: an address like any other, and no office of a carrier. */
function working(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const person = drawPerson(draw);
  const place = draw.one(WORKPLACES);
  const asks = draw.one([
    `me puede llegar a ${place}?`,
    `puede ser la dirección de ${place}?`,
    `lo pueden llevar a ${place}?`,
    question(draw),
  ]);
  const there = draw.one([
    `que pregunten por mí en recepción`,
    `es ${place}, pregunten por mí`,
    `ahí estoy de 8 a 5`,
    `en ${place} siempre hay alguien`,
  ]);
  const { direccion: _, barrio: __, ...fields } = withoutEmail(person.fields);
  return {
    steps: [greeting(draw), asks, wishFor(draw, pack), dataOf(person), there, yes(draw), yes(draw)],
    order: { pack, total },
    fields,
  };
}

const COURIER = [
  "que me llamen antes de traerlo",
  "que me timbren al celular cuando lleguen",
  "que el mensajero me llame antes",
  "me avisan cuando vengan en camino",
  "que llame antes de venir porque el timbre no sirve",
  "que pregunten por mí en la portería",
  "me marcan cuando lleguen abajo",
];

/** What the courier is to do is no wish for a person of the shop. */
function instructing(draw: Draw): Asked {
  return {
    text: `${draw.one(["", "", "ah y ", "eso sí, ", "una cosa, ", "por favor "])}${draw.one(COURIER)}`,
    context: draw.one([COLLECTING, HALF_TOLD, summing("1x"), summing("2x")]),
    forbidden: ["person", "cancelar", "no_interesa"],
  };
}

/** A price that is asked for chooses nothing, and neither does the bare yes behind it (A11). */
function pricing(draw: Draw): Told {
  const { units, word } = draw.one([
    { units: "2", word: "dos" },
    { units: "3", word: "tres" },
  ]);
  const price = draw.one([
    `¿cuánto valen ${units}?`,
    `cuánto salen ${word}`,
    `y ${word} a cómo?`,
    `cuánto cuestan los ${units}?`,
  ]);
  return {
    steps: [greeting(draw), price, draw.one(["sí", "si señora", "dale", "listo", "bueno sí"])],
    order: null,
    forbidden: ["pack", "order"],
  };
}

/** Buyers whose words look like something else. */
export const PLAIN_BUYERS: readonly CustomerClass[] = [
  { name: "buys and spells by ear", floor: 0.9, tell: spelling },
  { name: "buys for where they work", floor: 0.9, tell: working },
  { name: "tells what the courier is to do", floor: 0.95, tell: instructing },
  { name: "asks what two cost, and says yes", floor: 1, tell: pricing },
];
