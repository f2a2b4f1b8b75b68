import type { Asked, CustomerClass } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { drawOwner, type Owner, typedNumber } from "../owners.ts";
import { plain } from "../people.ts";
import { COLLECTING, summing } from "../says/anywhere.ts";
import { sayNumber, sayPhone } from "../says/dictating.ts";

const HARM = ["order", "pack", "person", "no_interesa", "cancelar"];

function fieldsOf({ given, surname, phone, street, town, department }: Owner): Record<string, string> {
  return {
    nombre: given,
    apellido: surname,
    telefono: phone,
    direccion: street.value,
    ciudad: town,
    departamento: department,
  };
}

/** The town with its department, in one of the ways to write them; alone where the name is enough. */
function place(draw: Draw, { town, departmentTyped, isAlone }: Owner): string {
  const joint = draw.one([" ", ", ", " - ", " (", "/"]);
  const both = `${town}${joint}${departmentTyped}${joint === " (" ? ")" : ""}`;
  return isAlone && draw.chance(0.3) ? town : both;
}

/** The way in which they spell: as it is, small, in capitals. Marks and numbers stay. */
function speller(draw: Draw): (text: string) => string {
  const how = draw.one(["as it is", "as it is", "small", "capitals"]);
  return (text) => (how === "small" ? plain(text) : how === "capitals" ? text.toUpperCase() : text);
}

/** Values without a label, in the order in which they come to mind. */
function listing(draw: Draw): Asked {
  const owner = drawOwner(draw);
  const spell = speller(draw);
  const name = spell(`${owner.given} ${owner.surname}`);
  const number = typedNumber(draw, owner.phone);
  const hasHood = draw.chance(0.6);
  const hood = hasHood ? [spell(draw.one([`barrio ${owner.hood}`, `Barrio ${owner.hood}`, `B/ ${owner.hood}`]))] : [];
  const where = draw.one([
    [spell(owner.street.typed), ...hood],
    [...hood, spell(owner.street.typed)],
  ]);
  const town = spell(place(draw, owner));
  const parts = draw.one([
    [name, number, ...where, town],
    [name, ...where, town, number],
    [...where, town, name, number],
    [number, name, town, ...where],
    [town, ...where, name, number],
    [name, town, ...where, number],
    [...where, town, number, name],
  ]);
  const joint = draw.one([", ", ", ", "\n", "\n", " - ", "; ", ". ", " / ", "\n\n", " | ", " , "]);
  return {
    text: parts.join(joint),
    context: COLLECTING,
    fields: { ...fieldsOf(owner), ...(hasHood ? { barrio: owner.hood } : {}) },
    forbidden: HARM,
  };
}

/** All on one line and no mark between the values: a name, a number and a street tell each other apart. */
function running(draw: Draw): Asked {
  const owner = drawOwner(draw);
  const spell = speller(draw);
  const name = spell(`${owner.given} ${owner.surname}`);
  const number = typedNumber(draw, owner.phone);
  const hood = draw.chance(0.5) ? [spell(`barrio ${owner.hood}`)] : [];
  const town = spell(`${owner.town} ${owner.departmentTyped}`);
  const street = spell(owner.street.typed);
  const parts = draw.one([
    [name, number, street, ...hood, town],
    [name, street, ...hood, town, number],
    [street, ...hood, town, name, number],
    [name, town, street, ...hood, number],
    [number, name, street, ...hood, town],
  ]);
  return {
    text: parts.join(" "),
    context: COLLECTING,
    fields: { ...fieldsOf(owner), ...(hood.length > 0 ? { barrio: owner.hood } : {}) },
    forbidden: HARM,
  };
}

const LABELS: Readonly<Record<string, readonly string[]>> = {
  name: ["Nombre", "Nombre completo", "Nombres y apellidos", "A nombre de", "Recibe", "Destinatario"],
  phone: [
    "Cel",
    "Celular",
    "Tel",
    "Teléfono",
    "Número",
    "Contacto",
    "WhatsApp",
    "Numero de celular",
    "Telefono de contacto",
  ],
  street: ["Dirección", "Dir", "Direccion de entrega", "Dirección de envío", "Direccion exacta"],
  hood: ["Barrio", "Barrio/sector", "Sector"],
  town: ["Ciudad", "Municipio", "Ciudad/municipio", "Ciudad o municipio"],
  department: ["Departamento", "Depto", "Dpto", "Dpto."],
};

/** A form, in any order, with the marks of each own. */
function filling(draw: Draw): Asked {
  const owner = drawOwner(draw);
  const spell = speller(draw);
  const mark = draw.one([": ", ": ", ":", " : ", " = ", " - ", " ", ":\n"]);
  const bullet = draw.one(["", "", "", "- ", "• ", "* ", "✅ ", "1"]);
  const rows: [string, string][] = [
    ["name", spell(`${owner.given} ${owner.surname}`)],
    ["phone", typedNumber(draw, owner.phone)],
    ["street", spell(owner.street.typed)],
    ["hood", spell(owner.hood)],
    ["town", spell(owner.town)],
    ["department", spell(owner.department)],
  ];
  const ordered = draw.chance(0.5) ? rows : draw.shuffled(rows);
  const lines = ordered.map(([label, value], at) => {
    const before = bullet === "1" ? `${at + 1}. ` : bullet;
    return `${before}${spell(draw.one(LABELS[label] ?? []))}${mark}${value}`;
  });
  return {
    text: lines.join(mark === ":\n" ? "\n" : draw.one(["\n", "\n", "\n", ", ", ". "])),
    context: COLLECTING,
    fields: { ...fieldsOf(owner), barrio: owner.hood },
    forbidden: HARM,
  };
}

