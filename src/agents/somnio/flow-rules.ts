import type { IntentRule } from "../../nlu/intent-rule.ts";
import { ASKS_TO_BUY, ASKS_TO_CONFIRM, SHOWS_PACKS } from "./notices.ts";

/** A number in a question is asked about, not chosen: "¿cuánto valen 2?" (requirement A11). */
const IS_A_QUESTION: readonly RegExp[] = [
  /\?/,
  /\bcuant[oa]s?\b/,
  /\b(?:precio|valor|vale|valen|cuesta|cuestan|salen?)\b/,
  /\bque (?:trae|incluye)\b/,
];

/**
 * Three rules for each pack: named, asked for with a verb, and the bare number once the packs were shown. They weigh
 * more than the wish to buy, which they say more precisely.
 */
function packRules(pack: "1x" | "2x" | "3x", number: string): IntentRule[] {
  const intent = `resumen_${pack}`;
  const things = "(?:frascos?|unidades?|tarros?|cajas?|paquetes?|somnios?)";
  return [
    {
      name: `pack-${pack}-named`,
      intent,
      weight: 94,
      patterns: [
        new RegExp(
          `\\b(?:el|la|los|las)(?: (?:paquete|combo|promo|promocion|oferta|kit))? de (?:a )?(?:${number})\\b(?! mes| dia| ano| cuota)`,
        ),
        new RegExp(`\\b(?:paquete|combo|promo|promocion|oferta|kit) (?:de|x|por) (?:${number})\\b`),
      ],
      unless: IS_A_QUESTION,
    },
    {
      name: `pack-${pack}-asked-for`,
      intent,
      weight: 94,
      patterns: [
        new RegExp(
          `\\b(?:deme|dame|mandeme|enviame|envieme|regaleme|llevo|llevar|quiero|quisiera|prefiero|necesito|separeme|aparteme|pido|mejor|serian?|pedir|comprar|encargar)(?: (?:los|las|el|la|de|otros?|esos))? (?:${number})(?= ${things}| ,|$| por favor| porfa)`,
        ),
      ],
      // "quiero uno" says that they buy, not which pack.
      unless:
        pack === "1x"
          ? [
              ...IS_A_QUESTION,
              /\b(?:quiero|quisiera|necesito|pedir|comprar|llevar|deme|regaleme|mandeme|envieme|pido) un(?:o|a)?\b/,
            ]
          : IS_A_QUESTION,
    },
    {
      name: `pack-${pack}-bare-number`,
      intent,
      weight: 88,
      patterns: [
        new RegExp(
          `^(?:(?:con|el|la|los|las|si|ok|listo|solo|pues) )?(?:, )?(?:${number})(?: ${things})?(?: (?:por favor|porfa|gracias))?$`,
        ),
      ],
      unless: IS_A_QUESTION,
      after: SHOWS_PACKS,
    },
  ];
}

