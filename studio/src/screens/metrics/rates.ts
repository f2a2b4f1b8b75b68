import type { Money } from "../../api/types.ts";
import { createStored, useStored } from "../../stored.ts";

/** What one of each costs in whole units of the shop's currency; null until the owner has said it. */
export interface Rates {
  readonly usd: number | null;
  readonly marketing: number | null;
  readonly utility: number | null;
  readonly authentication: number | null;
}

export const RATE_NAMES = ["usd", "marketing", "utility", "authentication"] as const;

/** Prices of Meta and of currencies change every month, and no source of them is installed: the owner's word counts. */
const stored = createStored<string>("recado.rates", (text) => text ?? "{}");

export function useRates(): Rates {
  return readRates(useStored(stored));
}

export function keepRates(rates: Rates): void {
  stored.set(JSON.stringify(rates));
}

function readRates(text: string): Rates {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    said = null;
  }
  const of = (name: string) => {
    const value: unknown = typeof said === "object" && said !== null ? Reflect.get(said, name) : null;
    return typeof value === "number" && value >= 0 ? value : null;
  };
  return { usd: of("usd"), marketing: of("marketing"), utility: of("utility"), authentication: of("authentication") };
}

/**
 * Cost in whole units of the shop's currency. Null when something was used whose price the owner has not
 * said: a sum that leaves it out would mislead.
 */
export function costOf({ templates, modelMicroUsd }: Pick<Money, "templates" | "modelMicroUsd">, rates: Rates) {
  let sum = 0;
  for (const [used, rate] of [
    [modelMicroUsd / 1e6, rates.usd],
    [templates.marketing, rates.marketing],
    [templates.utility, rates.utility],
    [templates.authentication, rates.authentication],
  ] as const) {
    if (used === 0) continue;
    if (rate === null) return null;
    sum += used * rate;
  }
  return sum;
}
