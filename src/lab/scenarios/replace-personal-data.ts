import { foldLetters } from "../../core/plain-text.ts";

/** Replaces what names a person by an invented person, the same everywhere in one conversation. */
export type Replace = (text: string) => string;

const FIRST_NAMES = ["Ana", "Luis", "Elena", "Pedro", "Marta", "Carlos", "Rosa", "Andrés"];
const SURNAMES = ["Gómez", "Ríos", "Duque", "Vargas", "Rojas", "Castro", "Mejía", "Cano"];
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu;
/** A phone, an identity card: seven digits and more, however they are grouped. */
const LONG_NUMBER = /\d(?:[\s.-]?\d){6,}/gu;
const ADDRESS = /\b(?:calle|cll|cl|carrera|cra|kra|kr|avenida|av|diagonal|dg|transversal|tv)\b\.?[^,;\n]*/giu;

export interface KnownPerson {
  readonly firstNames: readonly string[];
  readonly surnames: readonly string[];
}

export function replacePersonalData({ firstNames, surnames }: KnownPerson): Replace {
  const words = new Map<string, string>();
  addWords(words, firstNames, FIRST_NAMES);
  addWords(words, surnames, SURNAMES);
  const numbers = new Map<string, string>();
  return (text) =>
    text
      .replace(EMAIL, "cliente@ejemplo.co")
      .replace(LONG_NUMBER, (found) => otherNumber(numbers, found))
      .replace(ADDRESS, (found) => found.replace(/(?<!\d)\d{1,3}(?!\d)/g, (number) => otherHouse(number)))
      .replace(/\p{L}+/gu, (word) => words.get(foldLetters(word)) ?? word);
}

function addWords(words: Map<string, string>, names: readonly string[], others: readonly string[]): void {
  const known = names.flatMap((name) => name.split(/\s+/)).filter((word) => word.length > 2);
  for (const [index, word] of [...new Set(known.map(foldLetters))].entries()) {
    if (!words.has(word)) words.set(word, others[index % others.length] ?? word);
  }
}

/** A number of the same length and grouping; a mobile phone stays one, and keeps its country code. */
function otherNumber(numbers: Map<string, string>, found: string): string {
  const digits = found.replace(/\D/g, "");
  const own = digits.slice(-10);
  const count = String(numbers.size + 1);
  const made = own.length === 10 ? `300555${count.padStart(4, "0")}` : count.padStart(own.length, "1");
  const other = numbers.get(own) ?? made;
  numbers.set(own, other);
  const next = [...digits.slice(0, -10), ...other];
  return found.replace(/\d/g, () => next.shift() ?? "0");
}

function otherHouse(number: string): string {
  return String(((Number(number) * 7 + 11) % 89) + 10);
}
