import type { DateWords } from "../locale-pack.ts";

export const SPANISH_DATES: DateWords = {
  months: [
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
  ],
  weekdays: ["domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"],
  /** "viernes 27 de noviembre, 8:00 a. m." */
  say({ weekday, day, month, year, hour, minute }) {
    const date = `${weekday} ${day} de ${month}${year === null ? "" : ` de ${year}`}`;
    return `${date}, ${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "a." : "p."} m.`;
  },
};
