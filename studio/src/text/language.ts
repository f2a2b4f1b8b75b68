import { createStored } from "../stored.ts";
import type { FirstTexts, LaterTexts } from "./texts.ts";

export type Language = "es" | "en";

/** A language and its texts, which come and go together: no screen is ever half translated. */
export interface ShownLanguage {
  readonly language: Language;
  readonly texts: FirstTexts & Partial<LaterTexts>;
}

/** Each language has two files of its own; a visitor downloads those of the one that is shown. */
const FILES: Readonly<Record<Language, () => Promise<FirstTexts>>> = {
  es: async () => (await import("./spanish.ts")).spanish,
  en: async () => (await import("./english.ts")).english,
};
const LATER_FILES: Readonly<Record<Language, () => Promise<LaterTexts>>> = {
  es: async () => (await import("./later-spanish.ts")).laterSpanish,
  en: async () => (await import("./later-english.ts")).laterEnglish,
};

const chosen = createStored<Language>("recado.language", (text) =>
  text === "es" || text === "en" ? text : preferredLanguage(),
);

/** English when the browser asks for English first, else Spanish. */
function preferredLanguage(): Language {
  return navigator.language.toLowerCase().startsWith("en") ? "en" : "es";
}

let wanted: Language = chosen.get();
/** A screen has asked for the later texts: another language comes whole. */
let isLaterWanted = false;
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

/** Loads what all screens but the first one say, in the language that is shown. Rejects when it cannot be loaded. */
export async function loadLaterTexts(): Promise<void> {
  isLaterWanted = true;
  while (shown !== null && !("agents" in shown.texts)) {
    const { language } = shown;
    const later = await LATER_FILES[language]();
    // Another language may have come meanwhile.
    if (shown.language === language) draw({ language, texts: { ...shown.texts, ...later } });
  }
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
  const first = await FILES[language]();
  const later = isLaterWanted ? await LATER_FILES[language]() : {};
  if (wanted !== language) return false;
  draw({ language, texts: { ...first, ...later } });
  return true;
}

function draw(next: ShownLanguage): void {
  shown = next;
  document.documentElement.lang = next.language;
  for (const listener of listeners) listener();
}
