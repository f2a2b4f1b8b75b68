/**
 * The languages and countries that a shop may name (docs/another-country.md). A locale is a pack of
 * data: `pack-of.ts` finds it.
 */
export const LOCALES = ["es-CO", "es-MX", "pt-BR", "en-US"] as const;
export type Locale = (typeof LOCALES)[number];

/** The locale of a workspace, an agent or a catalogue that names none. */
export const DEFAULT_LOCALE: Locale = "es-CO";
