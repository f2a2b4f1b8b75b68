import type { Extraction } from "../extract/extract-fields.ts";
import { type EntityModel, readEntityModel } from "./entity-model.ts";
import { type EntityContext, withEntities } from "./read-entities.ts";

/** Puts right what the rules have read of names and places, by a trained model. It asks no language model. */
export interface EntityReader {
  putRight(text: string, extraction: Extraction, context: EntityContext): Extraction;
  /** Does at the start what would make the first customer wait. */
  prepare?(): void;
}

/** `model`: the parsed JSON of a file that `recado nlu train-entities` wrote; read when the first text comes. */
export function createEntityReader({ model: open }: { readonly model: () => unknown }): EntityReader {
  let model: EntityModel | null = null;
  const opened = (): EntityModel => {
    model ??= readEntityModel(open());
    return model;
  };
  return {
    prepare: () => void opened(),
    putRight: (text, extraction, context) => withEntities(opened(), text, extraction, context),
  };
}
