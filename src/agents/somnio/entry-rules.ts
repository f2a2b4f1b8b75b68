import type { IntentRule } from "../../nlu/intent-rule.ts";

const CHEATS = "(?:rob|estaf|tumb|engan|timb|atrac|embauc)";
const A_CHEAT = "(?:estafas?|tumbes?|robos?|fraudes?|fals[oa]s?|trampas?|enganos?|engano)";

/** It has happened, and with us. */
const COMPLAINS =
  /\b(?:ustedes|usted) (?:ya )?(?:me|nos) \w+(?:aron|ieron)\b|\bno (?:me |nos )?(?:sirvio|funciono|llego|ha llegado)\b|\b(?:llevo|llevamos) (?:\w+ ){0,4}(?:tomando|esperando)\b|\bme siento\b|\b(?:ustedes )?son un[oa]s\b|\b(?:llego|llegaron|vino|venia|venian) (?:\w+ ){0,3}(?:danad|rot|partid|quebrad|abiert|destapad|vaci|incomplet|mojad)[oa]/;

/** "Me da desconfianza pagar antes": how one pays is the answer. */
const PAYS = /\bpag(?:o|ar|are|ue|arlo)\b/;

/** Rules whose intent is an entry of the shop's knowledge (`knowledge.ts`). */
/** "¿Todavía puedo …?", "¿alcanzo a …?" */
const MAY_STILL = "\\b(?:todavia|aun|alcanz\\w{1,4}|a tiempo|se puede|puedo|podria|sera que|si)\\b";

