import type { Asked, CustomerClass, Told } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { drawOwner, type Owner, typedNumber } from "../owners.ts";
import { COLLECTING, HALF_TOLD, HOME, OFFERING, summing } from "../says/anywhere.ts";
import { PACKS, yes } from "../says/buying.ts";

const HARM = ["order", "pack", "person", "no_interesa", "cancelar"];
const nameOf = ({ given, surname }: Owner): Record<string, string> => ({ nombre: given, apellido: surname });

/** "Mis datos son los siguientes: …", "mándelos a mi casa: …": words and a colon, and the data behind them. */
function opening(draw: Draw): Asked {
  const owner = drawOwner(draw);
  const number = typedNumber(draw, owner.phone);
  const name = `${owner.given} ${owner.surname}`;
  const opened = draw.one([
    "Mis datos son los siguientes: ",
    "Los datos son los siguientes: ",
    "mis datos son estos: ",
    "Con gusto, mis datos son: ",
    "Mándelos a mi casa: ",
    "Envíelo a mi apartamento: ",
    "Despáchelo a mi negocio: ",
    "A nombre del señor ",
    "A nombre de la señora ",
    "Que lo reciba ",
  ]);
  const joint = draw.one([", ", "; "]);
  const town = `${owner.town}, ${owner.department}`;
  return {
    text: `${opened}${[name, `${draw.one(["", "celular ", "cel "])}${number}`, owner.street.typed, town].join(joint)}`,
    context: COLLECTING,
    fields: { ...nameOf(owner), telefono: owner.phone, ciudad: owner.town, departamento: owner.department },
    forbidden: HARM,
  };
}

/** The same opening words where they tell nothing. */
function praising(draw: Draw): Asked {
  const said = draw.one([
    "los datos son correctos",
    "todos los datos son los míos",
    "mis datos son los que ya le di",
    "mis datos son esos mismos",
    "mándelos a mi casa",
    "envíelo a mi casa como dijimos",
    "los datos son esos",
  ]);
  return {
    text: said,
    context: summing("2x"),
    fields: { nombre: HOME.nombre, apellido: HOME.apellido, ciudad: HOME.ciudad, direccion: HOME.direccion },
    forbidden: ["pack", "person"],
  };
}

const KIN = ["mi mamá", "mi esposo", "mi hermana", "mi suegra", "mi abuelita", "mi hijo", "mi papá"];

/** Another person receives: the name changes, and neither the pack nor the place does. */
function changingTheReceiver(draw: Draw): Asked {
  const owner = drawOwner(draw);
  const name = `${owner.given} ${owner.surname}`;
  const kin = draw.one(KIN);
  const text = draw.one([
    `mejor a nombre de ${kin}: ${name}`,
    `espere, mejor a nombre d ${kin}: ${name}`,
    `póngalo mejor a nombre de ${kin}, ${name}`,
    `lo pago yo pero va a nombre de ${kin}: ${name}`,
    `yo pago, que soy Ana Ruiz, pero va a nombre de ${kin}: ${name}`,
    `cambie el nombre, que lo reciba ${name}`,
    `cámbiele el nombre, que lo reciba ${kin} ${name}`,
    `póngalo a nombre de ${kin} ${name}, que sí permanece en la casa`,
    `que salga a nombre de ${kin} ${name}`,
    `cambiele el nombre q lo recibe ${kin} ${name}`,
  ]);
  return {
    text,
    context: draw.one([HALF_TOLD, OFFERING, summing("2x")]),
    fields: { ...nameOf(owner), ciudad: HOME.ciudad, telefono: HOME.telefono },
    forbidden: HARM,
  };
}

const PLACES = [
  ["Cúcuta", "Norte de Santander"],
  ["Neiva", "Huila"],
  ["Quibdó", "Chocó"],
  ["Valledupar", "Cesar"],
  ["Tuluá", "Valle del Cauca"],
] as const;

/** A town with a word behind it, or by ear, where the town is what is missing. */
function namingTheTown(draw: Draw): Asked {
  const [ciudad, departamento] = draw.one(PLACES);
  const { ciudad: _, departamento: __, ...data } = HALF_TOLD.data;
  const text = draw.one([
    `en ${ciudad} pues`,
    `aquí en ${ciudad} pues`,
    `bibo en ${ciudad}`,
    `soi de ${ciudad}`,
    `${ciudad} no más`,
    `la casa es en ${ciudad} pues`,
  ]);
  return { text, context: { ...COLLECTING, data }, fields: { ciudad, departamento }, forbidden: HARM };
}

