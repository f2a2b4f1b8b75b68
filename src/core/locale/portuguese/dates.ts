import type { DateWords } from "../locale-pack.ts";

export const PORTUGUESE_DATES: DateWords = {
  months: [
    "janeiro",
    "fevereiro",
    "março",
    "abril",
    "maio",
    "junho",
    "julho",
    "agosto",
    "setembro",
    "outubro",
    "novembro",
    "dezembro",
  ],
  weekdays: ["domingo", "segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado"],
  /** "sexta-feira, 27 de novembro, às 8h00" */
  say({ weekday, day, month, year, hour, minute }) {
    const date = `${weekday}, ${day} de ${month}${year === null ? "" : ` de ${year}`}`;
    return `${date}, às ${hour}h${String(minute).padStart(2, "0")}`;
  },
};
