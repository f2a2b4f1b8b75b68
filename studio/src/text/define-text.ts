import { useLanguage } from "./language.ts";

/** A text, or a text with holes. */
type Text = string | ((...values: never[]) => string);
type Texts = Readonly<Record<string, Text>>;
type SameTexts<Of extends Texts> = {
  readonly [Key in keyof Of]: Of[Key] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : string;
};

export interface TextsOf<Spanish extends Texts> {
  readonly es: SameTexts<Spanish>;
  readonly en: SameTexts<Spanish>;
}

/** The texts of a screen, by key. Both languages are complete: a key that one lacks is a type error. */
export function defineText<Spanish extends Texts>(texts: {
  readonly es: Spanish;
  readonly en: NoInfer<SameTexts<Spanish>>;
}): { readonly es: Spanish; readonly en: SameTexts<Spanish> } {
  return texts;
}

/** Those of the language that is shown now. */
export function useText<Spanish extends Texts>(texts: TextsOf<Spanish>): SameTexts<Spanish> {
  return texts[useLanguage()];
}
