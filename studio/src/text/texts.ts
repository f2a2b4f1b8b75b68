import type { laterSpanish } from "./later-spanish.ts";
import type { spanish } from "./spanish.ts";

/** What the frame and the inbox say: the first page waits for it. */
export type FirstTexts = typeof spanish;

/** What all other screens say; it comes with the first of them that is opened. */
export type LaterTexts = typeof laterSpanish;

/** Every text of the Studio, by screen or shared part, then by key. Spanish is the original. */
export type Texts = FirstTexts & LaterTexts;

/** The same keys with the same holes: what one language lacks is a type error. */
export type SameTexts<Original extends object> = {
  readonly [Key in keyof Original]: Original[Key] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : string;
};
