import { readFileSync } from "node:fs";
import { createEntityReader } from "../../nlu/entities/entity-reader.ts";

/** Puts right names and places. `recado nlu train-entities` writes its model from `intents/entities.jsonl`. */
export const somnioEntities = createEntityReader({
  model: () => JSON.parse(readFileSync(new URL("./intents/entities.json", import.meta.url), "utf8")),
});
