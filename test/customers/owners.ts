import type { Draw } from "./draw.ts";
import { plain } from "./people.ts";

/** A made-up customer from towns, hoods and families that `people.ts` does not have, with their data as the register has it. */
export interface Owner {
  readonly given: string;
  readonly surname: string;
  readonly phone: string;
  readonly street: Street;
  readonly hood: string;
  readonly town: string;
  readonly department: string;
  /** How they write the department, and whether the town needs none. */
  readonly departmentTyped: string;
  readonly isAlone: boolean;
}

/** A street and its numbers, in the ways that people write it; `value` is what must be known. */
export interface Street {
  readonly value: string;
  readonly typed: string;
}

const GIVEN =
  "Yurleidys|Eucaris|Nayibe|Wilfrido|Dagoberto|Flor Alba|Ana Delia|Jhoan Sebastián|María Fernanda|Pedro Nel|Luis Eduardo|Saray|Emiro|Robinson|Evangelina|Blanca Nieves|Nohora|Olinda|Hermes|Isaías|Martha Lucía|Gladys|Norberto|Angélica María|Daniela|Juan Pablo|Cristóbal|Miryam|José Gregorio|Leonor|Aníbal|Xiomara|Fredy|Mercedes|Elkin|Rosa Elvira|Teodoro|Ingrid|Jhonatan|Bertha|Alcides|Marleny|Genaro|Sofía|Ubaldo|Francy|Adiela|Luz Mila|Osvaldo|Betsabé|Hugo Armando|Yadira|Nicolás|Graciela|Eliécer|Rubiela|Manuel José|Carmen Elisa|Diana Carolina|Otoniel".split(
    "|",
  );
const SURNAMES =
  "Cuéllar|Ariza|Bolaños|Carabalí|Chamorro|Cogollo|Charry|Daza|Galvis|Hinestroza|Jojoa|Lasso|Manjarrés|Oñate|Payares|Quiñones|Rengifo|Solarte|Tique|Usme|Velasco|Yepes|Zúñiga|Anaya|Benavides|Camargo|Dussán|Espitia|Fandiño|Gaviria|Holguín|Idárraga|Lizcano|Marulanda|Noguera|Olarte|Patiño|Quintana|Rincón|Sepúlveda|Trujillo|Uribe|Villegas|Zambrano|Álzate|Becerra|Caicedo|Durango|Estrada|Forero|Grajales|Henao|Ibarra|Ladino|Meneses|Niño|Ortega|Perdomo|Rueda|Santamaría|Tamayo|Vanegas".split(
    "|",
  );

