import { ES_CO } from "./es-co.ts";
import type { LocalePack } from "./locale-pack.ts";
import { MEXICAN_ACKNOWLEDGEMENTS } from "./spanish/mexican-acknowledgements.ts";
import { MEXICAN_TEXTS } from "./spanish/mexican-texts.ts";

/**
 * Mexico. REPEP lets a person forbid advertising calls; we know of no law that sets hours for a
 * shop's messages, so its opening hours alone narrow them.
 */
export const ES_MX: LocalePack = {
  ...ES_CO,
  locale: "es-MX",
  timeZone: "America/Mexico_City",
  phoneCountry: "MX",
  currency: {
    code: "MXN",
    sign: "$",
    thousands: ",",
    decimal: ".",
    decimals: 2,
    names: ["mxn", "pesos", "peso", "varos", "m n"],
    multiples: { mil: 1_000, k: 1_000, millon: 1_000_000, millones: 1_000_000 },
  },
  contactLaw: null,
  prompts: { country: "México", language: "español de México", manner: "de usted" },
  acknowledgements: MEXICAN_ACKNOWLEDGEMENTS,
  // "Alto" is the word on a Mexican stop sign; elsewhere it says how tall something is.
  consent: { ...ES_CO.consent, outAloneHere: ["alto"] },
  texts: MEXICAN_TEXTS,
};
