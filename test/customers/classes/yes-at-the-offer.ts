import type { CustomerClass, Told } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { drawPerson } from "../people.ts";
import { greeting, PACKS, type Pack, yes } from "../says/buying.ts";

/** Words that speak of a number and choose none: the packs are shown all the same. */
const SPEAKS_OF: Readonly<Record<Pack, readonly string[]>> = {
  "1x": [
    "listo, quiero pedir un frasco",
    "quisiera comprar un frasco por favor",
    "necesito encargar un frasquito",
    "me gustaría pedir 1 frasco pues",
  ],
  "2x": ["¿a cómo dos?", "cuánto salen dos", "cuánto valen los 2?", "y a cómo dos frascos"],
  "3x": ["¿a cómo tres?", "cuánto salen tres", "cuánto valen los 3?", "y a cómo tres frascos"],
};
/** A yes that names no pack. */
const AGREES: readonly string[] = [
  "sí",
  "si señora",
  "dale",
  "sí por favor",
  "listo",
  "así está bien",
  "sí, así está bien",
  "ese está bien",
  "esa me sirve",
  "quiero ese",
  "quiero esa",
  "ese mismo",
  "me sirve",
  "ese quiero",
];

/** Spoke of a number, told all data at once, and says yes to the packs: the summary of that number follows. */
function agreeing(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const person = drawPerson(draw);
  const { correo: _, ...fields } = person.fields;
  const data = `${person.name} ${person.surname}, ${person.phone}, ${person.address}, ${person.city}`;
  // With the neighbourhood and the e-mail all is told, and the packs are shown; without them the yes comes first.
  const isWhole = draw.chance(0.5);
  return {
    steps: [
      ...(draw.chance(0.5) ? [greeting(draw)] : []),
      draw.one(SPEAKS_OF[pack]),
      isWhole ? `${data}, barrio Palermo, no tengo correo` : data,
      draw.one(AGREES),
      yes(draw),
    ],
    order: { pack, total },
    fields: isWhole ? { ...fields, barrio: "Palermo" } : fields,
  };
}

/** The customer has spoken of no number: a yes chooses none, and makes no order, however often they say it. */
function agreeingToNothing(draw: Draw): Told {
  const person = drawPerson(draw);
  const data = `${person.name} ${person.surname}, ${person.phone}, ${person.address}, ${person.city}`;
  return { steps: ["quiero comprar", data, draw.one(AGREES), draw.one(AGREES)], order: null, forbidden: ["order"] };
}

export const YES_AT_THE_OFFER: readonly CustomerClass[] = [
  { name: "says yes to the packs after a number", floor: 0.95, tell: agreeing },
  { name: "says yes to the packs, and never a number", floor: 1, tell: agreeingToNothing },
];
