import { plainText } from "../plain-text.ts";
import type { MessageContent } from "./content.ts";

/** A message that looks unfinished waits this many times as long as a usual one. */
export const LONGEST_WAIT = 2;

/**
 * How long a run waits for the rest of what a customer is writing. People send "hola", "una
 * pregunta" and "cuánto vale" as three messages, and one answer to all of them is better than
 * three. A button, a whole question and a bare answer wait for nothing: they are finished.
 */
export function burstWaitMs(content: MessageContent, usualMs: number): number {
  if (content.type === "button") return 0;
  if (content.type !== "text") return usualMs;
  const said = plainText(content.body.trim());
  if (ANSWERS.test(said) || isWhole(content.body.trim(), said)) return 0;
  return looksUnfinished(content.body.trim(), said) ? LONGEST_WAIT * usualMs : usualMs;
}

const ANSWERS =
  /^(?:si|no|sip|nop|ok|okey|vale|dale|listo|claro|gracias|muchas gracias|correcto|confirmo|de una|asesor|baja|stop|(?:el )?(?:de )?\d{1,3}|un[oa]?|dos|tres)$/;
const FEWEST_WORDS = 3;
const ASKS =
  /^(?:y |pero |hola |buenas |oiga |disculpe )*(?:a |en |de |con |por )?(?:cuant[oa]s?|como|cuando|donde|cual(?:es)?|que|quien(?:es)?|tienen?|hacen?|hay|puedo|puede[ns]?|reciben?|aceptan?|sirven?) /;

function isWhole(written: string, said: string): boolean {
  const words = said.split(" ").length;
  if (/[?]["»)]*$/u.test(written)) return words > 1;
  if (words < FEWEST_WORDS || endsOpen(written, said)) return false;
  return ASKS.test(said) || (/[.!]$/u.test(written) && !/\.\.$/u.test(written));
}

const OPEN_WORD =
  /(?:^| )(?:y|e|o|u|pero|que|de|del|para|pa|con|sin|en|a|al|el|la|los|las|un|una|mi|su|es|por|porque|si|como|quiero|quisiera|necesito|soy|vivo|tengo|queria|saber|preguntar|pregunta|consulta|duda)$/;

function endsOpen(written: string, said: string): boolean {
  return /(?:,|:|;|\.\.|…|-)$/u.test(written) || OPEN_WORD.test(said);
}

const GREETS =
  /^(?:(?:hola+|holi+|buen[oa]s?|muy|dias?|tardes?|noches?|hey|alo|disculpe|que mas|que tal|saludos|amig[oa]|senor(?:a|ita)?|una|pregunta|consulta|mire|vea|oiga|veci(?:na|no)?)(?: |$))+$/;

function looksUnfinished(written: string, said: string): boolean {
  return GREETS.test(said) || endsOpen(written, said) || !/\p{L}|\d/u.test(written);
}
