import type { AgentTexts } from "../../core/agent/agent.ts";
import type { StandingQuestion } from "../../core/ports/flow-reader.ts";
import { foldText } from "../../nlu/text/fold-text.ts";
import { isIn } from "../../nlu/text/pattern-gate.ts";
import { PACKS } from "./catalogue.ts";

/** Somnio's words outside its templates. A handoff is never silent: each reason has its words. */
export const HANDOFF_NOTICES: Readonly<
  Record<
    "asesor" | "queja" | "cancelar" | "unknown" | "danger" | "animal" | "minor" | "health" | "picture" | "tooMany",
    string
  >
> = {
  asesor:
    "Con mucho gusto 😊 Ya le aviso a una persona de nuestro equipo para que continúe con usted por este mismo chat.",
  queja:
    "Lamento mucho lo que me cuenta y le ofrezco disculpas. Una persona de nuestro equipo va a revisar su caso y le escribe por este mismo chat.",
  cancelar:
    "Entendido. Una persona de nuestro equipo revisa su solicitud de cancelación y le confirma por este mismo chat.",
  // 123 is the emergency line of all Colombia. Add no other number before a person has checked it.
  danger:
    "Por favor, llame ahora mismo al *123*, la línea de emergencias, o vaya a urgencias: su salud y la de los suyos es lo primero. No tome ni dé más tabletas por ahora. Ya le aviso a una persona de nuestro equipo para que le escriba por este mismo chat.",
  animal:
    "Gracias por preguntar antes. *Somnio* está hecho para personas, así que no se lo puedo recomendar para un animalito; su veterinario es quien mejor le orienta. Ya le aviso a una persona de nuestro equipo para que le acompañe por este mismo chat.",
  minor:
    "Muchas gracias por contármelo 🙏 Como se trata de un menor de edad, el pedido lo revisa primero una persona de nuestro equipo. Ya le aviso para que le escriba por este mismo chat.",
  health:
    "Muchas gracias por contármelo 🙏 Para que lo tome con tranquilidad, el pedido lo revisa primero una persona de nuestro equipo. Ya le aviso para que le escriba por este mismo chat.",
  tooMany:
    "¡Qué bueno que quiera llevar más! 😊 Para esa cantidad, el precio se lo confirma una persona de nuestro equipo por este mismo chat; ya le aviso.",
  picture:
    "¡Muchas gracias por enviarlo! 😊 Ya le aviso a una persona de nuestro equipo para que lo revise con cuidado y le responda por este mismo chat.",
  unknown:
    "Quiero darle una respuesta correcta, así que le voy a pedir a una persona de nuestro equipo que le ayude. En un momento le escribe por este mismo chat 😊",
};

/** Asked once. After a second unclear answer a person continues. */
export const CLARIFICATION =
  "Disculpe, quiero entenderle bien. ¿Le gustaría saber el precio, cómo se toma, el envío, las formas de pago, o prefiere hacer su pedido?";

export const GOODBYE =
  "Entiendo, muchas gracias por su tiempo. Si más adelante quiere mejorar su descanso, aquí estaremos con mucho gusto. ¡Que esté muy bien!";

export const NO_HURRY =
  "Tómese su tiempo, sin ningún afán. Cuando lo decida, me escribe por aquí y con mucho gusto le ayudo 😊";

export const SOMNIO_TEXTS: AgentTexts = {
  fallback:
    "Disculpe la demora. Una persona de nuestro equipo va a revisar su mensaje y le responde por este mismo chat.",
  sticker: "¡Qué buen sticker! 😄 Por ahora solo puedo leer mensajes de texto. ¿En qué le puedo ayudar?",
  richInput:
    "Gracias por su mensaje. Por ahora no puedo escuchar audios ni ver fotos o archivos; ¿me lo escribe, por favor?",
  unsupported: "Disculpe, por este medio no puedo ver ese tipo de mensaje. ¿Me lo puede contar por escrito, por favor?",
};

const SHOWS_PACKS = new RegExp(
  `\\b(?:${PACKS.slice(1)
    .map((pack) => pack.priceCop)
    .join("|")})\\b`,
);

/**
 * A person of the shop may ask the same by hand. The words tell it: only this question shows the
 * prices of two and of three together.
 */
const IN_WORDS: readonly (readonly [StandingQuestion, RegExp])[] = [
  [
    "buy",
    /\b(?:le gustaria|desea|quiere|quisiera|le provoca)(?: usted)? (?:hacer (?:su|el|un) pedido|comprar|adquirir|pedir|llevar|ordenar)|\bcual le gustaria llevar\b|\ble (?:separo|aparto|tomo) (?:su|el|un)\b/,
  ],
  ["packs", SHOWS_PACKS],
  ["confirm", /\bme (?:lo )?confirma\b|\ble confirmo entonces\b/],
];

export function questionsIn(text: string): StandingQuestion[] {
  const folded = foldText(text);
  return IN_WORDS.flatMap(([question, words]) => (isIn(words, folded) ? [question] : []));
}
