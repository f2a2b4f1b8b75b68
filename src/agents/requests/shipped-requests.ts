import { readFileSync } from "node:fs";
import type { RequestReader } from "../../core/ports/model/request-reader.ts";
import { createRequestReader, readRequestModel } from "../../nlu/requests/request-model.ts";

let loaded: RequestReader | null = null;

function reader(): RequestReader {
  const file = new URL("./model.json", import.meta.url);
  loaded ??= createRequestReader(readRequestModel(JSON.parse(readFileSync(file, "utf8"))));
  return loaded;
}

/** Hears who asks for an artifact in Spanish, by the model that `recado nlu train-requests` writes from `training.tsv`. */
export const shippedRequests: RequestReader = {
  readRequest: (text) => reader().readRequest(text),
  prepare: () => void reader(),
};