/** Town, department, and whether the town's name alone tells the department. */
const TOWNS: readonly (readonly [town: string, department: string, isAlone: boolean])[] = [
  ["Andes", "Antioquia", true],
  ["Yarumal", "Antioquia", true],
  ["Amalfi", "Antioquia", true],
  ["Apartadó", "Antioquia", true],
  ["Sopetrán", "Antioquia", true],
  ["Santa Rosa de Osos", "Antioquia", true],
  ["La Ceja", "Antioquia", true],
  ["Sevilla", "Valle del Cauca", true],
  ["Roldanillo", "Valle del Cauca", true],
  ["Zarzal", "Valle del Cauca", true],
  ["Yumbo", "Valle del Cauca", true],
  ["Caicedonia", "Valle del Cauca", true],
  ["Guaduas", "Cundinamarca", true],
  ["Pacho", "Cundinamarca", true],
  ["Chocontá", "Cundinamarca", true],
  ["La Mesa", "Cundinamarca", true],
  ["Funza", "Cundinamarca", true],
  ["Chía", "Cundinamarca", true],
  ["Barbosa", "Santander", false],
  ["San Gil", "Santander", true],
  ["Vélez", "Santander", true],
  ["Málaga", "Santander", true],
  ["Barrancabermeja", "Santander", true],
  ["Pamplona", "Norte de Santander", true],
  ["Ocaña", "Norte de Santander", true],
  ["Tibú", "Norte de Santander", true],
  ["Moniquirá", "Boyacá", true],
  ["Paipa", "Boyacá", true],
  ["Sogamoso", "Boyacá", true],
  ["Honda", "Tolima", true],
  ["Chaparral", "Tolima", true],
  ["Melgar", "Tolima", true],
  ["Garzón", "Huila", true],
  ["La Plata", "Huila", true],
  ["Pitalito", "Huila", true],
  ["Ipiales", "Nariño", true],
  ["La Unión", "Nariño", false],
  ["Túquerres", "Nariño", true],
  ["Santander de Quilichao", "Cauca", true],
  ["Piendamó", "Cauca", true],
  ["Lorica", "Córdoba", true],
  ["Planeta Rica", "Córdoba", true],
  ["Tierralta", "Córdoba", true],
  ["Magangué", "Bolívar", true],
  ["Turbaco", "Bolívar", true],
  ["El Banco", "Magdalena", true],
  ["Fundación", "Magdalena", true],
  ["Plato", "Magdalena", true],
  ["Aguachica", "Cesar", true],
  ["Bosconia", "Cesar", true],
  ["Maicao", "La Guajira", true],
  ["Fonseca", "La Guajira", true],
  ["Granada", "Meta", false],
  ["Acacías", "Meta", true],
  ["Puerto López", "Meta", true],
  ["Yopal", "Casanare", true],
  ["Aguazul", "Casanare", true],
  ["San Vicente del Caguán", "Caquetá", true],
  ["Mocoa", "Putumayo", true],
  ["Puerto Asís", "Putumayo", true],
  ["La Virginia", "Risaralda", true],
  ["Santa Rosa de Cabal", "Risaralda", true],
  ["Calarcá", "Quindío", true],
  ["Quimbaya", "Quindío", true],
  ["Chinchiná", "Caldas", true],
  ["La Dorada", "Caldas", true],
  ["Riosucio", "Caldas", false],
  ["Corozal", "Sucre", true],
  ["Soledad", "Atlántico", true],
  ["Malambo", "Atlántico", true],
  ["Saravena", "Arauca", true],
];
const DEPARTMENTS_TYPED: Readonly<Record<string, readonly string[]>> = {
  Antioquia: ["Antioquia", "antioquia", "Ant", "Ant."],
  "Valle del Cauca": ["Valle", "valle", "Valle del Cauca", "Valle"],
  Cundinamarca: ["Cundinamarca", "cundinamarca", "Cund", "Cund.", "Cundi"],
  Santander: ["Santander", "santander", "Sder", "Stder"],
  "Norte de Santander": ["Norte de Santander", "N. de Santander", "N de S", "norte de santander"],
  Boyacá: ["Boyacá", "boyaca", "Boy."],
  Tolima: ["Tolima", "tolima", "Tol"],
  Córdoba: ["Córdoba", "cordoba", "Cord."],
  Bolívar: ["Bolívar", "bolivar", "Bol."],
  Magdalena: ["Magdalena", "magdalena", "Mag."],
  "La Guajira": ["La Guajira", "guajira", "Guajira"],
  Quindío: ["Quindío", "quindio"],
};
const HOODS =
  "La Campiña|Villa Carolina|El Jardín|Los Libertadores|Alfonso López|Siete de Agosto|Primero de Mayo|La Granja|El Carmen|San José|Santa Inés|Buenos Aires|Villa del Río|Las Delicias|El Progreso|La Victoria|Divino Niño|Nuevo Horizonte|Simón Bolívar|Galán|La Pradera|Bella Vista|El Centro|Los Almendros|Urbanización Los Cerezos|Minuto de Dios|20 de Julio".split(
    "|",
  );

