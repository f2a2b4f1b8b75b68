import type { IntentRule } from "../../nlu/intents/intent-rule.ts";
import { COUNTS_NOTHING_HERE } from "../../nlu/orders/counts-nothing-here.ts";
import { PACKS } from "./catalogue.ts";

/** "Un primo compró 3 y le llegó uno": a purchase of another person is no choice. */
const IS_A_STORY =
  /\b(?:un|una|mi|mis|el|la|su|unos|unas|otr[oa]s?) (?:\w+ )?(?:prim|amig|vecin|ti|herman|cunad|novi|espos|abuel|suegr|sobrin|companer|conocid|client|senor|hij|mam|pap|jef|muchach)[a-z]{0,4}\b(?: \w+){0,4} (?:compro|compraron|pidio|pidieron|encargo|llevo|trajo|ordeno|tomo|tomaba|probo)\b/;

/** A number in a question is asked about, not chosen: "¿cuánto valen 2?" (requirement A11). */
export const IS_A_QUESTION: readonly RegExp[] = [
  /\?/,
  /\b(?:cuant[oa]s?|cual(?:es)?|si (?:llevo|compro|pido))\b/,
  /\b(?:precio|valor|vale|valen|cuesta|cuestan|salen?)\b/,
  /\bque (?:trae|incluye)\b/,
  // "Si me sirve le compro los tres": one day, and not now.
  /\bsi (?:(?:me|le|nos|les|si|de verdad) ){0,2}(?:sirven?|funcionan?|duerm[oe]|gustan?|hacen?|resultan?|caen?|dan?)\b.{0,30}\b(?:compr|llev|pid|encarg)/,
  IS_A_STORY,
  ...COUNTS_NOTHING_HERE,
];

/** "No sé si uno o dos, ¿qué me aconseja?": the customer wants to hear about the packs. */
export const ASKS_HOW_MANY =
  /\bno se (?:si|cual(?:es)?|cuant[oa]s) .{0,40}\b(?:aconsej|recomiend|recomend|conviene|sugier|es mejor|usted que dice)/;

/** "¿Cuál es el que más llevan?": so do customers ask for advice who cannot decide. */
export const WHICH_OTHERS_TAKE =
  /\b(?:cual|que|cuales) (?:es |son )?(?:(?:el|la|los|lo|las) )?(?:que )?(?:mas )?(?:se )?(?:llev|piden|compran|vend)\w{1,4}\b(?: (?:mas|los|las|la gente|los clientes|todos|casi))|\b(?:cual|que) se lleva(?:n)? (?:la gente|los clientes|todos|mas)\b|\bcual (?:es )?(?:(?:el|la) )?(?:paquete )?(?:mas )(?:vendid[oa]|pedid[oa])\b|\b(?:cual|que) (?:es )?(?:(?:el|la|lo) )?que mas (?:se )?(?:lleva|pide|compra|vende|sale|recomienda)n?\b/;

/** What a number counts, in the words of a customer. */
export const THINGS =
  "(?:fras(?:co|quito|quitico)s?|unidad(?:es)?|tarr(?:o|ito)s?|caj(?:a|ita)s?|paquet(?:e|ico)s?|somnios?|pot(?:e|ecito)s?|bot(?:e|ecito)s?)";
/** A verb that asks for the goods. */
export const ASKS_FOR =
  "(?:de(?:me|nme)|dame|mande?me(?:l[oa]s)?|envi[ae]me(?:l[oa]s)?|regal[ae]me|anot[ae]me|apart[ae]me|separ[ae]me|despach[ae]me|me (?:despacha|manda|envia|regala|separa|aparta|anota)n?|dej[ae]me|pong[ae]me|llevo|llevar|llevare|quiero|queremos|quisiera|quisieramos|prefiero|necesito|necesitamos|llevamos|pido|pedire|mejor|ser[ia]{2}n?|pedir|comprar|compro|encargar|encargo|adquirir|escojo|elijo|voy (?:por|con|a llevar)|(?:hagale|hagamosle|dale|listo)(?: (?:pues|vecin[oa]|veci|mij[oa]|parcer?o?))? con|me (?:quedo|voy|decido|inclino|animo) (?:con|por)|cambi[ae](?:r|l[oa]|me|mel[oa])?(?: mejor)? (?:por|a)|sean|son)";

/** Words behind a wish that add nothing: "deme dos pues vecina". */
const ADDRESSED =
  "pues|entonces|gracias|senor\\w{0,4}|parcer?o?|vecin[oa]|veci|mij[oa]|reina|linda|mi (?:amor|reina|vida|corazon|nina)";

/** The price of a pack names the pack: "la de 129.900", "el de 169". */
function priceOf(pack: "1x" | "2x" | "3x"): string {
  const cop = String(PACKS.find(({ id }) => id === pack)?.priceCop ?? 0);
  return `${cop}|${cop.slice(0, -3)}(?: mil)?`;
}

