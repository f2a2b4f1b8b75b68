import { createStored } from "../stored.ts";
import type { Texts } from "./texts.ts";

export type Language = "es" | "en";

/** A language and its texts, which come and go together: no screen is ever half translated. */
export interface ShownLanguage {
  readonly language: Language;
  readonly texts: Texts;
}

/** Each language is a file of its own; a visitor downloads the one that is shown. */
const FILES: Readonly<Record<Language, () => Promise<Texts>>> = {
  es: async () => (await import("./spanish.ts")).spanish,
  en: async () => (await import("./english.ts")).english,
};

const chosen = createStored<Language>("recado.language", (text) =>
  text === "es" || text === "en" ? text : preferredLanguage(),
);

/** English when the browser asks for English first, else Spanish. */
function preferredLanguage(): Language {
  return navigator.language.toLowerCase().startsWith("en") ? "en" : "es";
}

let wanted: Language = chosen.get();
let shown: ShownLanguage | null = null;
const listeners = new Set<() => void>();

/** Returns null before the first texts have arrived. */
export function shownLanguage(): ShownLanguage | null {
  return shown;
}

export function onLanguageShown(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the language of this browser. Rejects when its texts cannot be loaded. */
export async function loadLanguage(): Promise<void> {
  await show(chosen.get());
}

/**
 * Shows another language and remembers it. The former one stays until the new texts are here.
 * Rejects and changes nothing when they cannot be loaded.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  if (await show(language)) chosen.set(language);
}

/** Returns false when the person chose again while these texts were loading. */
async function show(language: Language): Promise<boolean> {
  wanted = language;
  const texts = await FILES[language]();
  if (wanted !== language) return false;
  shown = { language, texts };
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
  return true;
}
