/**
 * The customer's own word about what is remembered of them: "¿qué sabes de mí?", "olvida mi
 * dirección", "borra todo lo que sabes de mí". Read by rules, with every agent that remembers.
 */
import { foldLetters } from "../plain-text.ts";

export type MemoryWish =
  | { readonly kind: "list" }
  | { readonly kind: "forget_all" }
  /** `what`: the customer's words for it, folded. */
  | { readonly kind: "forget"; readonly what: string };

const LIST: readonly RegExp[] = [
  /^(?:me puede[s]? decir |dime |digame |quisiera saber |quiero saber )?que (?:cosas |datos |informacion )?(?:mas )?(?:sabes|sabe|saben|recuerdas|recuerda|recuerdan|conoces|conoce|conocen|tienes|tiene|tienen|guardas|guarda|guardan)(?: ustedes| usted)?(?: guardad[oa]s?| anotad[oa]s?)? (?:de|sobre|acerca de) mi$/u,
  /^(?:que|cuales) (?:datos|informacion) (?:mi[oa]s?|personales(?: mios)?) (?:tienes|tiene|tienen|guardas|guarda|guardan)(?: guardad[oa]s?)?$/u,
  /^que (?:datos|informacion) (?:tienes|tiene|tienen) (?:mi[oa]s?|de mi persona)$/u,
  /^que te (?:he|habia) (?:dicho|contado) (?:de|sobre) mi$/u,
  /^o que (?:voce|voces) (?:sabe|sabem|lembra|lembram) (?:de|sobre) mim$/u,
  /^(?:o que|quais dados) (?:voce|voces) (?:tem|guarda|guardam) (?:de|sobre) mim$/u,
  /^what do you (?:know|remember|have) about me$/u,
];

const FORGET =
  "(?:olvida|olvide|olviden|olvidate de|olvidese de|borra|borre|borren|elimina|elimine|eliminen|quita|quite|suprime|suprima)";
const FORGET_ALL: readonly RegExp[] = [
  new RegExp(
    `^${FORGET} (?:todo|toda la informacion)(?: lo)?(?: que (?:sabes?|sabe|saben|recuerdas?|tienes?|tienen|tiene)(?: guardado)?)? (?:de|sobre) mi$`,
    "u",
  ),
  new RegExp(`^${FORGET} (?:todos )?mis datos(?: personales)?$`, "u"),
  new RegExp(`^${FORGET} toda mi informacion(?: personal)?$`, "u"),
  new RegExp(
    `^${FORGET} lo que (?:sabes?|sabe|saben|recuerdas?|tienes?|tienen|tiene)(?: guardado)? (?:de|sobre) mi$`,
    "u",
  ),
  /^(?:esqueca|apague|exclua) (?:tudo (?:o )?que (?:voce )?sabe (?:de|sobre) mim|(?:todos )?(?:os )?meus dados)$/u,
  /^(?:forget|delete) (?:everything (?:you know )?about me|(?:all )?my data)$/u,
];

const FORGET_ONE: readonly RegExp[] = [
  new RegExp(`^${FORGET} (?:que )?(?:mi|mis) (?<what>[a-z0-9][a-z0-9 ñ-]{1,60})$`, "u"),
  // "Olvida dónde vivo": the verb finds the words by which it was told.
  new RegExp(`^${FORGET} (?:donde|como|cuando|en que|a que) (?<what>[a-z0-9][a-z0-9 ñ-]{1,60})$`, "u"),
  new RegExp(`^${FORGET} (?:que|lo de que|lo de) (?<what>[a-z0-9][a-z0-9 ñ-]{1,80})$`, "u"),
  /^(?:esqueca|apague|exclua) (?:o meu|a minha|os meus|as minhas|meu|minha|que) (?<what>[a-z0-9][a-z0-9 -]{1,60})$/u,
  /^(?:forget|delete) (?:my|that) (?<what>[a-z0-9][a-z0-9 -]{1,60})$/u,
];

const AROUND =
  /^(?:hola|oye|oiga|por favor|porfa|y|pues|bueno|ok|quiero que|necesito que|ya no recuerdes|me) |(?: por favor| porfa| gracias)$/u;
const LONGEST = 200;

/** null when the message is about something else. */
export function readMemoryWish(message: string): MemoryWish | null {
  if (message.length > LONGEST) return null;
  const said = politely(
    foldLetters(message)
      .replace(/[^a-z0-9]+/gu, " ")
      .trim(),
  );
  if (LIST.some((pattern) => pattern.test(said))) return { kind: "list" };
  if (FORGET_ALL.some((pattern) => pattern.test(said))) return { kind: "forget_all" };
  for (const pattern of FORGET_ONE) {
    const what = pattern.exec(said)?.groups?.["what"];
    if (what !== undefined) return { kind: "forget", what };
  }
  return null;
}

function politely(said: string): string {
  let words = said;
  for (let pass = 0; pass < 4; pass += 1) {
    const bare = words.replace(AROUND, "");
    if (bare === words) return words;
    words = bare;
  }
  return words;
}