/** A hood whose name has another town's, or which the customer is not sure of; the town that was told holds. */
function namingTheHood(draw: Draw): Asked {
  const owner = drawOwner(draw);
  const [hood, said] = draw.one([
    ["San Antonio de Pereira", "barrio San Antonio de Pereira"],
    ["La Soledad", "barrio La Soledad"],
    ["Nuevo Armenia", "barrio Nuevo Armenia"],
    ["Centro", "el barrio creo que es Centro"],
    ["Galán", "el barrio me parece que es Galán"],
  ] as const);
  const name = `${owner.given} ${owner.surname}`;
  return {
    text: `${name}; ${owner.phone}; ${owner.town}, ${owner.department}; ${owner.street.typed}, ${said}`,
    context: COLLECTING,
    fields: { ...nameOf(owner), ciudad: owner.town, departamento: owner.department, barrio: hood },
    forbidden: HARM,
  };
}

/** A house that has a name and no street. */
function namingAHouse(draw: Draw): Asked {
  const owner = drawOwner(draw);
  const house = draw.one([
    "Fuerte Militar Larandia, guardia principal",
    "Batallón Cazadores, rancho de tropa",
    "Convento de las Clarisas",
    "Colegio Santa Teresita, portería",
    "Hospital San Carlos, farmacia",
    "Base Aérea Germán Olano",
    "Internado Indígena San Pablo",
  ]);
  const place = `${owner.town}, ${owner.department}`;
  const text = draw.one([
    `Entrega en ${house}, ${place}`,
    `Envíelo al ${house}, ${place}`,
    `${house}, ${place}`,
    `Déjenlo en el ${house}, ${place}`,
  ]);
  return {
    text,
    context: COLLECTING,
    fields: { direccion: house, ciudad: owner.town, departamento: owner.department, nombre: null },
    forbidden: HARM,
  };
}

/** All of an order in one message, and another person fetches it at the office. */
function fetchedAtTheOffice(draw: Draw): Told {
  const owner = drawOwner(draw);
  const { pack, total } = draw.one(PACKS);
  const place = `${owner.town}, ${owner.department}`;
  const fetched = draw.one([
    `lo recoge en la oficina de Interrapidísimo de ${place}`,
    `él mismo lo reclama en la oficina de Interrapidísimo de ${place}`,
    `lo recojo en la oficina de Inter de ${place}`,
    `pasa y lo retira en la oficina de Interrapidísimo de ${place}`,
  ]);
  const count = pack.slice(0, 1);
  return {
    context: COLLECTING,
    steps: [`${owner.given} ${owner.surname}, ${owner.phone}, ${fetched}`, `${count} frascos`, yes(draw)],
    order: { pack, total },
    fields: { ...nameOf(owner), telefono: owner.phone, ciudad: owner.town },
  };
}

/** "X2", "2x", "x 2 porfa": a pack where packs are asked for. */
function countingByTimes(draw: Draw): Told {
  const { pack, total } = draw.one(PACKS);
  const count = pack.slice(0, 1);
  const said = draw.one([
    `x${count}`,
    `${count}x`,
    `x ${count}`,
    `X${count} porfa`,
    `listo, x${count}`,
    `el x${count}`,
  ]);
  return { context: OFFERING, steps: [said, yes(draw)], order: { pack, total } };
}

/** What looks like it, and counts nothing. */
function timesOfOtherThings(draw: Draw): Asked {
  return {
    text: draw.one([
      "hacen 2x1?",
      "eso alcanza x 3 meses?",
      "me sirve x 2 días?",
      "son 3 x 79.900?",
      "lo recibo a las 3 p m",
    ]),
    context: OFFERING,
    forbidden: ["order", "pack"],
  };
}

/** "Me los llevo", behind a question about several. */
function takingThose(draw: Draw): Told {
  const owner = drawOwner(draw);
  const [pack, total, asked] = draw.one([
    ["2x", 129_900, "¿los dos en 129?"],
    ["2x", 129_900, "¿a cómo los dos?"],
    ["3x", 169_900, "¿los tres a 169?"],
    ["3x", 169_900, "¿cuánto salen los 3?"],
  ] as const);
  const takes = draw.one(["me los llevo", "listo, me los llevo", "los llevo", "bueno, los quiero"]);
  const data = `${owner.given} ${owner.surname}, ${owner.street.typed}, ${owner.town} ${owner.department}, ${owner.phone}`;
  return { steps: [asked, takes, data, yes(draw)], order: { pack, total } };
}

