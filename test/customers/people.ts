import type { Draw } from "./draw.ts";

/** A made-up customer: what must be known of them, and the ways in which they type it. */
export interface Person {
  readonly fields: Readonly<Record<string, string>>;
  readonly name: string;
  readonly surname: string;
  readonly phone: string;
  readonly address: string;
  readonly neighbourhood: string | null;
  readonly city: string;
  readonly email: string | null;
}

const GIVEN =
  "María Luz|Ana|Jorge Iván|Rocío|Wilmer|Yuliana|Carlos Andrés|Nelly|Duván|Gloria Inés|Marta|Luz Dary|Álvaro|Jhon Jairo|Yesenia|Camilo|Esperanza|Édgar|Viviana|Hernán Darío|Beatriz|Leidy|Rubén|Amparo|Óscar|Sandra Milena|Fabio|Maritza|Nubia|Julián|Dora|Consuelo|Arnulfo|Brayan|Karol|Ofelia|Gustavo|Zoraida|Héctor|Lina Marcela|Deisy|Ramiro|Paola Andrea|Yolanda|Efraín|Mónica|Jairo|Rosalba|Kevin|Tatiana|Gabriel|Patricia|Libardo|Nancy|Freddy|Aura María|Segundo|Yaneth|Iván|Ligia".split(
    "|",
  );
const SURNAMES =
  "Castaño|Gómez|Ríos|Bedoya|Rodríguez|Muñoz|Quintero|Zapata|Ospina|Peña|Arboleda|Mosquera|Torres|Cárdenas|Rojas|Valencia|Herrera|Buitrago|Palacios|Suárez|Ramírez|Londoño|Cortés|Salazar|Pérez|Díaz|Vargas|Guerrero|Orozco|Giraldo|Mejía|Acosta|Barreto|Chaparro|Duarte|Escobar|Fonseca|Hurtado|Jaramillo|Lozano|Montoya|Narváez|Pineda|Restrepo|Sandoval|Tovar|Urrego|Villamizar|Zuluaga|Agudelo".split(
    "|",
  );
/** Surnames that are words as well. They are typed with a capital; so people write their own names. */
const WORD_SURNAMES =
  "Bueno|Calle|Caro|Cuesta|Paz|Rico|Casas|Plaza|Guerra|Claro|Mesa|Barrios|Leal|Reyes|Flores|Campos|Montes|Delgado|Pardo|Blanco|Moreno|Rubio|Bravo|Franco|Luna|Pino|Rosas|Cruz|Prada".split(
    "|",
  );

/** Cities of one department each, as the register writes them, and what people type for them. */
const CITIES: readonly (readonly [string, string, readonly string[]])[] = [
  ["Manizales", "Caldas", ["Manizales", "manizales", "Manizales Caldas"]],
  ["Pereira", "Risaralda", ["Pereira", "pereira risaralda", "Pereira"]],
  ["Valledupar", "Cesar", ["Valledupar", "valledupar", "Valledupar Cesar"]],
  ["Medellín", "Antioquia", ["Medellín", "medellin", "Medellin Antioquia", "mede"]],
  ["Bogotá", "Cundinamarca", ["Bogotá", "bogota", "Bogotá D.C.", "bta", "Bogota DC"]],
  ["Cali", "Valle del Cauca", ["Cali", "cali", "Cali Valle", "Santiago de Cali"]],
  ["Barranquilla", "Atlántico", ["Barranquilla", "barranquilla", "b/quilla", "Barranquilla Atlántico"]],
  ["Bucaramanga", "Santander", ["Bucaramanga", "bucaramanga", "bga", "Bucaramanga Santander"]],
  ["Cúcuta", "Norte de Santander", ["Cúcuta", "cucuta", "Cucuta Norte de Santander"]],
  ["Tunja", "Boyacá", ["Tunja", "tunja", "Tunja Boyacá"]],
  ["Ibagué", "Tolima", ["Ibagué", "ibague", "Ibague Tolima"]],
  ["Neiva", "Huila", ["Neiva", "neiva", "Neiva Huila"]],
  ["Pasto", "Nariño", ["Pasto", "pasto nariño", "Pasto"]],
  ["Popayán", "Cauca", ["Popayán", "popayan", "Popayan Cauca"]],
  ["Montería", "Córdoba", ["Montería", "monteria", "Monteria Cordoba"]],
  ["Sincelejo", "Sucre", ["Sincelejo", "sincelejo", "Sincelejo Sucre"]],
  ["Santa Marta", "Magdalena", ["Santa Marta", "santa marta", "Sta Marta"]],
  ["Villavicencio", "Meta", ["Villavicencio", "villavicencio", "villavo", "Villavicencio Meta"]],
  ["Palmira", "Valle del Cauca", ["Palmira", "palmira valle"]],
  ["Soacha", "Cundinamarca", ["Soacha", "soacha"]],
  ["Dosquebradas", "Risaralda", ["Dosquebradas", "dosquebradas"]],
  ["Envigado", "Antioquia", ["Envigado", "envigado"]],
  ["Girardot", "Cundinamarca", ["Girardot", "girardot"]],
  ["Duitama", "Boyacá", ["Duitama", "duitama boyaca"]],
  ["Tuluá", "Valle del Cauca", ["Tuluá", "tulua"]],
];
const HOODS =
  "Palermo|Cuba|Laureles|El Poblado|Villa del Rosario|San Fernando|La Esperanza|Los Alpes|Santa Bárbara|El Prado|Las Américas|Ciudad Jardín|La Floresta|El Bosque|Villa Luz|Los Pinos|San Antonio|El Recreo|La Castellana|Modelia".split(
    "|",
  );