export const ENTRY_RULES: readonly IntentRule[] = [
  {
    name: "does-not-trust",
    intent: "knowledge.seguridad",
    weight: 92,
    patterns: [
      /\b(?:desconfi\w{2,6}|no (?:me )?(?:fio|confio|tengo confianza|inspiran? confianza|dan? confianza)|mala espina|quien me (?:\w+ ){0,2}(?:asegura|garantiza|dice|responde) (?:\w+ ){0,2}que (?:no|si|me|es|son|esto|eso|llega)|como (?:se|sabe uno|sabemos|puedo saber|puedo confiar|confio|hago para saber|estoy segur[oa]) (?:yo |uno )?(?:si|que) (?:no|si|me|es|son|esto|eso|ustedes|de verdad))\b/,
      new RegExp(
        `\\b(?:no|miedo|temor|susto|culillo|vaya[ns]?|van|pueden?|quieren?|hacen) (?:\\w+ ){0,4}(?:me|nos|l[oaes]s?|uno) ?(?:van a |vayan a |vaya a |quieren )?${CHEATS}\\w{1,5}\\b`,
      ),
      new RegExp(`\\b(?:es|sea|sera|son|sean|parece|suena a|huele a) (?:\\w+ ){0,2}${A_CHEAT}\\b`),
      /\b(?:es|son|sera|seran|que tan) (?:\w+ ){0,2}(?:confiables?|de confianza|de fiar|seri[oa]s?|legales y serios)\b/,
      /\b(?:hay|existe|con|tant[oa]s?|much[oa]s?) (?:\w+ )?(?:tant[oa]s?|much[oa]s?) ?(?:\w+ )?(?:estafa\w{0,3}|robos?|fraudes?|ladron\w{0,3}|hampon\w{0,2}|inseguridad|enganos?|bandid\w{1,2}|avivat\w{1,2})\b/,
    ],
    unless: [COMPLAINS, PAYS],
  },
  {
    name: "speaks-of-fraud",
    intent: "knowledge.seguridad",
    weight: 65,
    patterns: [
      new RegExp(
        `\\b(?:${CHEATS}(?:ar(?:me|nos|l[oa])?|aron|ado|ada|en|an|o|e)|estafa\\w{0,5}|fraudes?|ladron\\w{0,3})\\b`,
      ),
    ],
    unless: [COMPLAINS, PAYS],
  },
  {
    name: "another-form",
    intent: "knowledge.presentaciones",
    weight: 92,
    patterns: [
      /\b(?:tienen|tenes|tiene|hay|vienen?|venden?|manejan?|existe|en|l[oa]|la|sale|hacen|viniera)\b(?: \w+){0,4} (?:got(?:as|icas|itas)|gomitas?|gomas|jarab\w{1,4}|liquid[oa]s?|polvo|masticables?|sobres|sobrecit[oa]s?|parches?|spray)\b/,
      /\b(?:tienen|hay|vienen?|venden?|manejan?|un|uno|una|frasco|tarr\w{1,4})\b(?: \w+){0,2} mas (?:pequen\w{1,4}|chiqu\w{1,6}|peque)\b/,
    ],
    unless: [
      /\b(?:tom[oae]|mandaron|recetaron|formularon|tumbaron|enganaron|probe|probado) (?:\w+ ){0,3}(?:got|gom|jarab)/,
    ],
  },
  {
    name: "what-is-in-it-exactly",
    intent: "knowledge.composicion",
    weight: 92,
    patterns: [
      /\b(?:cuant[oa]s|de (?:a )?(?:cuantos|\d{1,2})|que|en) (?:miligramos|mg|gramos)\b/,
      /\b(?:tienen?|traen?|contienen?|llevan?|libres? de|sin|es|son|de|apt[oa]s?)\b(?: \w+){0,3} (?:gluten|lactosa|soya|cafeina|colorantes?|conservantes?|excipientes?|fructosa|vegan[oa]s?|vegetarian[oa]s?|gelatina|endulzantes?)\b/,
      /\b(?:tabla nutricional|excipientes|ingredientes exactos)\b/,
    ],
    unless: [/\b(?:tomo|tomaba|tomando|recet\w{3,5}|formul\w{3,5}) (?:\w+ ){0,3}(?:mg|miligramos)\b/],
  },
  {
    name: "at-the-weekend",
    intent: "knowledge.entrega-fin-de-semana",
    weight: 92,
    patterns: [
      /\b(?:entreg\w{1,4}|repart\w{1,4}|llegan?|tra(?:en|er|e|iga|igan)|despach\w{1,3})\b(?: \w+){0,4} (?:sabados?|domingos?|festivos?|fin(?:es)? de semana|puentes?)\b/,
      /\b(?:sabados?|domingos?|festivos?|fin(?:es)? de semana)\b(?: \w+){0,4} (?:entreg\w{1,4}|repart\w{1,4}|lleg(?:a|an|aria)|tra(?:en|er|e|iga|igan))\b/,
    ],
    // One day named as a term is a question of how long it takes.
    unless: [/\b(?:antes|para|hasta|despues) (?:de |del |el )+(?:sabado|domingo)/],
  },
  {
    name: "which-carrier",
    intent: "knowledge.transportadora",
    weight: 92,
    patterns: [
      /\b(?:que|cual|cuales|quien|con quien) (?:es la )?(?:empresa|transportadora|mensajeria|compania)\b(?! (?:lo |la )?(?:fabric|hace|produc))/,
      /\b(?:por|con) (?:que|cual|quien) (?:empresa|transportadora|mensajeria)?(?: \w+)? ?(?:mandan|envian|despachan|llega|hacen (?:los |el )?envios?)\b/,
    ],
    unless: [/\bfabric|\blaboratorio|\bfactura/],
  },
  {
    name: "where-is-the-parcel",
    intent: "knowledge.rastreo",
    weight: 92,
    patterns: [
      /\b(?:numero|numerito|codigo|foto) (?:de )?(?:la |mi )?guia\b|\b(?:me )?(?:pas|mand|da|dan|regal|compart|envi|tien|deme|deja)\w{0,5} (?:\w+ ){0,2}guia\b/,
      /\brastre\w{1,5}\b|\btrackin?g?\b|\b(?:por|en) donde (?:va|viene|anda)\b(?! (?:a|el bus)\b)/,
      /\b(?:ya )?(?:me )?(?:l[oa]s? )(?:despacharon|enviaron|mandaron)\b(?=.{0,25}(?:\?|o (?:no|todavia|toavia|aun)|$))/,
      /\b(?:es|esa|ese|eso|este) (?:\w+ )?guia\b|\bmensaje\b.{0,40}\b(?:guia|inter|transportadora|interapidisimo)\b/,
    ],
    unless: [/\bpor donde (?:va|viene) (?:la (?:ruta|calle)|uno)\b/],
  },
  {
    name: "nobody-is-at-home",
    intent: "knowledge.nadie-en-casa",
    weight: 90,
    patterns: [
      /\b(?:si|cuando) (?:\w+ ){0,2}no (?:estoy|estamos|hay (?:nadie|quien)|me encuentran|me encuentro|abro|salgo)\b/,
      /\b(?:puede|pueden|podria|podrian|quien|sera que|sirve|toca que) (?:\w+ ){0,3}(?:recib\w{1,4}|dej\w{1,5})\b(?: \w+){0,5} (?:celador|porter[oi]a?|vigil\w{3,6}|vecin\w|suegr\w|nuera|yerno|abuel\w|mama|papa|espos\w|mujer|marido|hij\w|herman\w|prim\w|muchacha|empleada|administradora?|otra persona)\b/,
      /\b(?:celador|porter[oi]a?|vigil\w{3,6}|vecin\w|suegr\w|nuera|yerno|abuel\w|mama|papa|espos\w|mujer|marido|hij\w|herman\w|prim\w|muchacha|empleada|ella|el)\b(?: \w+){0,3} (?:puede|podria|pueden) (?:\w+ )?recib\w{1,4}\b/,
    ],
    unless: [/\bno (?:estoy|estamos) (?:segur|interesad|embaraz|de acuerdo|tom)/],
  },
  {
    name: "made-where",
    intent: "knowledge.fabricacion",
    weight: 92,
    patterns: [
      /\b(?:l[oa]s?|esto|eso|producto|pastillas) (?:hacen|fabrican|producen|elaboran) (?:\w+ ){0,2}(?:aqui|aca|en (?:colombia|china|el pais)|afuera|ustedes)\b/,
      /\b(?:es|son) (?:\w+ )?(?:chin[oa]s?|importad[oa]s?|gring[oa]s?|american[oa]s?|hech[oa]s? (?:en|aqui|aca)|nacional(?:es)? o|colombian[oa]s? o)\b|\b(?:traid\w|de|desde) (?:la )?china\b/,
      /\b(?:quien|que laboratorio|que empresa|donde) (?:\w+ )?(?:fabric|produc|elabor)\w{1,4}\b|\bfabricantes?\b/,
    ],
  },
  {
    name: "sells-it-on",
    intent: "knowledge.mayoristas",
    weight: 92,
    patterns: [
      /\b(?:revend(?:er|o|erl[oa]s?|edor\w{0,2}|a)|mayorista\w?|(?:vend\w{1,6}|ofrecer\w{0,3}|comercializ\w{1,4}) (?:\w+ ){0,3}(?:por (?:catalogo|revista|comision)|en mi (?:tienda|negocio|local|drogueria|farmacia|peluqueria)))\b/,
      /\b(?:(?:lo|la|los|las|esto|eso) )?(?:quiero|quisiera|puedo|podria|me gustaria|deseo|voy a) (?:vender|comercializar|distribuir)(?:l[oa]s?)?\b/,
    ],
  },
  {
    name: "keeps-or-expires",
    intent: "knowledge.vencimiento",
    weight: 92,
    patterns: [
      /\bnever(?:a|ita)\b|\brefriger\w{2,6}\b|\b(?:caduc(?:a|an|idad|ar|aran)|vencimiento)\b/,
      /\b(?:se|cuando|no|ya) (?:(?:me|nos|le|va|van|vaya|vayan|alcanza|alcanzan|a) ){0,3}(?:vence|vencen|vencer|vencera|venzan?)\b/,
    ],
    unless: [
      /\b(?:llego|llegaron|vino|venia|mandaron|recibi)\b/,
      /\b(?:arriendo|cuota|recibo|plazo|credito|licencia|pase|cedula|sueno|vence el sueno)\b/,
    ],
  },
  {
    name: "card-at-the-door",
    intent: "knowledge.cuotas",
    weight: 92,
    patterns: [
      /\bdatafonos?\b/,
      /\b(?:muchach|senor|mensajer|domiciliari|repartidor|que (?:trae|entrega|lleva))\w{0,3}\b.{0,40}\b(?:tarjeta|credito|debito)\b/,
      /\b(?:tarjeta|credito|debito)\b.{0,40}\b(?:al (?:muchach|senor|mensajer|domiciliari|repartidor)\w{0,3}|en la puerta|al recibir|cuando (?:me )?llegue)\b/,
    ],
  },
  {
    name: "may-an-order-still-change",
    intent: "knowledge.cambios-del-pedido",
    weight: 92,
    patterns: [
      new RegExp(
        `${MAY_STILL}.{0,30}\\b(?:cambi|agrand|aument|ampli|agreg|subir|suba|pasar|pase|modific)[a-z]{0,5}(?: (?:el pedido|la cantidad))? a (?:un[oa]?|dos|tres|[123])\\b`,
      ),
      new RegExp(`${MAY_STILL}.{0,30}\\b(?:dos|tres|[123]|un[oa]?)\\b.{0,12}\\ben (?:vez|lugar) de\\b`),
      new RegExp(`${MAY_STILL}.{0,20}\\ben (?:vez|lugar) de (?:un[oa]|dos|tres|[123])\\b`),
      /\bhasta cuando (?:\w+ ){0,4}(?:cambiar|cancelar|arrepent\w+|modificar)/,
    ],
  },
];
