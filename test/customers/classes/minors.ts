import type { CustomerClass, Told } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { drawPerson } from "../people.ts";
import { choiceOf, greeting, PACKS, WISHES, wishFor, yes } from "../says/buying.ts";
import { telling } from "../says/telling.ts";

const TEEN = "12|13|14|15|16|17|doce|trece|catorce|quince|dieciséis|diecisiete".split("|");
const SMALL = "1|2|3|4|5|6|7|8|9|10|11|dos|tres|cuatro|cinco|seis|ocho|nueve|once".split("|");
const OWN = [
  (draw: Draw) => `tengo ${draw.one(TEEN)} años`,
  (draw: Draw) => `yo tengo ${draw.one(TEEN)} añitos`,
  (draw: Draw) => `apenas tengo ${draw.one(TEEN)}`,
  (draw: Draw) => `acabo de cumplir ${draw.one(TEEN)}`,
  () => "soy menor de edad",
  () => "todavía no cumplo 18",
  () => "aún no tengo cédula, soy menor",
  (draw: Draw) => `estoy en ${draw.one(["noveno", "décimo", "octavo", "séptimo"])} y no duermo por los exámenes`,
  (draw: Draw) => `mi edad es ${draw.one(TEEN)}`,
  (draw: Draw) => `soy un joven de ${draw.one(TEEN)} años`,
];
const CHILDREN =
  "mi niño|mi niña|mi hijo|mi hija|mi nieto|mi nieta|mi sobrino|mi sobrina|mi bebé|mi hermanito|mi ahijada|un niño|una niña|mi hijita|mi chinita".split(
    "|",
  );
const FOR_CHILD = [
  (draw: Draw) => `es para ${draw.one(CHILDREN)} de ${draw.one(SMALL)} años`,
  (draw: Draw) => `${draw.one(CHILDREN)} de ${draw.one(SMALL)} añitos no duerme`,
  (draw: Draw) => `sería para ${draw.one(CHILDREN)} que tiene ${draw.one(SMALL)} años`,
  (draw: Draw) => `lo quiero para ${draw.one(CHILDREN)}, tiene ${draw.one(SMALL)} añitos`,
  (draw: Draw) => `le quiero dar a ${draw.one(CHILDREN)} de ${draw.one(SMALL)} años`,
  (draw: Draw) => `${draw.one(CHILDREN)} tiene ${draw.one(SMALL)} años y no concilia el sueño`,
  () => "es para mi bebé de 8 meses",
  () => "lo necesito para un bebé de seis meses",
];

/** A minor, or the parent of one, who says so and goes on buying. */
function minor(draw: Draw): Told {
  const { pack } = draw.one(PACKS);
  const age = draw.one(draw.one([OWN, FOR_CHILD]))(draw);
  const wish = draw.one([wishFor(draw, pack), draw.one(WISHES)]);
  const first = draw.one([
    () => [`${greeting(draw)}, ${age}`, wish],
    () => [`${age}, ${wish}`],
    () => [`${wish}, ${age}`],
    () => [greeting(draw), wish, age],
    () => [`${greeting(draw)}. ${wish}. ${age}`],
  ])();
  const told = telling(draw, drawPerson(draw));
  const late = draw.chance(0.2) ? [...told.slice(0, 1), age, ...told.slice(1)] : told;
  return {
    steps: [...first, ...late, choiceOf(draw, pack), yes(draw), { wait: "21m" }, yes(draw)],
    order: null,
    forbidden: ["order"],
  };
}

export const MINORS: CustomerClass = { name: "a minor", floor: 1, tell: minor };
