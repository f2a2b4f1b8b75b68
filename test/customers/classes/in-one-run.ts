import type { CustomerClass, Told } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { drawPerson } from "../people.ts";
import { PACKS, yes } from "../says/buying.ts";

const GOODS: Readonly<Record<string, string>> = { "1x": "1 frasco", "2x": "2 frascos", "3x": "3 frascos" };
const LEADS = ["para ", "a nombre de ", "mis datos ", "mis datos son ", "anote ", "soy ", "nombre ", ""];

/** Goods, name, phone, street and town in one message, with a comma here and there or none. */
function inOneRun(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const person = drawPerson(draw);
  const { correo: _, barrio: __, ...fields } = person.fields;
  const joint = draw.one([" ", " ", ", ", "\n"]);
  const name = `${draw.one(LEADS)}${person.name} ${person.surname}`;
  const parts = draw.chance(0.5)
    ? [name, person.phone, person.address, person.city]
    : [name, person.address, person.city, person.phone];
  return {
    steps: [`quiero ${GOODS[pack] ?? ""}`, parts.join(joint), yes(draw)],
    order: { pack, total },
    fields,
  };
}

const DATA = "Ana Ruiz, 3001112233, Calle 10 # 5-20, barrio Centro, Medellín Antioquia";
/** Answers to the summary that agree, with more beside it. */
const AGREES = [
  "sí, hágame ese favor",
  "sí hágame el favor",
  "ok igual contraentrega, sí",
  "pues en efectivo, sí confirmo",
  "bueno que la reciba la señora, confirme",
  "que lo reciba mi mamá, sí confirmo",
  "listo, mi hermana lo recibe, confirme",
  "ese es el barrio. confirmo",
  "exacto jefe",
  "correcto patrón",
];
/** Others that sound alike and order nothing. */
const HOLDS = [
  "hágame el favor de esperar",
  "si la recibe la señora, confirme",
  "que la reciba la señora si puede",
  "más bien mañana",
  "sí patrón, pero mañana",
  "si alguien lo reclama allá, confirmo",
  "no espere",
  "no espere que voy a preguntar",
  "espere le pregunto si esa dirección está buena",
  "no jefe",
];
/** Another number at the summary of one. */
const RECOUNTS: readonly (readonly [string, string, number])[] = [
  ["no espere que sean 3 más bien", "3x", 169_900],
  ["no espere, mejor dos", "2x", 129_900],
  ["no mentira, dos", "2x", 129_900],
  ["no perdón, el de 3", "3x", 169_900],
  ["métale dos más bien", "2x", 129_900],
];

function agreesWithMore(draw: Draw): Told {
  return { steps: ["quiero un frasco", DATA, draw.one(AGREES)], order: { pack: "1x", total: 79_900 } };
}

function soundsAlike(draw: Draw): Told {
  return { steps: ["quiero un frasco", DATA, draw.one(HOLDS), { wait: "21m" }], order: null, forbidden: ["order"] };
}

function countsAnew(draw: Draw): Told {
  const [words, pack, total] = draw.one(RECOUNTS);
  return { steps: ["quiero un frasco", DATA, words, yes(draw)], order: { pack, total } };
}

export const IN_ONE_RUN: readonly CustomerClass[] = [
  { name: "tells the data in one run", floor: 0.9, tell: inOneRun },
  { name: "agrees to the summary, and says more", floor: 1, tell: agreesWithMore },
  { name: "sounds like a yes, and is none", floor: 1, tell: soundsAlike },
  { name: "takes a number back, and says another", floor: 1, tell: countsAnew },
];
