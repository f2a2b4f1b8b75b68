import { hasAny, phrases } from "./phrases.ts";

const LIMITS = phrases(`
  solo tengo, solo puedo, solamente tengo, tengo solo, no puedo, no tengo, sin gastar, maximo, como maximo, a lo sumo, antes del, antes de
  con un presupuesto, menos de, no mas de, hasta las, i only have, at most
`);

/** The parts of a message that set a limit: `solo tengo 2 horas por semana`. */
export function readConstraints(text: string): string[] {
  return text
    .split(/[,;.\n]+| pero /u)
    .map((part) => part.trim())
    .filter((part) => part.length >= 5 && part.length <= 300 && hasAny(part, LIMITS));
}
