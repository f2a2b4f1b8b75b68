import { foldLetters } from "../plain-text.ts";

/** What people call a time zone beside its city: a country with one hour, and cities whose zone has another city's name. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  colombia: "America/Bogota",
  medellin: "America/Bogota",
  cali: "America/Bogota",
  barranquilla: "America/Bogota",
  peru: "America/Lima",
  panama: "America/Panama",
  venezuela: "America/Caracas",
  ecuador: "America/Guayaquil",
  quito: "America/Guayaquil",
  chile: "America/Santiago",
  argentina: "America/Argentina/Buenos_Aires",
  "buenos aires": "America/Argentina/Buenos_Aires",
  uruguay: "America/Montevideo",
  bolivia: "America/La_Paz",
  "ciudad de mexico": "America/Mexico_City",
  cdmx: "America/Mexico_City",
  "nueva york": "America/New_York",
  miami: "America/New_York",
  orlando: "America/New_York",
  boston: "America/New_York",
  houston: "America/Chicago",
  dallas: "America/Chicago",
  espana: "Europe/Madrid",
  barcelona: "Europe/Madrid",
  valencia: "Europe/Madrid",
  londres: "Europe/London",
  francia: "Europe/Paris",
  alemania: "Europe/Berlin",
  italia: "Europe/Rome",
  roma: "Europe/Rome",
};

const CITIES: ReadonlyMap<string, string> = new Map(
  Intl.supportedValuesOf("timeZone")
    .filter((zone) => zone.includes("/") && !zone.startsWith("Etc/"))
    .map((zone) => [(zone.split("/").at(-1) ?? zone).replaceAll("_", " ").toLowerCase(), zone]),
);

/** The IANA zone that a place or a zone's own name means; null where it means none, or a country has several hours. */
export function readZone(words: string): string | null {
  const plain = foldLetters(words).trim();
  const named = Intl.supportedValuesOf("timeZone").find((zone) => zone.toLowerCase() === plain);
  return named ?? OTHER_NAMES[plain] ?? CITIES.get(plain) ?? null;
}
