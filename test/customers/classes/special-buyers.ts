import type { CustomerClass, Told } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { drawPerson, type Person } from "../people.ts";
import { choiceOf, greeting, opening, PACKS, question, WISHES, wishFor, yes } from "../says/buying.ts";
import { telling } from "../says/telling.ts";
import { mistyped } from "../says/typing.ts";

/** Words with slips of the finger; the data is written as it is. */
function typing(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const person = drawPerson(draw);
  const slip = (text: string): string => mistyped(draw, text);
  return {
    steps: [
      slip(opening(draw)),
      slip(question(draw)),
      slip(wishFor(draw, pack)),
      ...telling(draw, person),
      slip(yes(draw)),
      yes(draw),
    ],
    order: { pack, total },
    fields: person.fields,
  };
}

/** One long sentence, as a voice note reads: no commas, and sounds between the words. */
function speaking(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const person = drawPerson(draw);
  const pause = (): string => draw.one(["", "", " eh", " este", " o sea", " bueno", " mire", " pues"]);
  const said = [
    `${greeting(draw)}${pause()} ${wishFor(draw, pack)}`,
    `mi nombre es ${person.name} ${person.surname}`,
    `mi celular es el ${person.phone}`,
    `vivo en la ${person.address}${person.neighbourhood === null ? "" : ` barrio ${person.neighbourhood}`}`,
    `en ${person.city}`,
  ];
  const whole = said.reduce((text, part) => `${text}${pause()} y${pause()} ${part}`);
  return { steps: [whole, yes(draw)], order: { pack, total }, fields: withoutEmail(person.fields) };
}

/** These customers tell none. */
function withoutEmail({ correo: _, ...fields }: Person["fields"]): Person["fields"] {
  return fields;
}

const RURAL: readonly (readonly [string, string])[] = [
  ["vereda El Carmen, finca La Esperanza", "vereda El Carmen finca La Esperanza"],
  ["vereda San Isidro, casa de los Gómez, después de la escuela", "vereda San Isidro"],
  ["corregimiento de Santa Elena, finca Los Pinos", "finca Los Pinos"],
  ["km 5 vía a La Calera, finca El Recuerdo", "finca El Recuerdo"],
  ["finca Villa Sofía, vereda La Palma", "vereda La Palma"],
  ["manzana C casa 14 barrio Villa Nueva", "Manzana C"],
  ["mz 5 casa 12 urbanización Los Almendros", "Manzana 5"],
  ["kilómetro 12 vía al llano, parcela 8", "12"],
];

/** Off the grid of streets: what is read of the address varies; that it is read and ordered does not. */
function farming(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const person = drawPerson(draw);
  const [address] = draw.one(RURAL);
  const { direccion: _, ...fields } = withoutEmail(person.fields);
  const parts = [`${person.name} ${person.surname}`, person.phone, address, person.city];
  const told = draw.chance(0.5) ? [parts.join(", ")] : [parts.slice(0, 2).join(" "), parts.slice(2).join(", ")];
  return {
    steps: [greeting(draw), wishFor(draw, pack), ...told, yes(draw)],
    order: { pack, total },
    fields,
  };
}

const PLACES = ["Cali", "Medellín", "Bogotá", "Cartagena", "Santa Marta", "Barranquilla"];

/** Here now, and the parcel goes elsewhere. */
function travelling(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const person = drawPerson(draw);
  const here = draw.one(PLACES.filter((place) => place !== person.fields["ciudad"]));
  const two = draw.one([
    `estoy en ${here} de paseo, el envío es para ${person.fields["ciudad"]}`,
    `yo trabajo en ${here} pero el pedido es para ${person.fields["ciudad"]}`,
    `ando en ${here}, pero me lo manda a ${person.fields["ciudad"]}`,
    `soy de ${here} pero vivo en ${person.fields["ciudad"]}`,
    `en este momento estoy en ${here}, pero es para enviar a ${person.fields["ciudad"]}`,
  ]);
  return {
    steps: [
      greeting(draw),
      wishFor(draw, pack),
      draw.chance(0.5)
        ? `${two}. ${person.name} ${person.surname}, ${person.phone}, ${person.address}`
        : `${person.name} ${person.surname}, ${person.phone}, ${person.address}`,
      two,
      yes(draw),
    ],
    order: { pack, total },
    fields: withoutEmail(person.fields),
  };
}

