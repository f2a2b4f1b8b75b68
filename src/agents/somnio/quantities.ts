import { readFileSync } from "node:fs";
import { createQuantityReader } from "../../nlu/quantities/quantity-model.ts";

/** Tells how many are wanted from other numbers. `recado nlu train-quantities` writes its model from `intents/quantities.jsonl`. */
export const somnioQuantities = createQuantityReader({
  model: () => JSON.parse(readFileSync(new URL("./intents/quantities.json", import.meta.url), "utf8")),
});