const SPELLED = [
  ["Piedraita", "Piedrahita", "hache"],
  ["Gonzales", "González", "zeta"],
  ["Moncada", "Mancada", "a"],
  ["Bonilla", "Bonillo", "o"],
  ["Giraldo", "Jiraldo", "jota"],
] as const;

/** The surname of the summary, spelled once more. */
function spellingTheName(draw: Draw): Asked {
  const [apellido, right, letter] = draw.one(SPELLED);
  const text = draw.one([
    `el apellido va con ${letter}, ${right}`,
    `${apellido} no, ${right} con ${letter}`,
    `me escribió ${apellido} y es ${right} con ${letter}`,
    `${apellido} no!! ${right} con ${letter} al final`,
  ]);
  const data = { ...HOME, apellido };
  return { text, context: { ...summing("2x"), data }, fields: { ...data, apellido: right }, forbidden: HARM };
}

/** Words of a house that sound like the name that is known. */
function describingTheHouse(draw: Draw): Asked {
  const apellido = draw.one(["Rojas", "Casas", "Mesa"]);
  const text = draw.one([
    "la casa tiene rejas rojas no verdes",
    "casa de rejas negras, no rojas",
    "son dos casas, la de la esquina no",
  ]);
  const data = { ...HOME, apellido };
  return { text, context: { ...summing("2x"), data }, fields: { apellido }, forbidden: HARM };
}

/** Another street in another town, where the first is known. */
function sendingElsewhere(draw: Draw): Asked {
  const owner = drawOwner(draw);
  const kin = draw.one(KIN);
  const [ciudad, departamento] = draw.one(PLACES);
  const street = owner.street.typed;
  const text = draw.one([
    `mejor envíelo donde ${kin} en ${ciudad}: ${street}`,
    `mándelo es a ${ciudad} ${departamento} ${street}`,
    `qué pena, mándelo a la casa de ${kin} en ${ciudad}, ${street}`,
    `mejor despáchelo para ${ciudad}, ${street}`,
  ]);
  return {
    text,
    context: draw.one([OFFERING, summing("2x")]),
    fields: { ciudad, departamento, nombre: HOME.nombre },
    forbidden: HARM,
  };
}

/** The same words of sending, and a town that is none of the parcel's. */
function travellingElsewhere(draw: Draw): Asked {
  const [ciudad] = draw.one(PLACES);
  const text = draw.one([
    `mándelo rápido porque el viernes viajo a ${ciudad}`,
    `envíelo antes de que me vaya para ${ciudad}`,
    `mándelo a la misma calle, la que va para ${ciudad}`,
  ]);
  return { text, context: summing("2x"), fields: { ciudad: HOME.ciudad }, forbidden: ["pack", "person"] };
}

/** Data and packs in the words in which people tell them, and what only looks alike. */
export const TOLD_OTHERWISE: readonly CustomerClass[] = [
  { name: "opens the data with a phrase and a colon", floor: 0.93, tell: opening },
  { name: "says the same words of data that stand", floor: 0.95, tell: praising },
  { name: "has another person receive it", floor: 0.93, tell: changingTheReceiver },
  { name: "spells the known surname once more", floor: 0.95, tell: spellingTheName },
  { name: "describes a house in words like the known surname", floor: 0.95, tell: describingTheHouse },
  { name: "sends it to a street in another town", floor: 0.93, tell: sendingElsewhere },
  { name: "travels to another town than the parcel", floor: 0.93, tell: travellingElsewhere },
  { name: "names the town with a word behind it, or by ear", floor: 0.95, tell: namingTheTown },
  { name: "names a hood that bears another town's name", floor: 0.93, tell: namingTheHood },
  { name: "names a house without a street", floor: 0.93, tell: namingAHouse },
  { name: "tells all at once, and another person fetches it", floor: 0.93, tell: fetchedAtTheOffice },
  { name: "counts a pack by times", floor: 0.95, tell: countingByTimes },
  { name: "says times of other things", floor: 0.95, tell: timesOfOtherThings },
  { name: "takes the several that were asked about", floor: 0.9, tell: takingThose },
];
