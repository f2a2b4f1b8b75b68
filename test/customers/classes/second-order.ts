import type { CustomerClass, Told } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { drawPerson } from "../people.ts";
import { HOME, summing } from "../says/anywhere.ts";
import { PACKS, yes } from "../says/buying.ts";

const KIN =
  "mi mamá|mi papá|mi hermana|mi esposo|mi suegra|mi vecina|una amiga|mi abuela|mi cuñada|mi esposa|mi prima".split(
    "|",
  );
const OPENINGS = ["", "", "ay, ", "y ", "ah, ", "listo, ", "oiga, ", "gracias! ", "hola, "];
const ONE_MORE = ["otro frasco", "otro", "uno más", "otro pedido", "otro frasquito", "un frasco más", "otro igual"];
const WANTS =
  "quiero|quisiera|necesito|deseo|me gustaría pedir|quiero pedir|voy a pedir|quiero encargar|véndame|mándeme|deme|regáleme|apúnteme|me puede vender|me llevo|quiero comprar|me antojé de".split(
    "|",
  );

/** A wish for one more, in the customer's own words. */
function wishForAnother(draw: Draw): string {
  const wanted = `${draw.one(WANTS)} ${draw.one(ONE_MORE)}`;
  return draw.one(OPENINGS) + draw.one([wanted, `${wanted} por favor`, `también ${wanted}`, `ahora ${wanted}`]);
}

const SAME = [
  "sí, los mismos datos",
  "los mismos datos",
  "sí los mismos",
  "con los mismos datos",
  "a la misma dirección",
  "todo igual",
  "sí, todo igual",
  "misma dirección",
  "sí",
];

const COUNTED: Readonly<Record<string, readonly string[]>> = {
  "1x": ["1", "uno", "el de 1", "un frasco"],
  "2x": ["2", "dos", "el de 2", "dos frascos"],
  "3x": ["3", "tres", "el de 3", "tres frascos"],
};

/** The order was just made: what is judged is what comes of the next wish. */
function afterAnOrder(draw: Draw): object {
  return {
    ...summing(draw.one(PACKS).pack),
    mode: "confirmado",
    said: "¡Listo! Su pedido queda confirmado.",
    armed: null,
  };
}

/** The steps, and whether the yes behind the summary comes: without it there is no order. */
function endedWith(draw: Draw, steps: readonly string[], fields: Readonly<Record<string, string>>): Told {
  const { pack, total } = draw.one(PACKS);
  const all = [...steps, draw.one(COUNTED[pack] ?? [])];
  const context = afterAnOrder(draw);
  if (draw.chance(0.25)) return { context, steps: all, order: null, fields, forbidden: ["person", "order"] };
  return { context, steps: [...all, yes(draw)], order: { pack, total }, fields, forbidden: ["person"] };
}

/** One more for themselves: what we know holds, and only how many is asked. */
function sameData(draw: Draw): Told {
  const wish = wishForAnother(draw);
  const steps = draw.chance(0.3)
    ? [
        `${wish}${draw.one([" ", ", "])}${draw.one(["con los mismos datos", "a la misma dirección", "los mismos datos"])}`,
      ]
    : [wish, draw.one(SAME)];
  return endedWith(draw, steps, HOME);
}

/** One for another person, whose data they tell; the first order keeps its own. */
function forAnotherPerson(draw: Draw): Told {
  const kin = draw.one(KIN);
  const { name, surname, phone, address, city, fields } = drawPerson(draw);
  const { correo: _, ...told } = fields;
  const wish = draw.one([
    `${wishForAnother(draw)} para ${kin}`,
    `${kin} también quiere uno`,
    `quiero mandarle uno a ${kin}`,
    `quiero pedir uno para ${kin}`,
    `otro para ${kin}`,
    `quiero regalarle un frasco a ${kin}`,
  ]);
  const data = draw.one([
    [`${name} ${surname}, ${phone}, ${address}, ${city}`],
    [`es para ${name} ${surname}, ${phone}, ${address}, ${city}`],
    ["no, es para otra persona", `${name} ${surname}, ${phone}, ${address}, ${city}`],
  ]);
  return endedWith(draw, [wish, ...data], told);
}

/** A buyer who buys again on the same day (requirement L-5): a new sale with what we know, a summary, and its own yes. */
export const SECOND_ORDERS: readonly CustomerClass[] = [
  { name: "another order with the same data", floor: 0.95, tell: sameData },
  { name: "another order for another person", floor: 0.9, tell: forAnotherPerson },
];
