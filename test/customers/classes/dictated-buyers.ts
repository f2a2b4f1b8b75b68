import type { Asked, CustomerClass, Told } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { drawOwner } from "../owners.ts";
import { plain } from "../people.ts";
import { COLLECTING, summing } from "../says/anywhere.ts";
import { PACKS } from "../says/buying.ts";

const NAMES = [
  ["Gustavo Adolfo", "Posada Ruiz"],
  ["Amparo", "Zapata"],
  ["Luz Marina", "Tovar"],
  ["Hernán Darío", "Cárdenas Mora"],
  ["Nubia", "Orozco Pineda"],
  ["Álvaro", "Giraldo"],
] as const;

/** A name in the words of people who dictate or are ceremonious. */
function nameInASentence(draw: Draw): Asked {
  const [given, surname] = draw.one(NAMES);
  const name = `${given} ${surname}`;
  const text = draw.one([
    `Mis datos son los siguientes: ${name}`,
    `mis datos son estos: ${name}`,
    `soi la señora ${plain(name)}`,
    `${name} viuda de Castillo`,
    `${plain(name)} vda de rojas`,
    `${name} y mi esposa Nidia`,
    `${name} y mi hermano Luis, a nombre mío`,
  ]);
  return { text, context: COLLECTING, fields: { nombre: given, apellido: surname } };
}

/** A stall or a store where there is no street. */
function marketStall(draw: Draw): Asked {
  const { phone } = drawOwner(draw);
  const number = draw.between(2, 99);
  const where = draw.one([
    `Corabastos bodega ${number} puesto 14`,
    `plaza de mercado La Minorista local ${number}`,
    `puesto ${number} de la galería`,
    `terminal de transportes taquilla ${number}`,
    `central de abastos bodega ${number}`,
  ]);
  return {
    text: `${where}, barrio Centro, Ibagué Tolima, ${phone.slice(2)}`,
    context: COLLECTING,
    fields: { ciudad: "Ibagué", barrio: "Centro" },
    intents: ["field:direccion"],
  };
}

/** "Cambie el nombre, que lo reciba …": at the summary the name is put right, and the next yes orders. */
function otherReceiver(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const [given, surname] = draw.one(NAMES);
  const said = draw.one([
    `cambie el nombre, que lo reciba ${given} ${surname}`,
    `mejor ponga el nombre de mi hijo, lo recibe ${given} ${surname}`,
    `quien recibe es mi nuera ${given} ${surname}, ponga ese nombre`,
  ]);
  return {
    context: summing(pack),
    steps: [said, draw.one(["sí, ahora sí", "confirmo", "así está bien"])],
    order: { pack, total },
    fields: { nombre: given, apellido: surname },
  };
}

/** How many the persons want together, or a number before its verb. */
function countedByPersons(draw: Draw): Asked {
  const [text, pack] = draw.one([
    ["somos tres primas y queremos uno cada una", "3x"],
    ["somos dos en la casa, un frasco para cada uno necesitamos", "2x"],
    ["mi suegra y mi cuñada quieren, uno para cada una", "2x"],
    ["mi vecina quiere uno y yo otro", "2x"],
    ["necesito tres para la finca, uno pa mi compadre", "3x"],
    ["dos me despacha por favor", "2x"],
    ["tres necesito", "3x"],
    ["cuádreme dos de esos", "2x"],
    ["uno anóteme", "1x"],
  ] as const);
  return {
    text: `${draw.one(["", "hola, ", "buenas, ", "vea, "])}${text}`,
    context: COLLECTING,
    intents: [`pack:${pack}`],
    forbidden: ["order", ...["1x", "2x", "3x"].filter((one) => one !== pack).map((one) => `pack:${one}`)],
  };
}

/** Numbers of doses, hours and things order nothing. */
function countsNoGoods(draw: Draw): Asked {
  const text = draw.one([
    "mi esposo y yo tomamos una cada uno?",
    "son las tres quiero dormir",
    "dígame dos cosas",
    "explíqueme dos veces",
    "uno necesita descansar",
    "se toma una pastilla cada uno?",
  ]);
  return { text, context: COLLECTING, forbidden: ["order", "pack:1x", "pack:2x", "pack:3x"] };
}

/** Older people who dictate, people of a market, and orders of several persons. */
export const DICTATED_BUYERS: readonly CustomerClass[] = [
  { name: "tells the name in a sentence", floor: 0.95, tell: nameInASentence },
  { name: "works at a stall without a street", floor: 0.95, tell: marketStall },
  { name: "names another receiver at the summary", floor: 0.95, tell: otherReceiver },
  { name: "counts by persons, or before the verb", floor: 0.95, tell: countedByPersons },
  { name: "counts what is no order", floor: 1, tell: countsNoGoods },
];
