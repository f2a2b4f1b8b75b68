import { readFileSync } from "node:fs";
import * as z from "zod";
import { RecadoError } from "../core/errors.ts";
import { overridePrices, type PriceBook, readPriceBook } from "../core/model/price.ts";
import { PRICES } from "../models/prices.ts";

/** The prices that ship, and before them those of a file of one's own (`RECADO_MODEL_PRICES`). */
export function loadPrices(path: string | null): PriceBook {
  if (path === null) return PRICES;
  return overridePrices(PRICES, readOwn(path));
}

function readOwn(path: string): PriceBook {
  try {
    return readPriceBook(JSON.parse(readFileSync(path, "utf8")));
  } catch (thrown) {
    throw new RecadoError(
      "bad_environment",
      `RECADO_MODEL_PRICES: ${path} ${whatIsWrong(thrown)}. It holds a list such as [{ "model": "claude-haiku-5-5", "from": "2026-11-01", "usdPerMillionTokens": { "input": 0.1, "output": 0.5 } }]; unset it for the prices that ship.`,
    );
  }
}

function whatIsWrong(thrown: unknown): string {
  if (thrown instanceof SyntaxError) return "is not JSON";
  if (thrown instanceof z.ZodError) {
    const [issue] = thrown.issues;
    return `does not fit at ${issue?.path.join(".") || "the top"}: ${issue?.message}`;
  }
  return "cannot be read";
}
