import type { Asked, CustomerClass } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { PRICED, TALKING } from "../says/anywhere.ts";

const or = (words: string): readonly string[] => words.split("|");

const SURNAMES = or("Rojas|Castro|Pérez|Cárdenas|Bernal");
const FIRST = or("Marina|Carlos|Alba|Jairo|Edelmira");

/** "Niño" is a surname. */
function noChild(draw: Draw): Asked {
  const text = draw.one([
    () => `soy ${draw.one(FIRST)} Niño`,
    () => `mi apellido es Niño, ${draw.one(FIRST)} Niño ${draw.one(SURNAMES)}`,
    () => `el niño no es nombre, es mi apellido: ${draw.one(FIRST)} Niño ${draw.one(SURNAMES)}`,
  ])();
  return {
    text,
    context: draw.one([{}, TALKING, PRICED]),
    forbidden: ["contraindicaciones", "field:venta_en_pausa", "order"],
  };
}

export const TOLD_ASIDE: readonly CustomerClass[] = [
  { name: "a child in the words, and none meant", floor: 1, tell: noChild },
];