/**
 * Rules for each pack: named, asked for with a verb, and the bare number once the packs were shown.
 * They weigh more than the wish to buy, which they express more precisely. Each clause is read
 * alone, so a question beside a choice is answered too.
 */
export function packRules(pack: "1x" | "2x" | "3x", number: string, ordinal: string, size: string): IntentRule[] {
  const intent = `resumen_${pack}`;
  const said = `(?:${number}|${priceOf(pack)})`;
  const askedFor: IntentRule = {
    name: `pack-${pack}-asked-for`,
    intent,
    weight: 94,
    isOfClause: true,
    patterns: [
      new RegExp(
        `(?<!\\bno )(?<!\\bno (?:me|los) )\\b${ASKS_FOR}(?: (?:los|las|el|la|de|otros?|esos|mejor|solo|solamente|nada mas)){0,2} (?:${number})(?= ${THINGS}| para (?:empezar|probar|comenzar|ensayar|mi)| por favor| porfa| y (?:ya|listo)| no mas| mas| solamente| (?:${ADDRESSED})(?: (?:${ADDRESSED}))?(?= ,|$)|$)`,
      ),
      new RegExp(`^(?:(?:si|ok|listo|dale|bueno|pues|y) )?(?:${number}) ${THINGS}(?: |$)`),
      new RegExp(
        `^(?:(?:si|ok|listo|pues|yo|entonces|ah|bueno|no) ){0,3}con (?:${number}) (?:tengo|me basta|basta|esta bien|es suficiente|me alcanza)\\b`,
      ),
    ],
    // "quiero uno" says that they buy, not which pack.
    unless:
      pack === "1x"
        ? [...IS_A_QUESTION, new RegExp(`\\b(?!mejor)${ASKS_FOR} un(?:o|a)?\\b(?! (?:solo|sola|no mas))`)]
        : [...IS_A_QUESTION, /\bno (?:quiero|necesito|me llevo)\b/],
  };
  return [
    {
      name: `pack-${pack}-named`,
      intent,
      weight: 94,
      isOfClause: true,
      patterns: [
        new RegExp(
          `(?<!\\bno )\\b(?:el|la|los|las)(?: (?:paquete|combo|promo|promocion|oferta|kit|opcion))? (?:de (?:a )?|x ?)${said}\\b(?! mes| dia| ano| cuota| pastilla| tableta| mil\\b)`,
        ),
        new RegExp(
          `(?<!\\bno )\\b(?:paquete|combo|promo|promocion|oferta|kit|opcion) (?:(?:de|x|por|numero) )?${said}\\b`,
        ),
        new RegExp(`(?<!\\bno )\\b(?:el|la) (?:pack(?: de)? )?(?:x ?(?:${number})|(?:${number}) ?x)\\b`),
        new RegExp(`(?<!\\bno )\\b${THINGS} (?:de|por) (?:los |el de )?(?:${priceOf(pack)})\\b`),
      ],
      unless: [...IS_A_QUESTION, /\b(?:entre|no (?:quiero|me llevo|deseo)) /],
    },
    askedFor,
    // Behind our own offer the words can mean nothing else, however unusual they are.
    { ...askedFor, name: `pack-${pack}-asked-for-of-the-offer`, weight: 90, after: ["packs", "buy"] },
    {
      name: `pack-${pack}-bare-number`,
      intent,
      weight: 88,
      isOfClause: "opening",
      patterns: [
        new RegExp(
          `^(?:(?:con|el|la|los|las|si|ok|listo|solo|solamente|pues|bueno|dale|ay|ah|mejor|que sean|serian) ){0,3}(?:${number})(?: ${THINGS})?(?: (?:por favor|porfa|gracias|no mas|solamente|entonces|pues|esta bien|y ya)){0,2}$`,
        ),
        // "El segundo no, el tercero" refuses one and names the other.
        new RegExp(`\\b(?:el|la) (?:${ordinal})(?: opcion| paquete| promo| promocion| combo)?\\b(?! no\\b)`),
        new RegExp(`\\bopcion (?:${ordinal}|${number})\\b`),
        new RegExp(
          `^(?:(?:con|quiero|deme|dame|mejor|pues|si|ok|listo|yo) ){0,3}(?:el|la)(?: (?:paquete|combo|promo|promocion|oferta|kit|opcion))? (?:mas )?(?:${size})(?: (?:por favor|porfa|gracias|pues))?$`,
        ),
        new RegExp(`^(?:x ?(?:${number})|(?:${number}) ?x)$|\\b(?:x ?(?:${number})|(?:${number})x)$`),
        new RegExp(`\\b(?:el|la|los) (?:de (?:a )?)?(?:${priceOf(pack)})\\b`),
      ],
      unless: IS_A_QUESTION,
      after: ["packs"],
    },
  ];
}
