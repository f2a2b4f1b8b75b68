import { MANY_WORDS, remembering } from "../../core/remembering.ts";
import { piecesOf, stemFeature } from "./features.ts";
import { stemWord } from "./spanish-stem.ts";

/** What a model knows of one word: customers write mostly the same words, so it is looked up once for many messages. */
export interface WordFeatures {
  readonly stem: string;
  /** -1: no training text has it. */
  readonly stemId: number;
  /** The pieces that the model knows, in their order, each as often as it stands there. */
  readonly pieceIds: Uint32Array;
}

export function wordReader(ids: ReadonlyMap<string, number>): (word: string) => WordFeatures {
  return remembering((word) => {
    const stem = stemWord(word);
    const known = piecesOf(word).flatMap((piece) => ids.get(piece) ?? []);
    return { stem, stemId: ids.get(stemFeature(stem)) ?? -1, pieceIds: Uint32Array.from(known) };
  }, MANY_WORDS);
}
