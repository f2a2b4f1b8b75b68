import { formatCop } from "../../flow/definition/format-cop.ts";

/**
 * What Somnio sells, its prices, and what may be said about it (requirement A35). Prices in whole
 * COP.
 */
export interface Pack {
  readonly id: "1x" | "2x" | "3x";
  readonly name: string;
  readonly jars: number;
  readonly priceCop: number;
}

const ONE: Pack = { id: "1x", name: "Somnio 90 Caps", jars: 1, priceCop: 79_900 };
const TWO: Pack = { id: "2x", name: "Somnio 90 Caps x2", jars: 2, priceCop: 129_900 };
const THREE: Pack = { id: "3x", name: "Somnio 90 Caps x3", jars: 3, priceCop: 169_900 };

export const PACKS: readonly Pack[] = [ONE, TWO, THREE];

/** Customers' words for a jar. */
export const GOODS =
  "frasco frascos frasquito frasquitos frasquitico frasquiticos tarro tarros tarrito tarritos caja cajas cajita cajitas pote potes potecito potecitos bote botes botecito botecitos botella botellas botellita botellitas somnio somnios".split(
    " ",
  );

/**
 * Prices as the texts need them. Each name says what it is, so no text shows one price for another
 * (L-10).
 */
export const PRICE = {
  one: formatCop(ONE.priceCop),
  two: formatCop(TWO.priceCop),
  three: formatCop(THREE.priceCop),
  perJarOfTwo: formatCop(TWO.priceCop / TWO.jars),
  savingOfTwo: formatCop(2 * ONE.priceCop - TWO.priceCop),
  savingOfThree: formatCop(3 * ONE.priceCop - THREE.priceCop),
} as const;

/** Facts of the product, each in one place. */
export const FACTS = {
  tabletsPerJar: 90,
  contents: "melatonina y magnesio",
  dose: "1 tableta, 30 minutos antes de dormir",
  shipping: "gratis a toda Colombia",
  payLater: "contra entrega",
  payNow: "Bancolombia, Nequi, Daviplata o tarjeta (con link de pago)",
} as const;
