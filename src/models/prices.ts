import { type PriceBook, readPriceBook } from "../core/model/price.ts";

/**
 * The known prices of models, in USD per million tokens, as their vendor published them in November
 * 2026. Prices change: an installation puts its own before these (`overridePrices`), and a new
 * price is a new line with its first day, so that old days stay explained.
 */
export const PRICES: PriceBook = readPriceBook([
  {
    model: "claude-haiku-5-5",
    from: "2026-11-01",
    usdPerMillionTokens: { input: 0.1, output: 0.5 },
    long: { abovePromptTokens: 100_000, usdPerMillionTokens: { input: 0.5, output: 2.5 } },
  },
  { model: "claude-sonnet-5-5", from: "2026-11-01", usdPerMillionTokens: { input: 2, output: 10 } },
  { model: "claude-opus-5-5", from: "2026-11-01", usdPerMillionTokens: { input: 4, output: 20 } },
  { model: "claude-haiku-4-5", from: "2026-11-01", usdPerMillionTokens: { input: 1, output: 5 } },
]);
