import type { Draw } from "./draw.ts";

/** A conversation in the words of `docs/customers.md`, before it is checked. */
export interface Told {
  readonly steps: readonly (string | readonly string[] | { readonly wait: string } | { readonly sticker: true })[];
  readonly order: { readonly pack?: string; readonly total?: number } | null;
  readonly context?: object | readonly string[];
  readonly fields?: Readonly<Record<string, string | null>>;
  readonly forbidden?: readonly string[];
}

/** Customers of one kind: fresh ones from a seed, with what must come of them. */
export interface CustomerClass {
  readonly name: string;
  /** The share that must go right, from 0 to 1. */
  readonly floor: number;
  tell(draw: Draw): Told | Asked;
}

/** A message in its context, in the words of the same page. */
export interface Asked {
  readonly text: string | readonly string[];
  readonly context?: object | readonly string[];
  readonly intents?: readonly (string | readonly string[])[];
  readonly acceptable?: readonly string[];
  readonly fields?: Readonly<Record<string, string | null>>;
  readonly forbidden?: readonly string[];
}