/** A voice note: small letters, no marks, and numbers in words. */
function dictating(draw: Draw): Asked {
  const owner = drawOwner(draw);
  const [one, two, three] = [draw.between(2, 95), draw.between(2, 95), draw.between(2, 95)];
  const via = draw.one(["calle", "carrera"]);
  const unit = draw.chance(0.3) ? draw.between(2, 40) : null;
  const street = `${via} ${sayNumber(one)} ${draw.one(["número", "con", "numeral"])} ${sayNumber(two)} ${draw.one(["guion", "guión", "raya"])} ${sayNumber(three)}${unit === null ? "" : ` casa ${sayNumber(unit)}`}`;
  const [given, surname, town] = [plain(owner.given), plain(owner.surname), plain(owner.town)];
  const opening = draw.one(["", "bueno ", "bueno pues ", "listo entonces ", "sí señora anote ", "buenas tardes "]);
  const said = [
    `${draw.one(["mi nombre es", "me llamo", "yo me llamo", "a nombre de"])} ${given} ${surname}`,
    draw.one(["mi número de celular es el", "el celular es", "mi celular es", "el número es", "mi número es"]) +
      ` ${sayPhone(draw, owner.phone)}`,
    `${draw.one(["vivo en la", "la dirección es", "mi dirección es la", "y la dirección es"])} ${street}`,
    `${draw.one(["el barrio es", "en el barrio", "barrio"])} ${plain(owner.hood)}`,
    `${draw.one(["en", "en la ciudad de", "acá en", "municipio de"])} ${town} ${plain(owner.department)}`,
  ];
  const joint = draw.one([" ", " ", " y ", " coma "]);
  const { direccion: _, ...fields } = fieldsOf(owner);
  return {
    text: `${opening}${said.join(joint)}`,
    context: COLLECTING,
    fields: {
      ...fields,
      direccion: `${via} ${one} # ${two}-${three}${unit === null ? "" : ` Casa ${unit}`}`,
    },
    forbidden: HARM,
  };
}

const LAND: readonly string[] = [
  "vereda {} finca La Esperanza",
  "vereda {}, finca El Porvenir",
  "finca Villa Luz vereda {}",
  "finca Los Naranjos, vereda {}",
  "vereda {} km 4 casa blanca",
  "km 8 vía a {}, finca El Descanso",
  "kilómetro 3 vereda {} parcela 12",
  "corregimiento de {}, calle principal, casa 20",
  "corregimiento {} al lado de la escuela",
  "vereda {} después del puente la segunda casa",
  "vereda {} entrada por la tienda de doña Rosa",
  "caserío {} frente a la iglesia",
];
const LAND_NAMES = ["El Salado", "La Palma", "San Isidro", "Alto Bonito", "Guayabal", "Las Mercedes", "El Diamante"];

/** In the country, whatever stands before and behind it: a house is known, and so is the town. */
function farming(draw: Draw): Asked {
  const owner = drawOwner(draw);
  const spell = speller(draw);
  const land = spell(draw.one(LAND).replace("{}", draw.one(LAND_NAMES)));
  const town = spell(`${owner.town}${draw.one([" ", ", "])}${owner.department}`);
  const where = draw.one([
    `${land}, ${town}`,
    `${land}, municipio de ${town}`,
    `${land} ${town}`,
    `${town}, ${land}`,
    `vivo en la ${land}, ${town}`,
    `${land}. ${town}`,
    `${land}\n${town}`,
  ]);
  const name = spell(`${owner.given} ${owner.surname}`);
  const number = typedNumber(draw, owner.phone);
  const isAll = draw.chance(0.5);
  const text = isAll
    ? draw.one([`${name}, ${number}, ${where}`, `${name} ${number} ${where}`, `${where}, ${name} ${number}`])
    : where;
  const { ciudad, departamento, nombre, apellido, telefono } = fieldsOf(owner);
  return {
    text,
    context: COLLECTING,
    intents: [["data", "field:direccion"]],
    fields: { ciudad, departamento, ...(isAll ? { nombre, apellido, telefono } : {}) } as Record<string, string>,
    forbidden: HARM,
  };
}

const KIN: readonly string[] = [
  "mi mamá",
  "mi esposo",
  "mi hermana",
  "mi tía",
  "mi suegra",
  "mi abuelita",
  "un amigo",
  "mi hijo",
];

