/**
 * The text that the button of Somnio's website writes for the customer (requirement A10).
 *
 * @internal
 */
export const PAGE_GREETING = "Hola, vengo de la página de Somnio";

const TYPED = /^\s*hola[,!.]?\s+vengo\s+de\s+la\s+p[aá]gina\s+de\s+somnio\b[\s.,;:!]{0,5}/iu;

/** `Hola`, or `Hola <what the customer added>`; any other text stays as it is. */
export function stripPageGreeting(text: string): string {
  const match = TYPED.exec(text);
  if (match === null) return text;
  const added = text.slice(match[0].length).trim();
  return added === "" ? "Hola" : `Hola ${added}`;
}