const VIAS: readonly (readonly [string, readonly string[]])[] = [
  ["Calle", ["Calle", "calle", "Cll", "cll", "cl", "CALLE"]],
  ["Carrera", ["Carrera", "carrera", "Cra", "cra", "kra", "kr", "Cr"]],
  ["Diagonal", ["Diagonal", "dg", "diagonal"]],
  ["Transversal", ["Transversal", "tv", "transversal"]],
  ["Avenida", ["Avenida", "av", "Av."]],
];
const UNITS: readonly (readonly [string, readonly string[]])[] = [
  ["Apartamento", ["apto", "apartamento", "apt", "Apto."]],
  ["Casa", ["casa", "Casa"]],
  ["Piso", ["piso"]],
  ["Local", ["local"]],
  ["Interior", ["int", "interior"]],
  ["Torre", ["torre"]],
];

export function drawPerson(draw: Draw): Person {
  const given = draw.one(GIVEN);
  const isWord = draw.chance(0.15);
  const surnames = [draw.one(isWord ? WORD_SURNAMES : SURNAMES), ...(draw.chance(0.3) ? [draw.one(SURNAMES)] : [])];
  const family = surnames.join(" ");
  const phone = `3${draw.one(["00", "01", "02", "04", "05", "10", "11", "12", "13", "14", "15", "16", "17", "18", "20", "21", "50"])}${draw.digits(7)}`;
  const [city, department, typedCity] = draw.one(CITIES);
  const [via, typedVia] = draw.one(VIAS);
  const [one, two, three] = [draw.between(1, 170), draw.between(1, 120), draw.between(1, 99)];
  const letter = draw.chance(0.2) ? draw.one(["A", "B", "C"]) : "";
  const mark = draw.one([" # ", " #", " No. ", " no ", " N° ", " # "]);
  const dash = draw.one(["-", " - ", "-"]);
  const unit = draw.chance(0.4) ? draw.one(UNITS) : null;
  const door = draw.between(1, 20) * 100 + draw.between(1, 9);
  const neighbourhood = draw.chance(0.65) ? draw.one(HOODS) : null;
  const email = draw.chance(0.3)
    ? `${plain(given).replace(/ /g, draw.one(["", ".", "_"]))}${draw.digits(2)}@${draw.one(["gmail.com", "hotmail.com", "outlook.es", "yahoo.com"])}`
    : null;
  const spelled = draw.one(["as it is", "as it is", "lower", "upper"]);
  const spell = (text: string): string => {
    if (spelled === "upper") return text.toUpperCase();
    // A surname that is a word keeps its capital: without one nothing tells it from the word.
    return spelled === "lower" && !isWord ? plain(text) : text;
  };
  return {
    name: spell(given),
    surname: spell(family),
    phone: typedPhone(draw, phone),
    address: `${draw.one(typedVia)} ${one}${letter}${mark}${two}${dash}${three}${unit === null ? "" : ` ${draw.one(unit[1])} ${door}`}`,
    neighbourhood,
    city: draw.one(typedCity),
    email,
    fields: {
      nombre: given,
      apellido: family,
      telefono: phone,
      ciudad: city,
      departamento: department,
      direccion: `${via} ${one}${letter} # ${two}-${three}${unit === null ? "" : ` ${unit[0]} ${door}`}`,
      ...(email === null ? {} : { correo: email }),
    },
  };
}

function typedPhone(draw: Draw, phone: string): string {
  const [area, middle, end] = [phone.slice(0, 3), phone.slice(3, 6), phone.slice(6)];
  return draw.one([
    phone,
    phone,
    `${area} ${middle} ${end}`,
    `${area} ${phone.slice(3)}`,
    `${area}-${middle}-${end}`,
    `${area} ${middle} ${end.slice(0, 2)} ${end.slice(2)}`,
    `+57 ${area} ${middle} ${end}`,
  ]);
}

export function plain(text: string): string {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
}
