import { colombianHolidays } from "./colombian-holidays.ts";
import type { ContactLaw, LocalePack } from "./locale-pack.ts";
import { SPANISH_ACKNOWLEDGEMENTS } from "./spanish/acknowledgements.ts";
import { SPANISH_CONSENT } from "./spanish/consent.ts";
import { SPANISH_TEXTS } from "./spanish/texts.ts";

/**
 * Ley 2300 of 2023: unrequested offers and collections reach people from Monday to Friday between 7
 * and 19 and on Saturday between 8 and 15; never on a Sunday or a holiday.
 */
const LEY_2300: ContactLaw = {
  hours: {
    sun: null,
    mon: [7 * 60, 19 * 60],
    tue: [7 * 60, 19 * 60],
    wed: [7 * 60, 19 * 60],
    thu: [7 * 60, 19 * 60],
    fri: [7 * 60, 19 * 60],
    sat: [8 * 60, 15 * 60],
  },
  holidays: colombianHolidays,
};

export const ES_CO: LocalePack = {
  locale: "es-CO",
  language: "spanish",
  timeZone: "America/Bogota",
  phoneCountry: "CO",
  currency: {
    code: "COP",
    sign: "$",
    thousands: ".",
    decimal: ",",
    decimals: 0,
    names: ["cop", "pesos", "peso"],
    multiples: { mil: 1_000, k: 1_000, millon: 1_000_000, millones: 1_000_000 },
  },
  contactLaw: LEY_2300,
  transcription: "es",
  calendar: {
    weekdays: ["domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"],
    months: [
      ...["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre"],
      ...["noviembre", "diciembre"],
    ],
    date: "{weekday} {day} de {month}",
    year: " de {year}",
    halves: ["a. m.", "p. m."],
  },
  prompts: { country: "Colombia", language: "español de Colombia", manner: "de usted" },
  acknowledgements: SPANISH_ACKNOWLEDGEMENTS,
  consent: SPANISH_CONSENT,
  texts: SPANISH_TEXTS,
};
