import { RecadoError } from "../core/errors.ts";
import type { LabelledText } from "../nlu/linear/linear-classifier.ts";
import { readLabelledFile } from "./read-labelled-file.ts";

export interface AnswerFiles {
  readonly data: string;
  /** Texts of intents. A line whose text is intents (`@precio @envio`) stands for all of theirs. */
  readonly intents?: string;
}

/** What the model of answers learns from: lines of `question:answer<TAB>text`, perhaps with a tab and the hand that wrote it. */
export function readAnswerFile({ data, intents }: AnswerFiles): LabelledText[] {
  const known = intents === undefined ? [] : readLabelledFile(intents);
  return readLabelledFile(data).flatMap(({ place, ...row }): LabelledText[] => {
    if (!row.text.startsWith("@")) return [row];
    return row.text.split(/\s+/u).flatMap((name) => {
      const own = known.filter(({ label }) => label === name.slice(1));
      if (own.length === 0) {
        throw new RecadoError(
          "bad_training_data",
          `${place} names the intent "${name.slice(1)}", and ${intents === undefined ? "no file of intents was given (--intents)" : `no text of ${intents} has that label`}`,
        );
      }
      return own.map(({ place: _, ...one }) => ({ ...one, label: row.label }));
    });
  });
}
