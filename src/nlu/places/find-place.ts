import { plainText, titleCase } from "../plain-text.ts";
import { MUNICIPALITIES } from "./municipalities.ts";

export interface Place {
  readonly city: string;
  /** Null where several departments have a municipality of that name: it is asked, never invented (requirement A15). */
  readonly department: string | null;
}

/** How people call a city, and the city. */
const ALIASES: Readonly<Record<string, string>> = {
  bta: "bogota",
  bgta: "bogota",
  bog: "bogota",
  "bogota dc": "bogota",
  "bogota d c": "bogota",
  "santa fe de bogota": "bogota",
  mde: "medellin",
  med: "medellin",
  medallo: "medellin",
  bquilla: "barranquilla",
  bqlla: "barranquilla",
  quilla: "barranquilla",
  bga: "bucaramanga",
  bmanga: "bucaramanga",
  ctg: "cartagena",
  "cartagena de indias": "cartagena",
  kali: "cali",
  "santiago de cali": "cali",
  villavo: "villavicencio",
  vcio: "villavicencio",
  "san jose de cucuta": "cucuta",
  "san juan de pasto": "pasto",
  buga: "guadalajara de buga",
  tumaco: "san andres de tumaco",
};

/** Cities so well known that their name alone means them, whatever village bears it too. */
const WELL_KNOWN: Readonly<Record<string, string>> = {
  armenia: "Quindío",
  barbosa: "Antioquia",
  bello: "Antioquia",
  cartagena: "Bolívar",
  florencia: "Caquetá",
  manizales: "Caldas",
  mosquera: "Cundinamarca",
  riohacha: "La Guajira",
  rionegro: "Antioquia",
  sabanalarga: "Atlántico",
  "san andres": "San Andrés y Providencia",
};

/** Accents that the official list leaves out, for names that are written often. */
const SPELLED: Readonly<Record<string, string>> = Object.fromEntries(
  "Apartadó|Bogotá|Chía|Cajicá|Chiquinquirá|Cúcuta|Facatativá|Fusagasugá|Girón|Ibagué|Inírida|Itagüí|Jamundí|La Unión|Medellín|Mitú|Montería|Popayán|Puerto Carreño|Quibdó|Turbaco|Tuluá|Yopal|Zipaquirá|Envigado|San José del Guaviare|San Andrés|Peñol|Guatapé|Ocaña|Málaga|Magangué|Ciénaga|Riohacha|Maicao|Yumbo|Acacías|Puerto Gaitán|Sogamoso|Duitama|Calarcá|Santa Rosa de Cabal|Dosquebradas|La Ceja|Sabaneta|Caucasia|Chigorodó|Andalucía"
    .split("|")
    .map((name) => [plainText(name), name]),
);

const DEPARTMENTS_BY_CITY = new Map<string, string[]>();
for (const [department, names] of Object.entries(MUNICIPALITIES)) {
  for (const name of names.split("|")) {
    const key = plainText(name);
    const departments = DEPARTMENTS_BY_CITY.get(key) ?? [];
    if (!departments.includes(department)) DEPARTMENTS_BY_CITY.set(key, [...departments, department]);
  }
}

const DEPARTMENTS = new Map(Object.keys(MUNICIPALITIES).map((name) => [plainText(name), name]));
DEPARTMENTS.set("valle", "Valle del Cauca");
DEPARTMENTS.set("guajira", "La Guajira");
DEPARTMENTS.set("n de santander", "Norte de Santander");

/** The municipality that `text`, whole, names. */
export function findPlace(text: string): Place | null {
  const plain = plainText(text);
  const key = ALIASES[plain] ?? plain;
  const departments = DEPARTMENTS_BY_CITY.get(key);
  if (departments === undefined) return null;
  const known = WELL_KNOWN[key];
  return {
    city: SPELLED[key] ?? (key === plain ? titleCase(text.replace(/[^\p{L}\s-]+/gu, " ")) : titleCase(key)),
    department: known ?? (departments.length === 1 ? (departments[0] as string) : null),
  };
}

export function findDepartment(text: string): string | null {
  return DEPARTMENTS.get(plainText(text).replace(/^departamento (?:de(?:l)? )?/, "")) ?? null;
}

/** True where the department has a municipality of that name. */
export function isPlaceIn(city: string, department: string): boolean {
  const plain = plainText(city);
  return DEPARTMENTS_BY_CITY.get(ALIASES[plain] ?? plain)?.includes(department) === true;
}

/** The longest place that begins `words`: `["santa", "marta", "calle"]` → Santa Marta, 2 words. */
export function placeAtStart(words: readonly string[]): { readonly place: Place; readonly length: number } | null {
  for (let length = Math.min(5, words.length); length > 0; length -= 1) {
    const place = findPlace(words.slice(0, length).join(" "));
    if (place !== null) return { place, length };
  }
  return null;
}
