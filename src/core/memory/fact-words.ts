import type { Locale } from "../locale/locale.ts";
import type { LocalePack } from "../locale/locale-pack.ts";
import { packOf } from "../locale/pack-of.ts";
import type { FactKind } from "./fact.ts";

/** The code that a locale pack gives to services. */
type Language = LocalePack["transcription"];

/** What a key is called, and other words by which customers mean it, folded. */
const LABELS: Readonly<Record<string, Readonly<Record<Language, readonly [string, ...string[]]>>>> = {
  display_name: { es: ["nombre", "me llamo"], pt: ["nome"], en: ["name"] },
  nombre: { es: ["nombre"], pt: ["nome"], en: ["name"] },
  apellido: { es: ["apellido"], pt: ["sobrenome"], en: ["surname"] },
  telefono: { es: ["teléfono", "celular", "numero"], pt: ["telefone", "celular"], en: ["phone", "number"] },
  direccion: { es: ["dirección"], pt: ["endereço"], en: ["address"] },
  ciudad: { es: ["ciudad"], pt: ["cidade"], en: ["city"] },
  city: { es: ["ciudad", "vivo"], pt: ["cidade"], en: ["city"] },
  departamento: { es: ["departamento"], pt: ["estado"], en: ["state"] },
  barrio: { es: ["barrio"], pt: ["bairro"], en: ["neighbourhood"] },
  correo: { es: ["correo", "email"], pt: ["e-mail", "email"], en: ["e-mail", "email"] },
  indicaciones_extra: { es: ["indicaciones de entrega", "indicaciones"], pt: ["instruções"], en: ["directions"] },
  cedula_recoge: { es: ["cédula", "documento"], pt: ["documento"], en: ["document"] },
  tone_preference: { es: ["trato", "manera de hablar"], pt: ["tratamento"], en: ["manner"] },
  language_preference: { es: ["idioma"], pt: ["idioma"], en: ["language"] },
  timezone: { es: ["zona horaria"], pt: ["fuso horário"], en: ["time zone"] },
  birthday: { es: ["cumpleaños", "cumplo", "cumplo años"], pt: ["aniversário"], en: ["birthday"] },
  occupation: { es: ["trabajo"], pt: ["trabalho"], en: ["job"] },
  likes: { es: ["gustos", "preferencias"], pt: ["gostos"], en: ["likes"] },
  dislikes: { es: ["lo que no le gusta"], pt: ["o que não gosta"], en: ["dislikes"] },
  goals: { es: ["meta", "objetivo"], pt: ["meta"], en: ["goal"] },
  constraints: { es: ["lo que no come", "restriccion"], pt: ["restrição"], en: ["restriction"] },
  allergy: { es: ["alergia", "alergias"], pt: ["alergia"], en: ["allergy"] },
  condition: { es: ["salud", "enfermedad"], pt: ["saúde"], en: ["health"] },
  id_number: { es: ["cédula", "documento"], pt: ["documento"], en: ["document"] },
  note: { es: ["nota"], pt: ["nota"], en: ["note"] },
  name: { es: ["nombre"], pt: ["nome"], en: ["name"] },
};

interface Words {
  readonly nothing: string;
  readonly list: string;
  readonly howToForget: string;
  readonly forgotAll: string;
  readonly forgot: string;
  /** A mark stays that keeps the shop from selling without a person. */
  readonly markStays: string;
  readonly of: string;
  /** In which way the customer told it: how sure it is, in words (requirement R15). */
  readonly told: Readonly<Record<FactKind, string>>;
  readonly more: string;
  readonly mayI: string;
  readonly yes: string;
  readonly no: string;
  readonly permitted: string;
  readonly refused: string;
  readonly notAtHand: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  es: {
    nothing: "Por ahora no tengo nada guardado sobre usted.",
    list: "Esto es lo que tengo guardado sobre usted:",
    howToForget:
      "Si quiere que olvide algo, dígame por ejemplo: «olvida mi {label}», o «olvida todo lo que sabes de mí».",
    forgotAll: "Listo, olvidé todo lo que tenía guardado sobre usted.",
    forgot: "Listo, olvidé esto:",
    markStays:
      "Solo se queda una marca, sin sus datos: antes de venderle por este chat, una persona del equipo tiene que revisarlo.",
    of: "{label} de su {subject}",
    told: {
      stated: "lo mencionó",
      captured: "lo dio para su pedido",
      requested: "me pidió recordarlo",
      confirmed: "me lo confirmó",
    },
    more: "…y {count} más.",
    mayI: "¿Puedo recordar que me dijo «{quote}»? Solo lo guardo si usted quiere.",
    yes: "Sí, recuérdelo",
    no: "No, gracias",
    permitted: "Listo, lo recordaré. Si cambia de opinión, escríbame «olvida mi {label}».",
    refused: "Entendido, no lo guardo.",
    notAtHand: "Ya no tengo a la mano ese mensaje. Si quiere que lo guarde, escríbame «recuerda que …».",
  },
  pt: {
    nothing: "Por enquanto não tenho nada guardado sobre você.",
    list: "Isto é o que tenho guardado sobre você:",
    howToForget: "Se quiser que eu esqueça algo, diga por exemplo: «esqueça meu {label}», ou «apague meus dados».",
    forgotAll: "Pronto, esqueci tudo o que tinha guardado sobre você.",
    forgot: "Pronto, esqueci isto:",
    markStays:
      "Fica só uma marca, sem os seus dados: antes de vender por este chat, uma pessoa da equipe precisa conferir.",
    of: "{label} de {subject}",
    told: {
      stated: "você mencionou",
      captured: "você deu para o pedido",
      requested: "você pediu para lembrar",
      confirmed: "você confirmou",
    },
    more: "…e mais {count}.",
    mayI: "Posso lembrar que você me disse «{quote}»? Só guardo se você quiser.",
    yes: "Sim, pode lembrar",
    no: "Não, obrigado",
    permitted: "Pronto, vou lembrar. Se mudar de ideia, escreva «esqueça meu {label}».",
    refused: "Entendi, não vou guardar.",
    notAtHand: "Não tenho mais essa mensagem. Se quiser que eu guarde, escreva de novo.",
  },
  en: {
    nothing: "I have nothing saved about you.",
    list: "This is what I have saved about you:",
    howToForget:
      "If you want me to forget something, say for example “forget my {label}”, or “forget everything about me”.",
    forgotAll: "Done, I have forgotten everything that I had saved about you.",
    forgot: "Done, I have forgotten this:",
    markStays:
      "Only a mark stays, without your data: before anything is sold in this chat, a person from our team must look at it.",
    of: "{label} of your {subject}",
    told: {
      stated: "you mentioned it",
      captured: "you gave it for an order",
      requested: "you asked me to remember it",
      confirmed: "you confirmed it",
    },
    more: "…and {count} more.",
    mayI: "May I remember that you told me “{quote}”? I only keep it if you want.",
    yes: "Yes, remember it",
    no: "No, thanks",
    permitted: "Done, I will remember it. If you change your mind, write “forget my {label}”.",
    refused: "All right, I do not keep it.",
    notAtHand: "I no longer have that message. If you want me to keep it, please write it again.",
  },
};

export function wordsOf(locale: Locale): Words {
  return WORDS[packOf(locale).transcription];
}

/** The first is what the customer reads; any of them is what a customer may call it. */
export function labelsOf(key: string, locale: Locale): readonly [string, ...string[]] {
  return LABELS[key]?.[packOf(locale).transcription] ?? [key.replaceAll("_", " ")];
}
