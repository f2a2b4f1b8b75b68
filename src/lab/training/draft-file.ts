import { textKey } from "../../nlu/text/text-key.ts";
import { voicesFor, type WantedLabel } from "./draft-texts.ts";

/** A label with the texts that were proposed for it; none where a person writes them. */
export interface DraftedLabel extends WantedLabel {
  readonly texts: readonly string[];
}

export interface DraftFile {
  readonly shop: string;
  /** Texts wanted for each label. */
  readonly count: number;
  /** Who writes: the third column. */
  readonly hand: string;
  /** The model that proposed the texts; null for a sheet to fill by hand. */
  readonly model: string | null;
  readonly labels: readonly DraftedLabel[];
}

/**
 * A training file for `recado nlu train`: proposed texts, and lines to fill where there are none. A text that is there twice,
 * or is an example of the shop, is left out. A line that is not filled is refused by its number in training.
 */
export function writeDraft({ shop, count, hand, model, labels }: DraftFile): string {
  const taken = new Set(labels.flatMap(({ examples }) => examples.map(textKey)));
  const isNew = (text: string): boolean => {
    const key = textKey(text);
    if (taken.has(key)) return false;
    taken.add(key);
    return true;
  };
  return `${[
    `# Training texts for ${shop}: label, tab, text, tab, the hand that wrote it. Lines that begin with "# " are not read.`,
    model === null
      ? "# Write a text behind each label, as the voice above it would. Delete the lines that you do not fill."
      : `# ${model} proposed these. Read each one: delete what no customer would write, and put wrong labels right.`,
    ...labels.flatMap((label) => ["#", ...linesOf(label, { count, hand, isNew })]),
  ].join("\n")}\n`;
}

function linesOf(
  label: DraftedLabel,
  { count, hand, isNew }: { readonly count: number; readonly hand: string; isNew(text: string): boolean },
): string[] {
  const like = label.examples.length === 0 ? "near the shop's trade, and no intent of it" : label.examples.join(" · ");
  const head = `# ${label.label}: ${like}`;
  const texts = label.texts.filter(isNew);
  if (texts.length > 0) return [head, ...texts.map((text) => [label.label, text, hand].join("\t"))];
  return [head, ...voicesFor(label, count).flatMap((voice) => [`# ${voice}`, [label.label, "", hand].join("\t")])];
}