const VIAS: readonly (readonly [string, readonly string[]])[] = [
  ["Calle", ["Calle", "calle", "Cll", "cll", "cl", "Cl.", "CALLE", "clle"]],
  ["Carrera", ["Carrera", "carrera", "Cra", "cra", "kra", "kr", "Cr", "Cra.", "KR", "cr"]],
  ["Diagonal", ["Diagonal", "dg", "Diag.", "diagonal"]],
  ["Transversal", ["Transversal", "tv", "Transv.", "transversal"]],
  ["Avenida", ["Avenida", "av", "Av.", "AV"]],
];
/** Towers and flats: as they are typed, and as they are known. */
const UNITS: readonly (readonly [value: string, typed: readonly string[]])[] = [
  ["Apartamento 301 Torre 2", ["Apto 301 torre 2", "apto 301 Torre 2", "apartamento 301 torre 2"]],
  ["Torre 4 Apartamento 1102", ["torre 4 apto 1102", "Torre 4 Apto. 1102", "torre 4, apto 1102"]],
  ["Apartamento 201", ["apto 201", "Apt 201", "apto. 201", "Apartamento 201"]],
  ["Casa 14", ["casa 14", "Casa 14", "casa #14"]],
  ["Interior 3 Apartamento 502", ["int 3 apto 502", "interior 3 apartamento 502"]],
  ["Bloque 7 Apartamento 404", ["bloque 7 apto 404", "bl 7 apto 404"]],
  ["Piso 2", ["piso 2", "Piso 2"]],
  ["Local 105", ["local 105", "Local 105"]],
];

export function drawOwner(draw: Draw): Owner {
  const [town, department, isAlone] = draw.one(TOWNS);
  return {
    given: draw.one(GIVEN),
    surname: draw.some(SURNAMES, draw.one([1, 1, 2])).join(" "),
    phone: `3${draw.one(["00", "02", "03", "05", "10", "12", "14", "16", "18", "20", "22", "50"])}${draw.digits(7)}`,
    street: drawStreet(draw),
    hood: draw.one(HOODS),
    town,
    department,
    departmentTyped: draw.one(DEPARTMENTS_TYPED[department] ?? [department, plain(department)]),
    isAlone,
  };
}

function drawStreet(draw: Draw): Street {
  const [via, typed] = draw.one(VIAS);
  const letter = draw.chance(0.25) ? draw.one(["A", "B", "C", "D"]) : "";
  const [one, two, three] = [draw.between(1, 140), draw.between(1, 99), String(draw.between(1, 99)).padStart(2, "0")];
  const side = draw.chance(0.1) ? draw.one([" sur", " norte", " este"]) : "";
  const mark = draw.one([" # ", " #", " No. ", " no ", " N° ", " nro ", " numero ", " "]);
  const dash = draw.one(["-", "-", " - ", "-"]);
  const unit = draw.chance(0.4) ? draw.one(UNITS) : null;
  const joint = draw.one([" ", ", ", " "]);
  return {
    value: `${via} ${one}${letter}${side} # ${two}-${three}${unit === null ? "" : ` ${unit[0]}`}`,
    typed: `${draw.one(typed)} ${one}${draw.chance(0.8) ? letter : letter.toLowerCase()}${side}${mark}${two}${dash}${three}${unit === null ? "" : `${joint}${draw.one(unit[1])}`}`,
  };
}

/** A number as it is typed: with blanks, dots, dashes or the country. */
export function typedNumber(draw: Draw, phone: string): string {
  const [area, middle, end] = [phone.slice(0, 3), phone.slice(3, 6), phone.slice(6)];
  return draw.one([
    phone,
    phone,
    `${area} ${middle} ${end}`,
    `${area}.${middle}.${end}`,
    `${area}-${middle}-${end.slice(0, 2)}-${end.slice(2)}`,
    `(${area}) ${middle} ${end}`,
    `${area} ${middle}${end}`,
    `${area}${middle} ${end}`,
    `+57 ${phone}`,
    `+57${phone}`,
    `57${phone}`,
    `+57 ${area} ${middle} ${end}`,
    `${area} ${phone.slice(3, 5)} ${phone.slice(5, 7)} ${phone.slice(7)}`,
    `${phone.slice(0, 4)} ${phone.slice(4, 6)} ${phone.slice(6, 8)} ${phone.slice(8)}`,
  ]);
}