/** What buys, puts off, refuses, complains or asks for a person (requirement A8). */
export const FLOW_RULES: readonly IntentRule[] = [
  {
    name: "wants-to-buy",
    intent: "captura_datos_si_compra",
    weight: 92,
    patterns: [
      /(?<!\bno )(?<!\bno lo )\b(?:quiero|quisiera|deseo|me gustaria|voy a|vamos a|necesito|puedo) (?:\w+ )?(?:comprar(?:l[oa]s?|les?)?|pedir(?:l[oa]s?)?|adquirir(?:l[oa]s?)?|ordenar(?:l[oa]s?)?|encargar(?:l[oa]s?)?|llevar(?:l[oa]s?|me)?)\b/,
      /(?<!\bno )\b(?:quiero|quisiera|necesito|deme|regaleme|mandeme|envieme) un(?:o|a|( frasco| tarro| pedido))\b/,
      /(?<!\bno )\b(?:quiero|quisiera|necesito|deme|regaleme|mandeme|envieme) otr[oa](?= frasco| tarro| pedido| igual| por favor| porfa| ,|$)/,
      /(?<!\bno )\b(?:lo|la|los|las) quiero\b(?! (?:pensar|consultar|devolver|cancelar))/,
      /(?<!\bno )\bme l[oa]s? llevo\b/,
      /(?<!\bno )\bl[oa]s? compro\b/,
      /^(?:si (?:, )?)?quiero(?: ,|$)/,
      /(?<!\bno )\b(?:hacer|hago|realizar|montar|tomar|tomeme) (?:un|el|mi|de una) pedido\b/,
      /\bcomo (?:\w+ ){0,3}(?:compro|comprar(?:l[oa])?|pido|pedir(?:l[oa])?|adquier[oe]|adquirir(?:l[oa])?|encargo)\b/,
      /(?<!\bno )\bme interesa (?:comprar|adquirir|llevar|pedir)/,
      /\b(?:mandemel[oa]|envieme?l[oa]|envienmel[oa]|mandenmel[oa]|separemel[oa]|aparteme)\b/,
    ],
    unless: [/\bdonde\b/, /\bya no (?:lo |la )?quiero\b/, /\bno (?:lo |la )?(?:quiero|voy a|deseo) compr/],
  },
  {
    name: "yes-to-our-offer",
    intent: "captura_datos_si_compra",
    weight: 90,
    patterns: [
      /^(?:(?:ah|oh|uy|bueno|ok|pues|ay) )?(?:, )?(?:si|sip|claro|dale|listo|hagale|hagamosle|de una|obvio|por favor|porfa)\b/,
    ],
    unless: [/\?/, /\bno\b/, /\b(?:pero|despues|luego)\b/],
    after: ASKS_TO_BUY,
  },
  {
    name: "ok-to-our-offer",
    intent: "captura_datos_si_compra",
    weight: 70,
    patterns: [
      /^(?:ok|oki|okis|okay|vale|bueno|bien|perfecto|ya|esta bien|genial|excelente|super|correcto)(?: (?:ok|vale|bueno|bien|perfecto|pues|senorita|senor))?$/,
      /^$/,
    ],
    after: ASKS_TO_BUY,
  },
  ...packRules("1x", "1|un|uno|una"),
  {
    name: "pack-1x-after-the-offer",
    intent: "resumen_1x",
    weight: 93,
    patterns: [
      /\b(?:solo|solamente|mejor|prefiero|deme|quiero|llevo|con|seria|mandeme|envieme) (?:nada mas )?un(?:o|a)(?! (?:cita|pregunta|duda|persona|asesor))\b/,
      /\bun(?:o|a)(?: frasco)? (?:solo|sola|solito|no mas|nomas|nada mas)\b/,
    ],
    unless: IS_A_QUESTION,
    after: SHOWS_PACKS,
  },
  ...packRules("2x", "2|dos"),
  ...packRules("3x", "3|tres"),
  {
    name: "confirms",
    intent: "compra_confirmada",
    weight: 92,
    patterns: [/\b(?:confirmo|confirmad[oa]|confirmamos)\b/],
    unless: [
      /\?/,
      /\bno\b/,
      /\b(?:despues|luego|manana) (?:le |te |les )?confirmo\b/,
      /\b(?:le|te|les) confirmo (?:luego|despues|manana|mas)\b/,
    ],
  },
  {
    name: "not-yet",
    intent: "no_confirmado",
    weight: 88,
    patterns: [
      /\b(?:todavia|aun) no\b/,
      /\b(?:ahora|ahorita|por ahora|por el momento|hoy) no\b/,
      /\bno (?:, )?(?:por )?(?:ahora|ahorita|el momento)\b/,
      /\bno tengo (?:la |el )?(?:plata|dinero)\b/,
      /\b(?:lo|la) (?:voy a |quiero )?(?:pienso|pensar|consultar|consulto)\b/,
      /\b(?:voy a|dejeme|deje) (?:pensarlo|consultarlo|lo pienso|pensar)\b/,
      /\b(?:yo )?(?:le|les|te) (?:aviso|escribo|confirmo)(?= |$)/,
      /\b(?:mas tarde|mas adelante|luego|despues) (?:le|les|te|lo|hago|hablamos|miro|miramos)\b/,
      /\b(?:en la|cuando (?:llegue|sea) (?:la )?|hasta la) ?quincena\b/,
      /\bcuando (?:tenga|me paguen|reciba) (?:la |el |mi )?(?:plata|dinero|sueldo|paguen)?/,
    ],
    unless: [/\bcuando (?:tenga|reciba) (?:el|mi) pedido\b/, /\b(?:no|nunca) (?:me )?(?:ha |han )?lleg/],
  },
  {
    name: "no-to-our-summary",
    intent: "no_confirmado",
    weight: 88,
    patterns: [/^(?:no|nop|nones|para nada)(?: ,)?(?: no)?$/],
    after: ASKS_TO_CONFIRM,
  },
  {
    name: "not-interested",
    intent: "no_interesa",
    weight: 92,
    patterns: [
      /\bno (?:me |nos |le )?interesa\b/,
      /\bno (?:estoy|estamos) interesad/,
      /\bno (?:lo |la |los |las )?(?:quiero|deseo|necesito)(?: (?:nada|comprar(?:lo)?|mas|eso|gracias))?(?: ,| gracias|$)/,
      /^(?:no|nop|nones)(?: ,)?(?: muchas| mil)? gracias\b/,
      /\b(?:no (?:me )?escriban?|dejen? de escribir(?:me)?|no (?:me )?manden?) ?(?:mas)?\b/,
    ],
    unless: [/\?/],
  },
  {
    name: "no-to-our-offer",
    intent: "no_interesa",
    weight: 75,
    patterns: [/^(?:no|nop|nones|para nada)(?: ,)?(?: no)?$/],
    after: ASKS_TO_BUY,
  },
  {
    name: "wants-a-person",
    intent: "asesor",
    weight: 95,
    patterns: [
      /\b(?:asesor|asesora|asesores|vendedor|vendedora|operador|operadora)\b/,
      /\b(?:hablar|comunicarme|chatear|contactarme|que me atienda) (?:con )?(?:una? )?(?:persona|alguien|humano|agente|ustedes|el encargado|la encargada)\b/,
      /\b(?:persona|humano) (?:real|de verdad)\b/,
      /\b(?:un|eres|es usted) (?:humano|robot|bot|maquina)\b/,
      /\b(?:llamenme|llameme|llamarme|me (?:puede|pueden|podrian) llamar|me llaman?|numero para llamar|llamar(?:los|les)?)\b/,
    ],
    unless: [/\bme llamo\b/],
  },
  {
    name: "says-they-paid",
    intent: "asesor",
    weight: 88,
    patterns: [
      /\bya (?:les? |lo )?(?:pague|consigne|transferi|hice (?:el pago|la transferencia|la consignacion))\b/,
      /\b(?:comprobante|soporte de pago)\b/,
    ],
  },
  {
    name: "complains",
    intent: "queja",
    weight: 95,
    patterns: [
      /\b(?:queja|quejas|quejarme|reclamo|reclamos|reclamar|denuncia|denunciar|demanda|demandar)\b/,
      /\b(?:llego|vino|venia|salio|esta|estaba|trajeron|recibi) (?:\w+ ){0,3}(?:danad[oa]s?|rot[oa]s?|partid[oa]s?|incomplet[oa]s?|abiert[oa]s?|vencid[oa]s?|malas?|malos?|equivocad[oa]s?|vaci[oa]s?)\b/,
      /\b(?:pesim[oa]|terrible|horrible)\b/,
      /\bmal(?:a|o)? (?:servicio|atencion|producto)\b/,
      /\b(?:no|nunca) (?:me |nos )?(?:ha |han )?(?:llego|llegado|llegaron)\b/,
      /\bno (?:me |le |nos )?(?:sirvio|funciono|sirve|sirven|hizo nada)\b/,
      /\b(?:estafadores|estafaron|ladrones|rateros|me (?:robaron|tumbaron|enganaron))\b/,
      /\b(?:devolucion|devolver(?:lo|me)?|devuelvan(?:me)?|reembolso|reembolsen)\b/,
      /\bdonde (?:esta|va) mi (?:pedido|paquete|envio|compra)\b/,
    ],
    unless: [/\bsi no (?:me |le |nos )?(?:sirv|funcion)/],
  },
  {
    name: "cancels",
    intent: "cancelar",
    weight: 94,
    patterns: [
      /\bcancel(?:ar(?:lo|me)?|e|en|a|o|eme)(?: (?:ya|todo|todos|eso|el|mi|la|este|ese|lo|por favor|porfa|pedido|orden|compra)\b|$| ,)/,
      /\b(?:anular|anule|anulen|anulo) (?:\w+ )?(?:pedido|orden|compra|todo)\b/,
      /\bya no quiero (?:el|mi|ese|ningun) (?:pedido|producto|compra|envio)\b/,
    ],
    // "¿cómo cancelo?", "cancelo al recibir": to pay, in Colombia.
    unless: [
      /\bcomo (?:\w+ ){0,2}cancel/,
      /\bcancel\w{0,3} (?:\w+ ){0,2}(?:al|contra|en efectivo|por|con|cuando|a la)\b/,
    ],
  },
];