/** Who pays and who receives, with the data of both: the parcel has those of who receives. */
function tellingOfTwo(draw: Draw): Asked {
  const [owner, sender] = [drawOwner(draw), drawOwner(draw)];
  const who = draw.one(KIN);
  const name = `${owner.given} ${owner.surname}`;
  const by = `${sender.given} ${sender.surname}`;
  const at = `${owner.street.typed}, ${owner.town} ${owner.department}`;
  const number = typedNumber(draw, owner.phone);
  const text = draw.one([
    `Es para ${who} ${name}, vive en ${at}, cel ${number}. Yo soy ${by}`,
    `yo soy ${by} pero el pedido es para ${who}, se llama ${name}, ${number}, ${at}`,
    `a nombre de ${name} que es ${who}, ${at}, el celular es ${number}`,
    `lo recibe ${who} ${name} en la ${at}, cel ${number}`,
    `Lo pago yo pero se lo mandan a ${who}: ${name}, ${at}, tel ${number}`,
    `${who} se llama ${name}, vive en ${at}, su número es ${number}. yo soy ${by} y vivo en ${sender.town}`,
    `quien recibe es ${name}, ${who}. ${at}. ${number}`,
    `póngalo a nombre de ${who} ${name}, dirección ${at}, teléfono de contacto ${number}`,
  ]);
  return { text, context: COLLECTING, fields: fieldsOf(owner), forbidden: HARM };
}

/** A datum put right while the summary waits for its yes. */
function correcting(draw: Draw): Asked {
  const owner = drawOwner(draw);
  const number = typedNumber(draw, owner.phone);
  const { given, surname, street, hood } = owner;
  const place = `${owner.town} ${owner.department}`;
  const opening = draw.one([
    "",
    "ay ",
    "perdón, ",
    "espere, ",
    "no, ",
    "uy no, ",
    "Disculpe, ",
    "un momento, ",
    "ay no mija ",
  ]);
  const [said, fields] = draw.one<readonly [string, Record<string, string>]>([
    [
      draw.one([
        `el celular quedó mal, es ${number}`,
        `ese número ya no lo tengo, ponga este ${number}`,
        `cámbieme el teléfono por el ${number}`,
        `el número correcto es ${number}`,
        `puse mal el cel, es ${number}`,
        `mejor deje el de mi esposo ${number}`,
        `anote otro número: ${number}`,
      ]),
      { telefono: owner.phone },
    ],
    [
      draw.one([
        `la dirección no es esa, es ${street.typed}`,
        `mejor mándelo a la ${street.typed}`,
        `cambie la dirección a ${street.typed}`,
        `me equivoqué de dirección, es la ${street.typed}`,
        `que llegue mejor al trabajo, ${street.typed}`,
        `ya no vivo ahí, ahora es ${street.typed}`,
        `la dirección correcta: ${street.typed}`,
      ]),
      { direccion: street.value },
    ],
    [
      draw.one([
        `póngalo a nombre de ${given} ${surname}`,
        `el nombre está mal, es ${given} ${surname}`,
        `no soy Ana, soy ${given} ${surname}`,
        `quien recibe es ${given} ${surname}`,
        `cambie el nombre por ${given} ${surname}`,
        `mejor a nombre de mi hermana ${given} ${surname}`,
      ]),
      { nombre: given, apellido: surname },
    ],
    [
      draw.one([
        `el apellido está mal, es ${surname}`,
        `mi apellido es ${surname}, no Ruiz`,
        `no es Ruiz, es ${surname}`,
        `el apellido correcto es ${surname}`,
        `apellido ${surname}`,
      ]),
      { nombre: "Ana", apellido: surname },
    ],
    [
      draw.one([
        `el barrio es ${hood}`,
        `el barrio no es ese, es ${hood}`,
        `quedó mal el barrio, es ${hood}`,
        `cambie el barrio a ${hood}`,
        `barrio ${hood}, no San Fernando`,
      ]),
      { barrio: hood },
    ],
    [
      draw.one([
        `no es en Cali, es en ${place}`,
        `la ciudad es ${place}`,
        `eso va para ${place}, no para Cali`,
        `mándelo mejor a ${place}, ${street.typed}`,
        `ya no estoy en Cali, estoy en ${place}`,
        `es para ${place}`,
      ]),
      { ciudad: owner.town, departamento: owner.department },
    ],
  ]);
  return {
    text: `${opening}${said}`,
    context: summing(draw.one(["1x", "2x", "3x"])),
    fields,
    forbidden: HARM,
  };
}

/** Data in the forms that customers give it, each with a message of its own. */
export const DATA_FORMS: readonly CustomerClass[] = [
  { name: "lists data without labels", floor: 0.93, tell: listing },
  { name: "tells all on one line, without marks", floor: 0.9, tell: running },
  { name: "fills a form of their own", floor: 0.93, tell: filling },
  { name: "dictates, without marks and with numbers in words", floor: 0.9, tell: dictating },
  { name: "tells a house in the country", floor: 0.93, tell: farming },
  { name: "tells the data of two persons", floor: 0.93, tell: tellingOfTwo },
  { name: "puts a datum right at the summary", floor: 0.93, tell: correcting },
];
