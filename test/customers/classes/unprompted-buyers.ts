import type { CustomerClass, Told } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { drawPerson, type Person } from "../people.ts";
import { choiceOf, greeting, PACKS, type Pack, question, wishFor, yes } from "../says/buying.ts";

const NUMBERS: Readonly<Record<Pack, readonly string[]>> = {
  "1x": ["1", "uno", "dale, uno", "Bueno dale, uno. Si me va bien le pido más", "listo, una"],
  "2x": ["2", "dos", "dale, 2 porfa", "listo, quiero dos ve", "bueno pues, dos"],
  "3x": ["3", "tres", "dale, los 3", "ok, tres pues", "listo, deme tres vea"],
};
const OPENS: readonly string[] = [
  "",
  "",
  "Perfecto. ",
  "Ok. Anote pues: ",
  "Listo. ",
  "estos son los datos para el despacho: ",
];

const fullName = ({ name, surname }: Person): string => `${name} ${surname}`;
const whereTo = ({ address, city }: Person): string => `${address}, ${city}`;

function withoutEmail({ correo: _, ...fields }: Person["fields"]): Person["fields"] {
  return fields;
}

/** They say how many, or who they are, before the shop has asked for anything. */
function goingAhead(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const person = drawPerson(draw);
  const isNumberFirst = draw.chance(0.5);
  const named = `${draw.one(OPENS)}${fullName(person)}`;
  return {
    steps: [
      greeting(draw),
      question(draw),
      ...(isNumberFirst ? [draw.one(NUMBERS[pack])] : []),
      ...(draw.chance(0.5) ? [`${named}, ${person.phone}`] : [fullName(person), person.phone]),
      whereTo(person),
      ...(isNumberFirst ? [] : [choiceOf(draw, pack)]),
      yes(draw),
    ],
    order: { pack, total },
    fields: withoutEmail(person.fields),
  };
}

const HOUSES =
  "calle La Playa, casa de madera verde|School House, casa 12, cerca de la iglesia bautista|km 9, casa azul frente a la iglesia|Hotel Bahía Dorada, habitación 412|al lado de la escuela, casa amarilla de rejas|Finca Los Mangos, pasando el puente a mano derecha|esquina del parque, casa amarilla|callejón del muelle, casa 4|entrada principal, tienda La Bendición".split(
    "|",
  );

/** A house that no street and number finds: what is read of it varies; that it is ordered does not. */
function housing(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const person = drawPerson(draw);
  const { direccion: _, barrio: __, ...fields } = withoutEmail(person.fields);
  const hood = draw.one(["barrio El Centro", "sector La Loma", "barrio Buenos Aires"]);
  const house = draw.chance(0.5) ? `${draw.one(HOUSES)}, ${hood}` : `${hood}, ${draw.one(HOUSES)}`;
  return {
    steps: [greeting(draw), wishFor(draw, pack), fullName(person), person.phone, house, person.city, yes(draw)],
    order: { pack, total },
    fields,
  };
}

/** Another number in the place of the one just said, before anything is summed up. */
function recounting(draw: Draw): Told {
  const [first, last] = draw.some(PACKS, 2);
  const person = drawPerson(draw);
  const count = { "1x": "1", "2x": "2", "3x": "3" }[last?.pack ?? "1x"];
  const change = draw.one([
    `no mentiras, ${count} solo para empezar`,
    `mejor ${count}`,
    `perdón, ${count}`,
    `ay no, mejor que sean ${count}`,
    `corrijo, ${count} frascos`,
  ]);
  return {
    steps: [
      greeting(draw),
      wishFor(draw, first?.pack ?? "1x"),
      change,
      `${fullName(person)}, ${person.phone}`,
      whereTo(person),
      yes(draw),
    ],
    order: { pack: last?.pack ?? "1x", total: last?.total ?? 0 },
    fields: withoutEmail(person.fields),
  };
}

