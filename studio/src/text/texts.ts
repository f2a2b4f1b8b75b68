import type { spanish } from "./spanish.ts";

/** Every text of the Studio, by screen or shared part, then by key. Spanish is the original. */
export type Texts = typeof spanish;

/** The same keys with the same holes: what one language lacks is a type error. */
export type SameTexts<Original extends object> = {
  readonly [Key in keyof Original]: Original[Key] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : string;
};
