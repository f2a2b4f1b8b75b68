import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { type Language, onLanguageShown, type ShownLanguage, shownLanguage } from "./language.ts";
import type { FirstTexts, Texts } from "./texts.ts";

/**
 * The whole app stands inside it: a change of language redraws texts and leaves every field as it
 * is.
 */
export const LanguageContext = createContext<ShownLanguage | null>(null);

/** Feeds the provider of `LanguageContext`; null before the first texts have arrived. */
export function useShownLanguage(): ShownLanguage | null {
  const [shown, setShown] = useState(shownLanguage);
  useEffect(() => {
    const update = () => setShown(shownLanguage());
    update();
    return onLanguageShown(update);
  }, []);
  return shown;
}

function useCurrent(): ShownLanguage {
  const current = useContext(LanguageContext);
  if (current === null) throw new Error("a text is shown outside of LanguageContext");
  return current;
}

/** The texts of a screen or of a shared part, in the language that is shown. */
export function useText<Name extends keyof Texts>(name: Name): Texts[Name] {
  const texts: FirstTexts & Partial<Texts> = useCurrent().texts;
  const found = texts[name];
  if (found === undefined) throw new Error(`the texts of ${name} were not loaded before what shows them`);
  return found as Texts[Name];
}

export function useLanguage(): Language {
  return useCurrent().language;
}