/** A value that was told wrongly, and is put right at the summary or before it. */
function correcting(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const person = drawPerson(draw);
  const other = drawPerson(draw);
  const what = draw.one(["telefono", "nombre", "direccion", "ciudad"] as const);
  const [correction, fields]: readonly [string, Readonly<Record<string, string>>] = {
    telefono: [
      draw.one([
        `perdón, el celular es ${other.phone}`,
        `me equivoqué, el número es ${other.phone}`,
        `cambie el teléfono por ${other.phone}`,
        `el celular correcto es ${other.phone}`,
      ]),
      { telefono: other.fields["telefono"] ?? "" },
    ] as const,
    nombre: [
      draw.one([
        `mejor a nombre de ${other.name} ${other.surname}`,
        `el nombre es ${other.name} ${other.surname}`,
        `cambie el nombre, es ${other.name} ${other.surname}`,
      ]),
      { nombre: other.fields["nombre"] ?? "", apellido: other.fields["apellido"] ?? "" },
    ] as const,
    direccion: [
      draw.one([
        `perdón, la dirección es ${other.address}`,
        `me equivoqué en la dirección, es ${other.address}`,
        `mejor envíelo a la ${other.address}`,
        `la dirección correcta es ${other.address}`,
      ]),
      { direccion: other.fields["direccion"] ?? "" },
    ] as const,
    ciudad: [
      draw.one([
        `perdón, la ciudad es ${other.fields["ciudad"]}`,
        `no es ${person.fields["ciudad"]}, es ${other.fields["ciudad"]}`,
        `me equivoqué, es en ${other.fields["ciudad"]}`,
      ]),
      { ciudad: other.fields["ciudad"] ?? "", departamento: other.fields["departamento"] ?? "" },
    ] as const,
  }[what];
  const repeated = what === "ciudad" ? [`la dirección es ${person.address}`] : [];
  return {
    steps: [
      greeting(draw),
      wishFor(draw, pack),
      `${person.name} ${person.surname}, ${person.phone}, ${person.address}, ${person.city}`,
      correction,
      ...repeated,
      yes(draw),
    ],
    order: { pack, total },
    fields: { ...withoutEmail(person.fields), ...fields },
  };
}

const OTHERS = ["mi mamá", "mi esposo", "mi hermana", "mi suegra", "mi papá", "mi tía"];

/** Another person receives it: the order is theirs, with the customer's own number or theirs. */
function sending(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const person = drawPerson(draw);
  const who = draw.one(OTHERS);
  const first = draw.one([
    `es para ${who}, se llama ${person.name} ${person.surname}`,
    `recibe ${who}, ${person.name} ${person.surname}`,
    `va a nombre de ${who}: ${person.name} ${person.surname}`,
    `el pedido es a nombre de ${person.name} ${person.surname}, ${who}`,
  ]);
  return {
    steps: [
      greeting(draw),
      wishFor(draw, pack),
      `${first}, ${person.phone}, ${person.address}, ${person.city}`,
      yes(draw),
    ],
    order: { pack, total },
    fields: withoutEmail(person.fields),
  };
}

/** Everything in short messages that arrive together. */
function bursting(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const person = drawPerson(draw);
  const late = draw.chance(0.5);
  return {
    steps: [
      [greeting(draw), question(draw)],
      late ? [draw.one(WISHES)] : [wishFor(draw, pack)],
      telling(draw, person),
      ...(late ? [choiceOf(draw, pack)] : []),
      yes(draw),
    ],
    order: { pack, total },
    fields: person.fields,
  };
}

export const SPECIAL_BUYERS: readonly CustomerClass[] = [
  { name: "buys with slips of the finger", floor: 0.9, tell: typing },
  { name: "buys in one long sentence", floor: 0.9, tell: speaking },
  { name: "buys in the country", floor: 0.95, tell: farming },
  { name: "buys from elsewhere", floor: 0.9, tell: travelling },
  { name: "corrects a datum", floor: 0.9, tell: correcting },
  { name: "buys for another", floor: 0.9, tell: sending },
  { name: "buys in bursts", floor: 0.95, tell: bursting },
];