/** What is known is said once more where a yes or a pack is waited for; then the answer comes. */
function retelling(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const person = drawPerson(draw);
  const again = draw.one([
    person.fields["ciudad"] ?? "",
    `${person.fields["ciudad"]} ${person.fields["departamento"]}`.toLowerCase(),
    `${person.fields["ciudad"]}, ${person.fields["departamento"]}`,
    fullName(person),
    person.phone,
  ]);
  return {
    steps: [
      greeting(draw),
      wishFor(draw, pack),
      `${fullName(person)}, ${person.phone}`,
      whereTo(person),
      again,
      yes(draw),
    ],
    order: { pack, total },
    fields: withoutEmail(person.fields),
  };
}

const CALLINGS = "pastor|profesora|enfermera|médico|celador|vecina|ingeniero".split("|");

/** A name beside what they are, in small letters, told twice, or put right. */
function naming(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const person = drawPerson(draw);
  const [first = ""] = person.name.split(" ");
  const told = draw.one([
    [`soy ${draw.one(CALLINGS)} ${fullName(person)}`],
    [`a nombre mío: ${fullName(person)}`],
    [fullName(person).toLowerCase()],
    [`me yamo ${fullName(person).toLowerCase()}`],
    [`Soy ${first}`, fullName(person)],
  ]);
  return {
    steps: [greeting(draw), wishFor(draw, pack), ...told, person.phone, whereTo(person), yes(draw)],
    order: { pack, total },
    fields: withoutEmail(person.fields),
  };
}

const NICKNAMED: readonly (readonly [said: string, city: string])[] = [
  ["la arenosa, Atlántico", "Barranquilla"],
  ["la sucursal del cielo, Valle", "Cali"],
  ["la puerta del llano, Meta", "Villavicencio"],
  ["la perla del Otún, Risaralda", "Pereira"],
  ["la perla del norte, Norte de Santander", "Cúcuta"],
  ["la villa de las palmas, Valle", "Palmira"],
];
const SENDS = ["me mande", "me manden"];
const SIGNS = ["", " 💅", " 🌺✨", " 🙌🏽"];

/** Their city by what people call it, put right once the order is summed up, or among emojis; an order in "me mande". */
function placing(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const person = drawPerson(draw);
  const { direccion: _, barrio: __, departamento: ___, ...fields } = withoutEmail(person.fields);
  const count = { "1x": "un frasco", "2x": "dos frascos", "3x": "tres frascos" }[pack];
  const [said, city] = draw.one(NICKNAMED);
  const sign = draw.one(SIGNS);
  const isPutRight = draw.chance(0.5);
  const where = isPutRight
    ? ["Villavicencio, Meta", `${said.includes("Valle") ? "Cali, Valle" : "Tunja, Boyacá"}${sign}`]
    : [said];
  const wanted = isPutRight ? (said.includes("Valle") ? "Cali" : "Tunja") : city;
  return {
    steps: [
      greeting(draw),
      `Es para que ${draw.one(SENDS)} ${count}`,
      `${fullName(person)}${sign}`,
      person.phone,
      "Calle 45 # 20-13, barrio Centro",
      ...where,
      draw.one(["sipi", "sí", yes(draw)]),
    ],
    order: { pack, total },
    fields: { ...fields, ciudad: wanted },
  };
}

/** Buyers who do not wait for our questions, or answer them in other forms than ours. */
export const UNPROMPTED_BUYERS: readonly CustomerClass[] = [
  { name: "goes ahead of our questions", floor: 0.9, tell: goingAhead },
  { name: "a house without a street", floor: 0.95, tell: housing },
  { name: "counts anew", floor: 0.95, tell: recounting },
  { name: "says what is known once more", floor: 0.95, tell: retelling },
  { name: "a name in other forms", floor: 0.9, tell: naming },
  { name: "a place in other words, or put right at the summary", floor: 0.9, tell: placing },
];
