import type { CustomerClass, Told } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { OFFERING, summing } from "../says/anywhere.ts";
import { PACKS, type Pack } from "../says/buying.ts";

const NUMBER: Readonly<Record<Pack, string>> = { "1x": "uno", "2x": "dos", "3x": "tres" };
const PRICE: Readonly<Record<Pack, string>> = {
  "1x": "setenta y nueve mil novecientos",
  "2x": "ciento veintinueve mil novecientos",
  "3x": "ciento sesenta y nueve mil novecientos",
};
const DIGIT: Readonly<Record<Pack, string>> = { "1x": "1", "2x": "2", "3x": "3" };

/** The last of several numbers counts; a price in words, and a number with an x, are as good as any. */
function lastNumber(draw: Draw): Told {
  const [shown, other] = draw.some(PACKS, 2).map(({ pack }) => pack) as [Pack, Pack];
  const between = NUMBER[draw.one(PACKS.map(({ pack }) => pack).filter((pack) => pack !== other))];
  const said = draw.one([
    `no espera ponme ${DIGIT[other]} mejor`,
    `no, espere, ${between}... bueno ya, que sean ${NUMBER[other]} y no se diga más`,
    `pensándolo bien, ${NUMBER[other]} en total`,
    `la de ${PRICE[other]}`,
    `me conviene el de ${PRICE[other]}`,
    `${DIGIT[other]}x`,
    `x${DIGIT[other]}`,
    ...(other === "2x" ? ["2 mejor, uno pa mi tia", "I want dos", "dos mejor, uno para mi cuñada"] : []),
  ]);
  return { context: summing(shown), steps: [said, "sí"], order: { pack: other, total: totalOf(other) } };
}

function totalOf(pack: Pack): number {
  return PACKS.find((one) => one.pack === pack)?.total ?? 0;
}

const NO_CHOICE =
  "es 1 sola pasta diaria o son 2|es una pastilla o son dos por noche|qué diferencia hay entre llevar uno solo y llevar varios|que ventaja tiene llevar dos|cuál es la diferencia entre uno y tres frascos".split(
    "|",
  );

function noChoice(draw: Draw): Told {
  return { context: OFFERING, steps: [draw.one(NO_CHOICE)], order: null, forbidden: ["pack", "order"] };
}

const SPOKEN_OF: readonly (readonly [string, string, Pack])[] = [
  ["cuanto sale uno", "pues si, mandemelo", "1x"],
  ["buenas, cuánto vale uno?", "me lo llevo", "1x"],
  ["tienen la d 129?", "mándela", "2x"],
  ["cuanto vale el mas barato", "va pues, ese", "1x"],
  ["d a como la d 2", "esa misma", "2x"],
  ["sigue la de 169.900?", "envíemela", "3x"],
];

/** A pack follows from what was said just now. */
function spokenOf(draw: Draw): Told {
  const [asked, taken, pack] = draw.one(SPOKEN_OF);
  const data = "Marta Ríos, 3015550142, calle 45 # 12-30, Medellín";
  return { context: {}, steps: [asked, taken, data, "sí confirmo"], order: { pack, total: totalOf(pack) } };
}

/** Packs in other words than a bare number. */
export const LAST_NUMBER: readonly CustomerClass[] = [
  { name: "names another number than the summary's, the last one of all", floor: 0.95, tell: lastNumber },
  { name: "compares numbers, or asks for the dose", floor: 1, tell: noChoice },
  { name: "takes what was spoken of just now", floor: 0.95, tell: spokenOf },
];
