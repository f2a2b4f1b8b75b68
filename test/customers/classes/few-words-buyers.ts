import type { Asked, CustomerClass, Told } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { drawPerson } from "../people.ts";
import { summing } from "../says/anywhere.ts";
import { greeting, PACKS, wishFor, yes } from "../says/buying.ts";

const AGREES = ["sí", "dale", "listo", "eso", "hágale"];
const CALLS = ["patrón", "camarita", "primo", "mija", "vecino"];
const ACTS = ["arranque", "ensille", "facture", "proceda", "siga"];
/** What no list of ours has. */
const UNLISTED_ACTS = ["embale", "rotule", "encomiende", "zumbe", "empujen"];
const SOUNDS = ["ve", "oís", "pex", "wey"];

/** "Camarita, eso está listo", "sí, ensille", "dale ve": few words, one of which no list need have. */
function agreeingInFewWords(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const agrees = draw.one(AGREES);
  const said = draw.one([
    `${draw.one(CALLS)} ${agrees}`,
    `${agrees} ${draw.one(CALLS)} así está`,
    `sí, ${draw.one(ACTS)}`,
    `${agrees} ${draw.one(SOUNDS)}`,
    draw.one(["simón", "breve", "de one", "eso, ya quedó", "así mesmo es", "a lo bien, así es"]),
  ]);
  return { context: summing(pack), steps: [said], order: { pack, total } };
}

/** "Sí, embale". */
function agreeingWithAnAct(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const said = `${draw.one(AGREES)}, ${draw.one(UNLISTED_ACTS)}`;
  return { context: summing(pack), steps: [said], order: { pack, total } };
}

const TURNS = [
  "cancele",
  "rebaje",
  "cambie",
  "explique",
  "apartelo",
  "deme un consejito",
  "llamen",
  "adelantico",
  "verifique",
];

/** A yes beside a word that changes, bargains or puts off, however few the words. */
function turningAYes(draw: Draw): Told {
  const { pack } = draw.one(PACKS);
  const said = `${draw.one(["sí", "listo", "dale"])}, ${draw.one(TURNS)}`;
  return { context: summing(pack), steps: [said], order: null, forbidden: ["order"] };
}

/** How many, of the order itself or of what goes somewhere. */
function countingTheOrder(draw: Draw): Told {
  const { pack, total, word, digit } = draw.one([
    { pack: "1x", total: 79_900, word: "uno", digit: "1" },
    { pack: "2x", total: 129_900, word: "dos", digit: "2" },
    { pack: "3x", total: 169_900, word: "tres", digit: "3" },
  ]);
  const wish = draw.one([
    `para hacer un pedido de ${draw.one([word, digit])}`,
    `quiero hacer un encargo de ${draw.one([word, digit])}`,
    `${word} pa Florencia`,
    `buenas, ${digit} para Ipiales porfa`,
    `requiero ${word} para esta semana`,
  ]);
  const { name, surname, phone, address, city } = drawPerson(draw);
  const steps = [wish, `${name} ${surname}, ${phone}, ${address}, ${city}`, yes(draw), yes(draw)];
  return { steps, order: { pack, total } };
}

const RECEIVERS = ["mi hermana", "mi mamá", "mi suegra", "la casa de mi tía", "doña"];

/** The parcel is for another person, whose full name stands in the wish. */
function buyingForReceiver(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const { phone, address, city } = drawPerson(draw);
  const steps = [
    greeting(draw),
    wishFor(draw, pack),
    `${draw.one(["para", "pa"])} ${draw.one(RECEIVERS)} Nidia Chávez Pantoja, ella recibe`,
    `el cel de ella ${phone}, ${address}, ${city}`,
    yes(draw),
    yes(draw),
  ];
  return { steps, order: { pack, total }, fields: { nombre: "Nidia", apellido: "Chávez Pantoja" } };
}

/** A customer who says whose number it is, beside the number that we asked for, does not wish for a person. */
function tellingWhoseNumber(draw: Draw): Asked {
  const phone = `31${draw.digits(8)}`;
  const whose = draw.one([
    `el teléfono pongan el mío para que me llamen a mí: ${phone}`,
    `${phone} ese es el de mi hijo pero ahí me llaman`,
    `${phone}, es de mi esposa, ahí la ubican`,
    `anote ${phone} pa que me marquen`,
  ]);
  return {
    text: whose,
    context: { mode: "collecting_data", pack: "2x", data: { nombre: "Ana", apellido: "Ruiz" } },
    fields: { telefono: phone },
    forbidden: ["person", "order"],
  };
}

/** Buyers of few words, and buyers for another person. */
export const FEW_WORDS_BUYERS: readonly CustomerClass[] = [
  { name: "agrees in few words", floor: 0.95, tell: agreeingInFewWords },
  { name: "agrees with an act that no list has", floor: 1, tell: agreeingWithAnAct },
  { name: "turns a yes of few words", floor: 1, tell: turningAYes },
  { name: "counts the order itself", floor: 0.9, tell: countingTheOrder },
  { name: "buys for one whose full name is told", floor: 0.9, tell: buyingForReceiver },
  { name: "tells whose number it is", floor: 0.95, tell: tellingWhoseNumber },
];
