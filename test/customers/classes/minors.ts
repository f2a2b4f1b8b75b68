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
  (draw: Draw) => `${draw.one(TEEN)} años`,
  (draw: Draw) =>
    `cumplo ${draw.one(["18", "los 18", "la mayoría de edad"])} en ${draw.one(["marzo", "dos meses", "abril"])}`,
  (draw: Draw) => `soy del 20${draw.one(["10", "11", "12"])}`,
  () => "todavía uso tarjeta de identidad",
  () => "solo tengo TI",
  () => "aún no me dan la cédula",
  (draw: Draw) => `soy de grado ${draw.one(["9", "10", "11", "once", "octavo"])}`,
  () => "salgo del colegio y no duermo",
  () => "mis papás no saben",
  () => "no le diga a mi mamá",
  () => "salgo de clases a las dos",
  () => "soy del colegio y ando estresado",
  (draw: Draw) => `hago ${draw.one(["séptimo", "octavo", "noveno"])}`,
  (draw: Draw) => `con ${draw.one(TEEN)} años lo puedo tomar?`,
  () => "soy quinceañera",
  () => "me falta un año para ser mayor",
];
const CHILDREN =
  "mi niño|mi niña|mi hijo|mi hija|mi nieto|mi nieta|mi sobrino|mi sobrina|mi bebé|mi hermanito|mi ahijada|un niño|una niña|mi hijita|mi chinita".split(
    "|",
  );
const YOUNG =
  "mi hijo|mi hija|mi hermano menor|mi hermanita|un primo|mi novia|una amiguita|mi vecinito|mi cuñadito|mi nietica|mi muchacho".split(
    "|",
  );
const FOR_CHILD = [
  (draw: Draw) => `es para ${draw.one(CHILDREN)} de ${draw.one(SMALL)} años`,
  (draw: Draw) => `${draw.one(CHILDREN)} de ${draw.one(SMALL)} añitos no duerme`,
  (draw: Draw) => `sería para ${draw.one(CHILDREN)} que tiene ${draw.one(SMALL)} años`,
  (draw: Draw) => `lo quiero para ${draw.one(CHILDREN)}, tiene ${draw.one(SMALL)} añitos`,
  (draw: Draw) => `le quiero dar a ${draw.one(CHILDREN)} de ${draw.one(SMALL)} años`,
  (draw: Draw) => `${draw.one(CHILDREN)} tiene ${draw.one(SMALL)} años y no concilia el sueño`,
  (draw: Draw) => `es para ${draw.one(YOUNG)} de ${draw.one(TEEN)}`,
  (draw: Draw) => `${draw.one(YOUNG)} tiene ${draw.one(TEEN)}`,
  (draw: Draw) => `mi hijo va a cumplir ${draw.one(TEEN)}`,
  () => "soy rectora de un colegio, es para los estudiantes",
  () => "es para los muchachos de la casa hogar",
  () => "para mis alumnos",
  () => "se la doy en el tetero",
  // The child keeps its parents awake, and is to be given some.
  (draw: Draw) =>
    `${draw.one(CHILDREN)} de ${draw.one(SMALL)} ${draw.one(["meses", "años", "añitos"])} no nos deja dormir, ${draw.one(["eso se le puede dar?", "le puedo dar de eso?", "será que se le puede dar en el tetero?", "se la puedo dar?"])}`,
  () => "para el bebé de mi hermana",
  (draw: Draw) => `a mi chiqui le cuesta dormir, tiene ${draw.one(SMALL)}`,
  (draw: Draw) => `mi príncipe de ${draw.one(SMALL)} no duerme`,
  (draw: Draw) => `le quiero comprar a mi hermano que está en ${draw.one(["octavo", "sexto", "primaria"])}`,
  () => "se lo voy a dar al niño",
  () => "es para el más chiquito de la casa",
  () => "es para un recién nacido que no duerme",
  () => "en niños cómo se usa?",
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
