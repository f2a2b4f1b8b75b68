import { createStored, useStored } from "../ui/stored.ts";

export type Language = "es" | "en";

/** Spanish, unless this browser asks for English first. */
function preferred(): Language {
  return navigator.language.toLowerCase().startsWith("en") ? "en" : "es";
}

const chosen = createStored<Language>("recado.language", (text) =>
  text === "es" || text === "en" ? text : preferred(),
);

export function useLanguage(): Language {
  return useStored(chosen);
}

export function chooseLanguage(language: Language): void {
  chosen.set(language);
  document.documentElement.lang = language;
}

export function applyLanguage(): void {
  document.documentElement.lang = chosen.get();
}

/** The formats follow the country where the shops are. */
export function localeOf(language: Language): string {
  return language === "es" ? "es-CO" : "en-US";
}
