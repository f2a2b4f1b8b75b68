import { RecadoError } from "../core/errors.ts";
import type { HeadText } from "../nlu/linear/train-heads.ts";
import { type LocatedText, readLines } from "./read-labelled-file.ts";

const EXPECTED = "a line is a head, a tab, yes or no, a tab, and a text or intents such as @precio @envio";

/**
 * What heads learn from, one a line: `head<TAB>yes|no<TAB>text`, perhaps with a tab and the hand
 * that wrote it. A line of intents (`@precio @envio`) stands for all texts of those in `rows`, one of answers to our questions
 * (`@confirm:yes`) for all of those in `answers`.
 */
export function readHeadFile(
  path: string,
  rows: readonly LocatedText[],
  answers: readonly LocatedText[] = [],
): HeadText[] {
  return readLines(path).flatMap(({ line, place }) => {
    const [head = "", answer, text, origin, ...more] = line.split("\t").map((part) => part.trim());
    if (head === "" || text === undefined || text === "" || more.length > 0) {
      throw new RecadoError("bad_training_data", `${place} cannot be read; ${EXPECTED}`);
    }
    if (answer !== "yes" && answer !== "no") {
      throw new RecadoError("bad_training_data", `${place} says "${answer}" after its head; it must be yes or no`);
    }
    const isSo = answer === "yes";
    if (!text.startsWith("@")) return [{ head, isSo, text, ...(origin === undefined ? {} : { origin }) }];
    return text
      .split(/\s+/)
      .flatMap((name) => labelledTexts(name.slice(1), { rows, answers, place }).map((one) => ({ head, isSo, ...one })));
  });
}

/** The texts of a label that a line names with @: those of an intent, or of an answer to one of our questions. */
export function labelledTexts(
  label: string,
  { rows, answers, place }: { rows: readonly LocatedText[]; answers: readonly LocatedText[]; place: string },
): Pick<HeadText, "text" | "origin" | "isAnswer">[] {
  const has = (one: LocatedText): boolean => one.label === label;
  const isAnswer = !rows.some(has);
  const own = (isAnswer ? answers : rows).filter(has);
  if (own.length === 0) {
    throw new RecadoError(
      "bad_training_data",
      `${place} names "${label}", and no text has that label; texts of intents come with --data (or --intents), answers such as "confirm:yes" with --answers`,
    );
  }
  return own.map(({ text, origin }) => ({
    text,
    ...(origin === undefined ? {} : { origin }),
    ...(isAnswer ? { isAnswer } : {}),
  }));
}
