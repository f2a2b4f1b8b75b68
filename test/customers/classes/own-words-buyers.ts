import type { CustomerClass, Told } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { drawPerson } from "../people.ts";
import { summing } from "../says/anywhere.ts";
import { choiceOf, greeting, PACKS, wishFor, yes } from "../says/buying.ts";

const AGREES = [
  "sí",
  "eso mismo",
  "ombe sí",
  "así mismo es",
  "oís, sí",
  "correctito",
  "dice mi abuela que sí",
  "apruebo",
  "positivo",
  "conforme",
  "oquei",
  "amén, así es",
  "sí, positivo",
];
const SENDS = [
  "mándelo",
  "mándamelo nomás",
  "tráigalo",
  "que lo despachen",
  "pueden enviar",
  "envíenle",
  "hágame el favor",
];

/** A yes in an open class of words: who agrees, and what is to be done with the parcel. */
function agreeingInOwnWords(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const said = draw.chance(0.5)
    ? `${draw.one(AGREES)}, ${draw.one(SENDS)}`
    : draw.one([...AGREES, ...SENDS.slice(0, 6)]);
  return { context: summing(pack), steps: [said], order: { pack, total } };
}

/** What is named in one message and told in the next, in a burst or not. */
function tellingInHalves(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const { name, surname, phone, fields } = drawPerson(draw);
  const halves = ["Calle 16", "# 18-40", "barrio", "Novalito", "ciudad", "Valledupar"];
  const where = draw.chance(0.5) ? [halves] : halves;
  return {
    steps: [greeting(draw), wishFor(draw, pack), `${name} ${surname}`, "cel", phone, ...where, yes(draw)],
    order: { pack, total },
    fields: {
      telefono: fields["telefono"] ?? "",
      direccion: "Calle 16 # 18-40",
      barrio: "Novalito",
      ciudad: "Valledupar",
    },
  };
}

/** "Una casa azul", among the data, is no jar. */
function housedInANumber(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const { name, surname, phone } = drawPerson(draw);
  const house = draw.one(["una casa azul al frente de la tienda", "una casa de rejas al lado de la cancha"]);
  return {
    steps: [
      greeting(draw),
      choiceOf(draw, pack),
      `${name} ${surname}`,
      phone,
      `es en Sincelejo Sucre, barrio La Palma, la calle 25 # 16-04, ${house}`,
      yes(draw),
    ],
    context: ["cuánto vale?"],
    order: { pack, total },
    forbidden: [],
  };
}

/** What buyers say in words of their own, or in pieces. */
export const OWN_WORDS_BUYERS: readonly CustomerClass[] = [
  { name: "agrees in words of their own", floor: 0.97, tell: agreeingInOwnWords },
  { name: "tells a datum in two messages", floor: 0.9, tell: tellingInHalves },
  { name: "lives in a house that is a number", floor: 0.9, tell: housedInANumber },
];
