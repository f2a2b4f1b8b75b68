import { fileURLToPath } from "node:url";
import { readLabelledFile } from "../../../src/app/read-labelled-file.ts";
import { seededRandom, shuffle } from "../../../src/core/seeded-random.ts";
import type { LabelledText } from "../../../src/nlu/linear/linear-classifier.ts";

/** The texts of other people in test/fixtures/nlu; SOURCES.tsv there says whose they are and under which licence. */
export function corpus(name: string): LabelledText[] {
  const path = fileURLToPath(new URL(`../../fixtures/nlu/${name}.tsv`, import.meta.url));
  return readLabelledFile(path).map(({ label, text }) => ({ label, text }));
}

export function labelsOf(rows: readonly LabelledText[]): string[] {
  return [...new Set(rows.map(({ label }) => label))].sort();
}

/** At most `count` texts of each label, drawn by `seed`. */
export function fewShots(rows: readonly LabelledText[], count: number, seed: number): LabelledText[] {
  const random = seededRandom(seed);
  return labelsOf(rows).flatMap((label) => {
    const own = rows.filter((row) => row.label === label);
    shuffle(own, random);
    return own.slice(0, count);
  });
}
