import type { LocalePack } from "./locale-pack.ts";
import { PORTUGUESE_ACKNOWLEDGEMENTS } from "./portuguese/acknowledgements.ts";
import { PORTUGUESE_CONSENT } from "./portuguese/consent.ts";
import { PORTUGUESE_TEXTS } from "./portuguese/texts.ts";

/**
 * Brazil. The states' lists against telephone sales name no hours for a shop's messages that we know
 * of, so its opening hours alone narrow them.
 */
export const PT_BR: LocalePack = {
  locale: "pt-BR",
  language: "portuguese",
  timeZone: "America/Sao_Paulo",
  phoneCountry: "BR",
  currency: {
    code: "BRL",
    sign: "R$ ",
    thousands: ".",
    decimal: ",",
    decimals: 2,
    names: ["brl", "reais", "real", "conto", "contos", "pila"],
    multiples: { mil: 1_000, k: 1_000, milhao: 1_000_000, milhoes: 1_000_000 },
  },
  contactLaw: null,
  transcription: "pt",
  calendar: {
    weekdays: [...["domingo", "segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado"]],
    months: [
      ...["janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro"],
      ...["novembro", "dezembro"],
    ],
    date: "{weekday}, {day} de {month}",
    year: " de {year}",
    halves: null,
  },
  prompts: { country: "Brasil", language: "portugués de Brasil", manner: "de «você»" },
  acknowledgements: PORTUGUESE_ACKNOWLEDGEMENTS,
  consent: PORTUGUESE_CONSENT,
  texts: PORTUGUESE_TEXTS,
};
