import type { CustomerClass, Told } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { drawPerson } from "../people.ts";
import { summing } from "../says/anywhere.ts";
import { greeting, PACKS, yes } from "../says/buying.ts";

const BUYS = ["quiero", "quisiera", "deseo", "voy a", "me gustaría", "necesito", "vengo a"];
const BEGINS = ["pedir", "comprar", "encargar", "adquirir", "ordenar"];

/** "Quiero pedir uno", and then the data: one is what they want, and the summary says it back. */
function beginningWithOne(draw: Draw): Told {
  const { name, surname, phone, address, city } = drawPerson(draw);
  const wish = `${draw.one(BUYS)} ${draw.one(BEGINS)} uno${draw.one(["", "", " por favor", " porfa", " ya"])}`;
  const data = `${name} ${surname}, ${phone}, ${address}, ${city}, barrio Palermo, no tengo correo`;
  const steps = [...(draw.chance(0.5) ? [greeting(draw)] : []), wish, data, yes(draw)];
  return { steps, order: { pack: "1x", total: 79_900 } };
}

const NOT_NOW = [
  "no sé si pedir uno",
  "más adelante quiero pedir uno",
  "cuando me paguen voy a comprar uno",
  "quiero comprar uno o dos",
  "un amigo iba a comprar uno",
  "tal vez quiera encargar uno",
  "estoy pensando en pedir uno",
];

/** One that may be wanted another day, or that is another person's, chooses nothing: the packs are shown, and no yes orders. */
function speakingOfOne(draw: Draw): Told {
  const { name, surname, phone, address, city } = drawPerson(draw);
  const data = `${name} ${surname}, ${phone}, ${address}, ${city}, no tengo correo`;
  return { steps: [draw.one(NOT_NOW), "quiero hacer un pedido", data], order: null, forbidden: ["pack", "order"] };
}

const SOMEBODY = [
  "mi mamá",
  "una compañera de la clínica",
  "mi compadre",
  "la señora donde trabajo",
  "un amigo camionero",
  "mi patrona",
  "una clienta",
  "mi suegra",
];
const WANTS = [
  "también quiere",
  "quiere uno",
  "quiere la suya",
  "necesita el frasco",
  "quiere comprar uno",
  "dice que lo quiere",
  "quiere pedir",
];

/** A customer buys for another person, and tells that person's data: the wish is heard in the first message. */
function buyingForSomebody(draw: Draw): Told {
  const { name, surname, phone, address, city } = drawPerson(draw);
  const data = `${name} ${surname}, ${phone}, ${address}, ${city}, no tengo correo`;
  const steps = [
    `${draw.one(["", "", "hola, ", "buenas, "])}${draw.one(SOMEBODY)} ${draw.one(WANTS)}`,
    data,
    "uno",
    yes(draw),
  ];
  return { steps, order: { pack: "1x", total: 79_900 } };
}

const COUNTS = [
  { pack: "1x", total: 79_900, words: ["uno", "1"] },
  { pack: "2x", total: 129_900, words: ["dos", "2"] },
  { pack: "3x", total: 169_900, words: ["tres", "3"] },
] as const;
const WHY = [", mi mamá todavía tiene", " que ando corto", " porque no alcanza la plata", "", ", qué pena"];

/** Another number at the summary, with its reason: it is said back, and the next yes orders it. */
function countingAnew(draw: Draw): Told {
  const before = draw.one(COUNTS);
  const after = draw.one(COUNTS.filter(({ pack }) => pack !== before.pack));
  const word = draw.one(after.words);
  const said = draw.one([
    `perdón, solo van a ser ${word}`,
    `ay no, que sean ${word}`,
    `no parce, ponga ${word} mejor`,
    `mejor que sean ${word}`,
    `quedan ${word} no más`,
    `dice que ${word}`,
  ]);
  return {
    context: summing(before.pack),
    steps: [`${said}${draw.one(WHY)}`, yes(draw)],
    order: { pack: after.pack, total: after.total },
  };
}

/** "Uno, no, mentiras, dos": the last number counts. */
function correctingANumber(draw: Draw): Told {
  const [before, after] = [draw.one(COUNTS), draw.one(COUNTS)];
  const takesBack = draw.one(["no, mentiras", "no", "perdón", "digo", "ay no, perdón", "mentira"]);
  const said = `${draw.one(before.words)}, ${takesBack}, ${draw.one(after.words)}`;
  return { context: summing("1x"), steps: [said, yes(draw)], order: { pack: after.pack, total: after.total } };
}

const HOW = ["contraentrega", "contra entrega", "en efectivo", "contraentrega por favor", "en esa dirección"];

/** How they pay, or where it goes, alone at the summary: answered, and the yes is asked for once more. */
function sayingHow(draw: Draw): Told {
  const { pack } = draw.one(PACKS);
  return { context: summing(pack), steps: [draw.one(HOW)], order: null, forbidden: ["order"] };
}

/** How they pay, and then a yes. */
function sayingHowAndYes(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  return { context: summing(pack), steps: [draw.one(HOW), yes(draw)], order: { pack, total } };
}

/** Buyers name a number in passing, for another person, once more or twice. */
export const COUNTED_BUYERS: readonly CustomerClass[] = [
  { name: "begins with one", floor: 0.9, tell: beginningWithOne },
  { name: "speaks of one for another day", floor: 1, tell: speakingOfOne },
  { name: "wishes for another person", floor: 0.85, tell: buyingForSomebody },
  { name: "counts anew at the summary", floor: 0.95, tell: countingAnew },
  { name: "corrects a number", floor: 0.95, tell: correctingANumber },
  { name: "says how they pay, and no yes", floor: 1, tell: sayingHow },
  { name: "says how they pay, and then yes", floor: 0.95, tell: sayingHowAndYes },
];
