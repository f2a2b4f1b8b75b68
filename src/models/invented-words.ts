import { foldLetters } from "../core/plain-text.ts";

/**
 * What speech models write when nothing is said: the credits of the subtitles that they learned
 * from. A customer never says only one of these.
 */
const CREDITS = [
  /^subtitul(?:os|ado|ados) (?:realizados? |creados? |hechos? )?por (?:la comunidad de )?amara(?: ?org)?$/,
  /^(?:subtitulos|traduccion|transcripcion) (?:por|de) [a-z0-9 ]{1,40}$/,
  /^amara ?org$/,
  /^(?:muchas )?gracias por ver (?:el|este) video(?: y.*)?$/,
  /^(?:no olvides )?suscrib(?:ete|irte|anse)(?: a(?:l| mi| nuestro)? canal)?(?: y.*)?$/,
  /^nos vemos en el (?:proximo|siguiente) video$/,
  /^(?:musica|silencio|ruido|inaudible|sin audio|aplausos)$/,
];

/** True when a transcript holds no words of the speaker's. */
export function isInvented(text: string): boolean {
  const plain = foldLetters(text)
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
  return CREDITS.some((credit) => credit.test(plain));
}
