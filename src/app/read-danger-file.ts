import { RecadoError } from "../core/errors.ts";
import type { DangerText } from "../nlu/danger/train-danger.ts";
import { labelledTexts } from "./read-head-file.ts";
import { readLabelledFile, readLines } from "./read-labelled-file.ts";

export interface DangerFiles {
  readonly data: string;
  /** Texts of intents, whose labels a line of the data may name (`@precio @envio`). */
  readonly intents?: string;
  /** Answers to the shop's questions, whose labels it may name too (`@confirm:yes`). */
  readonly answers?: string;
}

const KINDS = ["yes", "near", "other"] as const;

/**
 * What the model of danger learns from: lines of `yes|near|other<TAB>text`, perhaps with a tab and the hand that wrote it. A
 * line of labels (`@precio @confirm:yes`) stands for all texts of those.
 */
export function readDangerFile({ data, intents, answers }: DangerFiles): DangerText[] {
  const rows = intents === undefined ? [] : readLabelledFile(intents);
  const answered = answers === undefined ? [] : readLabelledFile(answers);
  return readLines(data).flatMap(({ line, place }) => {
    const [name, text = "", origin, ...more] = line.split("\t").map((part) => part.trim());
    const kind = KINDS.find((one) => one === name);
    if (kind === undefined || text === "" || more.length > 0) {
      throw new RecadoError(
        "bad_training_data",
        `${place} cannot be read; a line is yes, near or other, a tab, and a text or labels such as @precio @confirm:yes`,
      );
    }
    if (!text.startsWith("@")) return [{ kind, text, origin }];
    return text
      .split(/\s+/)
      .flatMap((label) => labelledTexts(label.slice(1), { rows, answers: answered, place }))
      .map((one) => ({ kind, text: one.text, origin: one.origin }));
  });
}
