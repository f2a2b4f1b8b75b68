import { ENGLISH_ACKNOWLEDGEMENTS } from "./english/acknowledgements.ts";
import { ENGLISH_CONSENT } from "./english/consent.ts";
import { ENGLISH_TEXTS } from "./english/texts.ts";
import type { LocalePack } from "./locale-pack.ts";

/**
 * The United States. Federal telephone law (47 CFR 64.1200) keeps sales calls between 8 and 21 of
 * the clock of the person called; whether it binds WhatsApp messages no court has said that we know
 * of, and a shop does not know that clock. Its opening hours alone narrow its messages.
 */
export const EN_US: LocalePack = {
  locale: "en-US",
  language: "english",
  timeZone: "America/New_York",
  phoneCountry: "US",
  currency: {
    code: "USD",
    sign: "$",
    thousands: ",",
    decimal: ".",
    decimals: 2,
    names: ["usd", "dollars", "dollar", "bucks", "buck"],
    multiples: { k: 1_000, thousand: 1_000, grand: 1_000, million: 1_000_000 },
  },
  contactLaw: null,
  transcription: "en",
  calendar: {
    weekdays: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
    months: [
      ...["January", "February", "March", "April", "May", "June", "July", "August", "September", "October"],
      ...["November", "December"],
    ],
    date: "{weekday}, {month} {day}",
    year: ", {year}",
    halves: ["AM", "PM"],
  },
  prompts: {
    country: "Estados Unidos",
    language: "inglés de Estados Unidos",
    manner: "con cortesía",
  },
  acknowledgements: ENGLISH_ACKNOWLEDGEMENTS,
  consent: ENGLISH_CONSENT,
  texts: ENGLISH_TEXTS,
};
