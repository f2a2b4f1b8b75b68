import * as z from "zod";
import type { ModelUsage } from "../ports/model/model.ts";

/**
 * The price of tokens, in nano-USD each: USD per million tokens, times a thousand. Integers, so
 * that sums are exact.
 */
export interface TokenRates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

export interface ModelPrice {
  /**
   * The model's name in requests. A dated name of the same model (`-20251001`) has the same price.
   */
  readonly model: string;
  /** The first day that it holds for, `2026-11-01`. */
  readonly from: string;
  readonly rates: TokenRates;
  /** Rates of a whole request whose prompt is longer than so many tokens, the cache included. */
  readonly long?: { readonly abovePromptTokens: number; readonly rates: TokenRates };
}

/** Several prices of one model: the newest that has begun counts. */
export type PriceBook = readonly ModelPrice[];

export type Cost =
  /** Millionths of a USD, rounded up: a guard may stop early, never late. */
  | { readonly kind: "priced"; readonly microUsd: number; readonly price: ModelPrice }
  /** Count the tokens; a budget in money cannot be kept with this model. */
  | { readonly kind: "unknown_model"; readonly model: string };

/** `day`: `2026-11-22`. A day before all prices of a model (a virtual clock) gets the oldest. */
export function findPrice(book: PriceBook, model: string, day: string): ModelPrice | null {
  const name = model.replace(/-\d{8}$/, "");
  const prices = book
    .filter((price) => price.model === model || price.model === name)
    .sort((one, other) => one.from.localeCompare(other.from));
  return prices.findLast((price) => price.from <= day) ?? prices[0] ?? null;
}

export function costOf(
  book: PriceBook,
  call: { readonly model: string; readonly usage: ModelUsage; readonly day: string },
): Cost {
  const price = findPrice(book, call.model, call.day);
  if (price === null) return { kind: "unknown_model", model: call.model };
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = call.usage;
  const promptTokens = inputTokens + cacheReadTokens + cacheWriteTokens;
  const isLong = price.long !== undefined && promptTokens > price.long.abovePromptTokens;
  const rates = isLong ? price.long.rates : price.rates;
  const nanoUsd =
    inputTokens * rates.input +
    outputTokens * rates.output +
    cacheReadTokens * rates.cacheRead +
    cacheWriteTokens * rates.cacheWrite;
  return { kind: "priced", microUsd: Math.ceil(nanoUsd / 1_000), price };
}

const usdPerMillion = z
  .number()
  .nonnegative()
  .transform((usd) => Math.round(usd * 1_000));

const ratesInUsd = z.strictObject({
  input: usdPerMillion,
  output: usdPerMillion,
  cacheRead: usdPerMillion.exactOptional(),
  cacheWrite: usdPerMillion.exactOptional(),
});

const priceInUsd = z.strictObject({
  model: z.string().min(1),
  from: z.iso.date(),
  usdPerMillionTokens: ratesInUsd,
  long: z.strictObject({ abovePromptTokens: z.int().positive(), usdPerMillionTokens: ratesInUsd }).exactOptional(),
});

/** A reading of the cache costs about a tenth of a token of the prompt, a writing a quarter more than one. */
function fullRates(rates: z.output<typeof ratesInUsd>): TokenRates {
  return {
    input: rates.input,
    output: rates.output,
    cacheRead: rates.cacheRead ?? Math.ceil(rates.input / 10),
    cacheWrite: rates.cacheWrite ?? Math.ceil((rates.input * 5) / 4),
  };
}

/**
 * Prices as people write them: `[{ model, from: "2026-11-01", usdPerMillionTokens: { input, output, cacheRead?, cacheWrite? } }]`.
 * Throws a ZodError that names the field.
 */
export function readPriceBook(json: unknown): PriceBook {
  return z
    .array(priceInUsd)
    .parse(json)
    .map(({ model, from, usdPerMillionTokens, long }) => ({
      model,
      from,
      rates: fullRates(usdPerMillionTokens),
      ...(long && { long: { abovePromptTokens: long.abovePromptTokens, rates: fullRates(long.usdPerMillionTokens) } }),
    }));
}

/** Prices of our own come before the ones that ship: of the models that they name, only they count. */
export function overridePrices(book: PriceBook, own: PriceBook): PriceBook {
  const named = new Set(own.map(({ model }) => model));
  return [...book.filter(({ model }) => !named.has(model)), ...own];
}
