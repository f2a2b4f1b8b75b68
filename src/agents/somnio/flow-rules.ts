import { WHICHEVER_IT_IS } from "../../nlu/heads/person.ts";
import type { IntentRule } from "../../nlu/intents/intent-rule.ts";
import { ASKS_FOR, ASKS_HOW_MANY, IS_A_QUESTION, packRules, THINGS, WHICH_OTHERS_TAKE } from "./pack-rules.ts";

/**
 * "Si me lo mandan hoy, confirmo", "siempre y cuando llegue antes": the customer sets a condition,
 * so it is no yes yet.
 */
const IS_CONDITIONAL: readonly RegExp[] = [
  /\bsi (?:(?:el|la|lo) \w+ )?(?:es|sale|esta|viene) (?:gratis|barat\w{1,4}|rapid\w{1,2})\b.{0,50}\bconfirm/,
  /\bsi (?:es que )?(?:(?:me|nos|se|lo|la|los|las) ){0,2}(?:mandan|envian|llegan?|entregan?|despachan|alcanzan?|traen?|regalan|dan|dejan|hacen|tienen?|hay|pueden?|rebajan|garantizan|aseguran)\b.{0,50}\b(?:confirm\w{1,4}|compro|pido|hagale|listo|dale|de una|me lo llevo)\b/,
  /\bconfirm\w{1,4} (?:solo |pero )?si (?:(?:me|nos|se|lo|la) ){0,2}(?:mandan|envian|llegan?|entregan?|despachan|alcanzan?|traen?|es|esta|hay|tienen?|dan|rebajan)\b/,
  /\bsi (?:(?:el|la|mi|los) )?(?:medic[oa]|doctora?|espos[oa]|senora?|mama|papa|jef[ea]|hij[oa]|marido|mujer|herman[oa]) (?:(?:me|nos|lo|la) )?(?:autoriz|dej|permit|aprueb|dice|da\b|quier|prest|esta de acuerdo)/,
  /\b(?:acuerdo|confirm\w{1,3}|acepto|listo|dale|hagale) si (?:puedo|pago|se puede|me dejan|podemos|es que)\b/,
  /\bsiempre y cuando\b|\bcon tal (?:de )?que\b|\bsolo si\b|\ba menos que\b/,
];

/** Intents that buy, put off, refuse, complain or ask for a person (requirement A8). */
export const FLOW_RULES: readonly IntentRule[] = [
  {
    name: "wants-to-buy",
    intent: "captura_datos_si_compra",
    weight: 92,
    patterns: [
      /(?<!\bno )(?<!\bno lo )\b(?:quiero|quisiera|deseo|me gustaria|voy a|vamos a|necesito|puedo) (?:\w+ )?(?:comprar(?:l[oa]s?|les?)?|pedir(?:l[oa]s?)?|adquirir(?:l[oa]s?)?|ordenar(?:l[oa]s?)?|encargar(?:l[oa]s?)?|llevar(?:l[oa]s?|me)?)\b/,
      new RegExp(
        `(?<!\\bno )\\b${ASKS_FOR} un(?:o|a|(?: ${THINGS}| pedido| somnio))\\b(?! (?:cita|pregunta|duda|foto|persona|asesor))`,
      ),
      /(?<!\bno )\b(?:de(?:me|nme)|mandeme|envieme|regaleme|anoteme|aparteme|separeme|despacheme) (?:el|la|un|mi|ese|esa|las|los) (?:producto|pedido|frasco|tarro|pastillas|somnio|tratamiento)/,
      /(?<!\bno )\b(?:quiero|quisiera|necesito|deseo) (?:que )?(?:me )?(?:lo |la )?(?:envien|manden|despachen|envie|mande|traigan|hagan llegar)\b/,
      new RegExp(
        `(?<!\\bno )\\b(?:quiero|quisiera|necesito|deseo|me gustaria|deme|vendame) (?:el|ese|este|su|un|otro) (?:producto|tratamiento|${THINGS})\\b`,
      ),
      /(?<!\bno )\bme (?:animo|animé|decidi|decido|lo llevo|la llevo)\b/,
      /(?<!\bno )\b(?:me )?(?:lo|la) (?:puede |podria )?(?:manda|envia|mandan|envian|mandas|envias|despacha)\b(?! (?:el|la|a (?:que|cuanto|donde)|por (?:que|cual)|hasta))/,
      /(?<!\bno )\b(?:me |nos )?(?:mand|envi|despach|vend|regal)(?:a|as|an|e|en|es) (?:otr[oa]s?|un[oa]?)\b(?! (?:foto|video|mensaje|audio|catalogo|informacion|cosa))/,
      /\b(?:tom[ea]|tomar|tomarme|tomeme|anot[ea]|apunt[ea]|llen[ea])(?:me|r)? (?:los|mis|el|mi) (?:datos|pedido)\b/,
      // "Anote pues: Luis Carlos …".
      /\b(?:anot[ea]|apunt[ea]|tome nota)(?:me)?(?: (?:pues|entonces|ahi|por favor|porfa|senor\w{0,3}|joven))? ,/,
      /\bque datos (?:\w+ ){0,2}(?:necesita|necesitan|requiere|hay que|debo|le|doy|piden?|hacen falta|faltan?)\b/,
      /\b(?:cuales|que) (?:son los )?datos\b/,
      /\b(?:cual|mi|que) (?:direcion|nombre|telefono|correo|ciudad|barrio|cedula) \?/,
      /\b(?:como|que) (?:hago|hacemos|toca hacer|hay que hacer|debo hacer)(?: para (?:tenerlo|adquirirlo|comprarlo|pedirlo|obtenerlo))?(?= |$)(?! para (?:pagar|dormir|cancelar|devolver))/,
      /^(?:yo |si yo )quiero(?: |$)/,
      /\b(?:apunt|anot|apart|separ|inscrib)[ae]me(?: (?:pues|por favor|porfa|ahi|ya))?(?: ,|$)/,
      /\b(?:vamos|voy) a (?:hacer el pedido|hacerle|darle|pedirlo|comprarlo)\b/,
      /\bhagamos(?:le)? (?:el )?pedido\b|\bhagamosle\b/,
      /(?<!\bno )\b(?:quiero|quisiera|necesito|deme|regaleme|mandeme|envieme) otr[oa](?= frasco| tarro| pedido| igual| por favor| porfa| ,|$)/,
      /(?<!\bno )\b(?:volver|vuelvo|volvamos) a (?:pedir|comprar|encargar|ordenar|hacer (?:un|el|otro|mi) pedido)\b/,
      /(?<!\bno )\b(?:repetir|repita|repito|repetimos|repitame) (?:el |mi |la |ese |el mismo )?(?:pedido|compra|orden)\b/,
      /(?<!\bno )\b(?:quiero|quisiera|necesito|hacer|hago|tomeme|deseo) (?:hacer )?(?:otr[oa]|un nuevo|una nueva|un segundo|una segunda) (?:pedido|compra|orden)\b/,
      /(?<!\bno )\b(?:quiero|quisiera|necesito|deme|mandeme|envieme|regaleme) (?:otr[oa] para|un[oa]? mas)(?= |$)/,
      /(?<!\bno )\b(?:lo|la|los|las) quiero\b(?! (?:pensar|consultar|devolver|cancelar))/,
      /(?<!\bno )\bme l[oa]s? llevo\b/,
      /(?<!\bno )\bl[oa]s? compro\b/,
      /^(?:si (?:, )?)?quiero(?: ,|$)/,
      /(?<!\bno )\b(?:hacer|hago|realizar|montar|tomar|tomeme) (?:un|el|mi|de una) pedido\b/,
      // "Yo tengo 19, ¿sí me venden?".
      /\b(?:tengo|ya cumpli) (?:1[89]|[2-9]\d)\b(?: anos)?(?: \w+| ,){0,3} (?:me|nos) vend(?:en?|erian?)\b/,
      /\bcomo (?:hago|hacemos|hara uno|es|seria) (?:yo )?para (?:que )?(?:me|nos) (?:l[oa]s? )?(?:envi|mand|despach|llegu|traig|vend)\w{1,4}\b/,
      /\bcomo (?:\w+ ){0,3}(?:compro|comprar(?:l[oa])?|pido|pedir(?:l[oa])?|adquier[oe]|adquirir(?:l[oa])?|encargo)\b/,
      /(?<!\bno )\bme interesa (?:comprar|adquirir|llevar|pedir)/,
      /\b(?:mandemel[oa]|envieme?l[oa]|envienmel[oa]|mandenmel[oa]|separemel[oa]|aparteme)\b/,
    ],
    unless: [
      // "Para la señora donde trabajo" tells whom it is for.
      /\bdonde\b(?! (?:(?:yo|ella|el|mi \w+) )?(?:trabaj|viv|labor|estudi|compr[eo]))/,
      /\bya no (?:lo |la )?quiero\b/,
      /\bno (?:lo |la )?(?:quiero|voy a|deseo) compr/,
      /\bquiero (?:que me devuelv|cancelar|devolver|hablar|cambiar|saber)/,
    ],
  },
  {
    name: "interested-in-our-offer",
    intent: "captura_datos_si_compra",
    weight: 90,
    isOfClause: true,
    patterns: [
      new RegExp(
        `^(?:(?:ah|oh|uy|ay|bueno|ok|listo|pues|ya|si|claro|la verdad|a mi) (?:, )?){0,3}(?:me|nos) (?:interesan?|suena|llama la atencion)(?: (?:mucho|bastante|el producto|ese producto|eso|${THINGS}|(?:el|ese|un) ${THINGS}|uno|comprarl[oa]|pedirl[oa]|adquirirl[oa])){0,2}(?: (?:por favor|porfa|gracias|pues))?(?: ,)?$`,
      ),
    ],
    unless: [/\?/],
    unlessAnywhere: [
      /\b(?:pero|primero|antes|despues|luego|manana|todavia|aun no|no|saber|conocer|averiguar|informacion|info|vender|distribuir|al por mayor)\b/,
      ...IS_CONDITIONAL,
    ],
    after: ["buy"],
  },
  {
    name: "yes-to-our-offer",
    intent: "captura_datos_si_compra",
    weight: 90,
    patterns: [
      /^(?:(?:ah|oh|uy|bueno|ok|pues|ay) )?(?:, )?(?:si|sip|sisas|claro|dale|listo|hagale|hagamosle|de una|obvio|por favor|porfa|aja|ujum|yes|correcto|exacto|acepto|me gustaria|quiero|de acuerdo|vamos)\b/,
    ],
    unless: [
      /\?/,
      /\bno\b/,
      /\b(?:pero|despues|luego|gracias por)\b/,
      // "Sí, quiero saber si trae azúcar", "quiero que me expliquen".
      /\b[qk]uier[oae]n? (?:saber|ver|conocer|preguntar|consultar|averiguar|hacer(?:le)? un[ao]|que me (?:expli|cuent|di[cg]|aclar))/,
      /^si (?:yo )?(?!quisiera)\w{2,12}(?:ara|iera)[ns]?\b/,
      /\bcuanto|\bcomo (?:se|es)/,
    ],
    after: ["buy"],
  },
  ...packRules("1x", "1|un|uno|una", "primer[oa]?", "pequen[oa]|chiquit[oa]|basic[oa]"),
  {
    name: "pack-1x-after-the-offer",
    intent: "resumen_1x",
    weight: 93,
    patterns: [
      new RegExp(
        `(?<!\\bno )\\b(?:${ASKS_FOR}|solo|solamente|con) (?:nada mas |solo )?(?:una? (?:solo )?${THINGS}|un[oa]?(?= (?:,|por|porfa|gracias|para|pues|y|nada|no|sol[oa]|solit[oa]|entonces|ya|mejor|si|senor\\w*|vecin\\w*|mi|arranc\\w*|empiez\\w*|comienz\\w*|estoy|esta)\\b| ,|$))(?= |$)`,
      ),
      /\bun(?:o|a|ito)(?: frasco)? (?:solo|sola|solito|no mas|nomas|nada mas|para (?:probar|empezar|ensayar|comenzar))\b(?! (?:de )?(?:tablet|past|capsul|pep))/,
      /\b(?:el|la|al?) (?:mas (?:barat[oa]|economic[oa]|pequen[oa])|individual|sencill[oa])\b/,
    ],
    isOfClause: true,
    unless: IS_A_QUESTION,
    after: ["pack"],
  },
  ...packRules("2x", "2|dos", "segund[oa]", "median[oa]|intermedi[oa]|del medio|de en ?medio"),
  ...packRules("3x", "3|tres", "tercer[oa]?|ultim[oa]", "grande|complet[oa]|familiar"),
  {
    name: "confirms",
    intent: "compra_confirmada",
    weight: 92,
    patterns: [/\b(?:confirmo|confirmad[oa]|confirmamos|confirmar(?:lo)?)\b/],
    unless: [
      /\?/,
      /\bno\b/,
      /\b(?:deje|dejeme|espere|quiero|tengo que|debo|antes de|para) (?:\w+ )?confirmar/,
      /\b(?:despues|luego|manana|mas tarde|ahora|ahorita)(?: \w+)? confirm/,
      /\b(?:despues|luego|manana) (?:le |te |les )?confirmo\b/,
      /\b(?:le|te|les) confirmo (?:luego|despues|manana|mas)\b/,
      /\b(?:el|este|hasta el|la otra|la proxima) (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo|semana) (?:\w+ ){0,2}confirm/,
      /\bconfirmo (?:el|este) (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo)\b/,
      ...IS_CONDITIONAL,
    ],
  },
  {
    name: "confirms-and-asks",
    intent: "compra_confirmada",
    weight: 92,
    patterns: [
      /^(?:(?:si|listo|ok|perfecto|dale|bueno|claro) (?:, )?)?(?:(?:lo|la|todo|pedido) )?confirm(?:o|ad[oa])(?: \w+){0,2} (?:, |y )(?:y |e )?(?:a |en |de |con )?(?:cuant[oa]s?|cuando|como|donde|que|cual)\b/,
    ],
    unless: [/\b(?:no|pero|mejor|espere|antes|despues|luego|manana|si es)\b/],
    after: ["confirm"],
  },
  {
    name: "yes-to-our-summary",
    intent: "compra_confirmada",
    weight: 90,
    isOfClause: true,
    patterns: [
      // "Bueno, confirme".
      /^(?:(?:bueno|ok|ah|pues|ya|listo|dale) (?:, )?){0,2}confirm(?:e|en|o)(?: (?:pues|porfa|gracias|ya|pedido|el pedido)){0,3}$/,
      /^(?:(?:ah|oh|ok|bueno|pues|ay|perfecto|listo|dale) )?(?:si|sip|sisas|claro(?: que si)?|dale|listo|hagale|de una|correcto|exacto|confirmo|asi es|todo (?:esta )?(?:bien|correcto|perfecto)|esta (?:todo )?(?:bien|correcto|perfecto))(?: (?:senor|senora|senorita|por favor|porfa|pues|todo (?:esta )?(?:bien|correcto)|esta (?:todo )?(?:bien|correcto|perfecto)|asi es|vecina|parce|claro|correcto)){0,2}$/,
      /(?<!\bno )(?<!\bno me )(?<!\bno lo )\b(?:(?:me )?(?:lo|la) (?:puede(?:n)? )?(?:manda|envia|despacha)(?:r|n)?|mand[ae](?:n|me|nme)?l[oa]|envi[ae](?:n|me|nme)?l[oa]|despach[ae](?:n|me|nme)?l[oa]|hag[ae]le|proced[ae](?:n|mos)?|adelante)\b(?! (?:a|para|en|con) )/,
      /\b(?:acepto|me parece (?:bien|perfecto|excelente)|de acuerdo|es correcto|esta correcto|todo (?:esta )?correcto|todo en orden|los datos (?:son|estan) correctos)\b/,
    ],
    unless: [/\?/, /\bno\b/, /\b(?:cambi|manana|despues|luego|cuando)/],
    unlessAnywhere: [
      /\b(?:pero|mejor|primero|antes|espere(?:me)?|un moment[oi]c?o?|todavia|aun no)\b/,
      ...IS_CONDITIONAL,
    ],
    after: ["confirm"],
  },
  {
    name: "not-what-we-summed-up",
    intent: "corregir_datos",
    weight: 90,
    patterns: [
      /^(?:(?:no|uy|ay|ah|espere|pero|perdon) (?:, )?){0,2}(?:eso|esa|ese|esos|esas|asi|ahi) no (?:es|son|era|eran|esta|quedo)(?: (?:asi|bien|correct\w|lo que pedi|(?:mi|la|el) \w+))?$/,
      /\b(?:eso|todo|algo|ahi) (?:esta|quedo|va|hay algo) (?:\w+ )?(?:mal|errad[oa]|equivocad[oa])\b|^todo mal$/,
      /\bno (?:es|era|fue) (?:lo que (?:pedi|dije|quiero)|asi|correcto)\b/,
      /\b(?:pero|espere|perdon|ojo|no|solo que) (?:, )?(?:que )?(?:la|el|mi|es que la|es que el) (?:calle|carrera|cra|avenida|direcion|barrio|ciudad|casa|apartamento|apto|torre|nombre|apellido|telefono|celular|numero|correo) (?:\w+ )?(?:es|son|va)\b/,
      /\bno es \w{3,20}(?: \w{2,20})? (?:, )?(?:es|sino)\b|\bdice \w{3,20}(?: \w{1,20}){0,2} (?:y|pero) (?:en realidad )?es\b/,
    ],
    after: ["confirm"],
  },
  {
    name: "something-is-wrong",
    intent: "corregir_datos",
    weight: 90,
    patterns: [
      /\b(?:direcion|nombre|apellido|telefono|celular|numero|correo|ciudad|barrio|departamento|datos?|pedido|valor|precio|cantidad) (?:no (?:es|son|esta|estan|quedo|quedaron) (?:es[ea]|correct|bien\b)|(?:esta|estan|quedo|quedaron|es|va) (?:mal|errad|equivocad|incorrect))/,
      /\b(?:direcion|nombre|apellido|telefono|celular|numero|correo|ciudad|barrio) (?:mal|errad[oa]|equivocad[oa]|incorrect[oa])\b/,
      /\b(?:cambi(?:ar|e|eme|arle|ame)|corregir|corrija|corrijame|corrige|modific(?:ar|a|ar)|actualizar|actualice|editar) (?:\w+ ){0,2}(?:direcion|nombre|apellido|telefono|celular|numero|correo|ciudad|barrio|departamento|datos?)\b/,
      /\b(?:hay|tiene|tengo) un error\b|\bme equivoque\b(?! de (?:chat|grupo|persona|contacto|conversacion))|\bno es (?:mi|esa la|ese el|ese mi|esa mi) (?:direcion|nombre|apellido|telefono|celular|numero|correo|ciudad|barrio)\b/,
    ],
    unless: [/\bdatos personales\b/],
  },
  {
    name: "not-yet",
    intent: "no_confirmado",
    weight: 88,
    patterns: [
      /\b(?:todavia|aun) no\b(?! (?:he dicho|entiendo|entendi|tengo claro|me queda claro))/,
      /\bno (?:lo |la |les? |voy a )?confirm\w{1,4}\b/,
      /\b(?:ahora|ahorita|por ahora|por el momento|hoy) no\b/,
      /\bno (?:, )?(?:por )?(?:ahora|ahorita|el momento)\b/,
      /\bno tengo (?:la |el )?(?:plata|dinero|billete|presupuesto)\b/,
      /\b(?:lo|la) (?:voy a |quiero )?(?:pienso|pensar|consultar|consulto)\b/,
      /\b(?:voy a|dejeme|deje) (?:pensarlo|consultarlo|lo pienso|pensar)\b/,
      /(?<!\bya )\b(?:yo )?(?:le|les|te) (?:aviso|escribo|confirmo)(?= |$)(?! (?:por|para|porque|desde|de|del|a nombre|en nombre)\b)/,
      /\b(?:manana|mas tarde|luego|despues|otro dia|la otra semana|el (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo)) (?:yo )?(?:le|les|te|lo|la|se) (?:\w+ )?(?:digo|mando|envio|paso|escribo|confirmo|aviso|doy|hago|compro|pido|miro|hablo)/,
      /\b(?:esper(?:e|eme|a|ame|arme)|deme|dame) (?:un )?(?:\w+ )?(?:momento|momentico|segundo|minuto|minutico|tantico|ratico|rato|poquito|tiempo)\b|^espere(?:me)?$|\bun (?:momento|momentico|segundo|minuto|minutico|ratico)(?: por favor| porfa)?$/,
      /\bno (?:estoy (?:segur[oa]|decidid[oa])|se (?:si|cual|cuanto|que hacer|todavia)|me decido)\b|^no se(?: ,.{0,40})?$/,
      /\bmejor no\b|\bdejemos(?:lo)? (?:asi|para)\b|\bpor ahora (?:asi|nada)\b/,
      /\b(?:mas tarde|mas adelante|luego|despues) (?:le|les|te|lo|hago|hablamos|miro|miramos)\b/,
      /\b(?:en la|cuando (?:llegue|sea) (?:la )?|hasta la) ?quincena\b/,
      /\bcuando (?:tenga|me paguen|reciba) (?:la |el |mi )?(?:plata|dinero|sueldo|paguen)?/,
    ],
    unless: [
      // To pay a part of it later is a question of how to pay.
      /\b(?:dar|doy|pag\w{1,4}|abon\w{1,4}|consign\w{1,4}) (?:\w+ ){0,3}(?:mitad|partes?|cuotas|contados|abonos)\b/,
      /\bcuando (?:tenga|reciba) (?:el|mi) pedido\b/,
      /\b(?:no|nunca) (?:me )?(?:ha |han )?lleg/,
      /\bpreguntar(?:le)? (?:si|cuanto|como)/,
      // Whether one of theirs has bought already.
      /\bno se si (?:ya|ell?a?|ellos) (?:\w+ ){0,3}(?:pidi|compr|hizo|encarg|escrib|habl)\w{1,5}\b/,
      ASKS_HOW_MANY,
      WHICH_OTHERS_TAKE,
    ],
  },
  {
    name: "wrote-to-the-wrong-chat",
    intent: "no_interesa",
    weight: 88,
    patterns: [
      /\b(?:equivoqu\w{1,3}|equivocad[oa]) de (?:chat|grupo|persona|contacto|conversacion)\b/,
      /\b(?:este mensaje|eso|esto|el mensaje) (?:era|iba|es) (?:para|pa) (?:otr[oa]|mi \w+)(?: (?:chat|persona|contacto|grupo))?\b/,
    ],
    unless: [/\?/],
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
      /\b(?:no (?:me )?escriban?|dejen? de (?:escribir|mandar|enviar|molestar)(?:me)?|no (?:me )?manden?|no molesten?|borren? mi numero|saquenme)\b ?(?:mas)?/,
      /\bya (?:lo |la |los )?(?:compre|consegui|pedi|adquiri|tengo) (?:en otr|por otr|otr|uno de otr|con otr)/,
      /^(?:ya no|no ya no|ya no senorita|ya no gracias)(?: quiero)?$/,
      /^(?:paso|ningun[oa]|nada)(?: ,)?(?: (?:gracias|por ahora|de es[oa]s?))?$/,
      /\b(?:ya no|no ya) (?:gracias|lo necesito|me interesa)\b/,
      /\bno (?:es|era) para mi\b|\bno me convence\b/,
      // "Muy costoso eso, gracias de todas formas".
      /\b(?:car[oa]|costos[oa]|carisim[oa]|no puedo|no me alcanza|no tengo)\b.{0,40}\bgracias (?:de tod[oa]s? (?:formas?|maneras?|modos?)|igual|igualmente)$/,
    ],
    unless: [/\?/, /\bno (?:quiero|necesito) (?:mas )?(?:el|la|los|las) de\b/],
  },
  {
    name: "wants-a-person",
    intent: "asesor",
    weight: 95,
    patterns: [
      /\b(?:asesor|asesora|asesores|vendedor|vendedora|operador|operadora)\b/,
      /\b(?:hablar|comunicarme|chatear|contactarme|que me atienda) (?:con )?(?:una? )?(?:persona|alguien|humano|agente|ustedes|el encargado|la encargada)\b/,
      /\b(?:persona|humano|alguien) (?:real|de verdad|de carne)\b/,
      /\b(?:pas[ea]me|comuni(?:que|ca)me|conecteme|transfiera(?:me)?|remitame|ponga(?:me)?) (?:con |a )?(?:un[ao]? |el |la |su )?(?:persona|alguien|humano|agente|encargad|jefe|supervisor|gerente|duen)/,
      /\b(?:me |que me )?atienda (?:una |un )?(?:persona|alguien|humano|asesor)/,
      /\b(?:hablo|estoy hablando|chateo) con (?:un|una) (?:robot|bot|maquina|persona)\b/,
      /\b(?:un|eres|es usted) (?:humano|robot|bot|maquina)\b/,
      /\b(?:llamenme|llameme|llamarme|me (?:puede|pueden|podrian) llamar|me llaman?(?! la atencion)|numero para llamar|llamar(?:los|les))\b/,
    ],
    unless: [
      // "Soy vendedora de un almacén, quiero pedir": what they do.
      /\bsoy (?:un[ao]? )?(?:vendedor|asesor|operador)a?\b/,
      WHICHEVER_IT_IS,
      /\bme llamo\b/,
      /\bllam\w{1,4} (?:al|antes|cuando|a la)\b/,
      /\b(?:horario|horas?) (?:en|a|de) (?:(?:el|la) )?que\b/,
    ],
  },
  {
    name: "says-they-paid",
    intent: "asesor",
    weight: 88,
    patterns: [
      /\bya (?:les? |lo )?(?:pague|consigne|transferi|hice (?:el pago|la transferencia|la consignacion))\b/,
      /\b(?:comprobante|soporte de pago)\b/,
    ],
    // What would happen is a question before the purchase.
    unless: [
      /\b(?:y |que pasa )?si (?:\w+ ){0,2}(?:no (?:me |le |nos )?\w+|llega|viene|sale|esta|quiero|me arrepiento)\b/,
    ],
  },
  {
    name: "complains",
    intent: "queja",
    weight: 95,
    patterns: [
      /(?<!\bse )\b(?:queja|quejas|quejarme|reclamos|denuncia|denunciar|demanda|demandar)\b/,
      /\b(?:un|mi|este|el|hacer|poner|tengo) reclamo\b|\breclamar(?:le|les)\b|\b(?:quiero|voy a|(?<!\bcomo (?:hago|hacemos|hace uno) )para(?! reclamar (?:en|por)\b)) reclamar\b/,
      /\b(?:llego|llegaron|vino|vinieron|venia|venian|salio|esta|estaba|trajeron|recibi) (?:\w+ ){0,3}(?:danad[oa]s?|reventad[oa]s?|derramad[oa]s?|regad[oa]s?|estallad[oa]s?|deshech[oa]s?|humed[oa]s?|rot[oa]s?|partid[oa]s?|quebrad[oa]s?|despicad[oa]s?|aplastad[oa]s?|mojad[oa]s?|chorread[oa]s?|incomplet[oa]s?|abiert[oa]s?|destapad[oa]s?|vencid[oa]s?|malas?|malos?|equivocad[oa]s?|vaci[oa]s?)\b/,
      // The weather, the night and the insomnia are not the shop's.
      /(?<!\b(?:aguacero|lluvia|clima|calor|frio|trancon|trafico|dia|noche|sueno|insomnio|semana|viaje|dolor|cansancio|duerm\w{1,3}|dorm\w{1,4}|durm\w{1,5}|descans\w{1,3}|amanec\w{1,3}|levant\w{1,3}) (?:tan |muy |bien |re |mas |como )?)\b(?:pesim[oa]|terrible|horrible)\b/,
      /\bmal(?:a|o)? (?:servicio|atencion|producto)\b/,
      /\b(?:no|nunca) (?:me |nos )?(?:ha |han )?(?:llego|llegado|llegaron)\b/,
      /\bno (?:me |le |nos )?(?:sirvio|funciono|sirve|sirven|hizo nada)\b/,
      // Another shop's deed ("ya me tumbaron una vez con unos tenis") is a doubt, and no complaint.
      /(?<!\b(?:una|otra|alguna) vez (?:me |nos )?)(?<!\b(?:amig|herman|vecin|prim|ti|cunad|comadr|compadr|suegr|companer|hij|jef|conocid|mam|pap|senor)[a-z]{0,3} (?:\w+ )?(?:la|lo|le|l[oa]s)? ?)(?<!\b(?:a mi|mi|pues|porque) ya )\b(?:estafadores|estafaron|ladrones|rateros|me (?:robaron|tumbaron|enganaron))\b(?! (?:(?:el|la|mi|los|las) (?:cel|celular|telefono|moto|bolso|billetera|papeles|sim)|una vez|otra vez|antes|asi|comprando|pagando|en otr[oa]|por (?:internet|facebook|face|instagram|whatsapp|pagar|comprar)|con (?:un|una|unos|unas|otr[oa]) ))/,
      /\b(?:devuelvan(?:me)?|reembolsen(?:me)?|quiero (?:que me devuelv\w+|devolver(?:l[oa]|me)?|(?:una|la|mi) devolucion|(?:un|el|mi) reembolso))\b/,
      // "Ya hice mi pedido hace 3 días y nada": bought, a time ago, and nothing came of it.
      /\b(?:hice|hicimos|pedi|pedimos|compre|compramos|pague|encargue|realice|orden[eé])\b.{0,40}\b(?:hace|desde|va(?:n|mos)?|lleva(?:n|mos)?)\b.{0,30}\b(?:y nada|nada de nada|y (?:no|nadie|todavia|aun|sigo|ni)|sin (?:respuesta|noticias|razon|que))/,
      /\b(?:hace|desde|lleva(?:n|mos)?|llevo|van|ya van)\b.{0,25}\b(?:dias?|semanas?|mes(?:es)?|lunes|martes|miercoles|jueves|viernes|sabado|domingo|ayer)\b.{0,40}\b(?:hice|pedi|compre|pague|encargue|mi pedido|el pedido|mi paquete)\b.{0,60}\b(?:y nada|(?<!\b(?:dur|sirv|hiz|cost)[a-z]{1,4} )nada|no (?:me )?(?:ha |han )?lleg|sin)/,
      // "Hace quince días le pagué a un muchacho y ni frasco ni plata".
      /\b(?:hace|desde)\b.{0,25}\b(?:dias?|semanas?|mes(?:es)?)\b.{0,60}\b(?:pague|consigne|transferi|deposite|gire)\b.{0,80}\b(?:y ni|ni \w+ ni|y nada|(?:sigo|estoy|esta|estamos) (?:\w+ )?esperando)\b/,
      /\bdonde (?:esta|va) mi (?:pedido|paquete|envio|compra)\b/,
      /\b(?:me )?(?:mandaron|enviaron|llego|trajeron|dieron|entregaron) (?:otra cosa|otro|otra|algo distinto|algo diferente|el que no|lo que no|menos|incomplet)/,
      // "Pedí dos y me trajeron uno": fewer than was ordered.
      /\b(?:pedi|pedimos|compre|compramos|pague|pagamos|encargue) (?:por )?(?:dos|tres|[23])\b.{0,40}\b(?:trajeron|llego|llegaron|mandaron|enviaron|vino|venia|entregaron|habia) (?:\w+ )?(?:un[oa]?|dos|[12])\b/,
      // "Me pide 15 mil más de flete y dijeron que era gratis".
      /\b(?:pid|cobr)(?:e|en|io|ieron|a|an|o|aron|ando|iendo)\b (?:\w+ ){0,5}(?:mas|adicional(?:es)?|extra|encima)\b.{0,60}\b(?:dij(?:eron|o)|decia|era|iba a ser|supuestamente|se supone) (?:\w+ ){0,4}gratis\b/,
      // "Fui a la oficina y me dicen que no hay nada a mi nombre".
      /\b(?:fui|fuimos|vine|estuve|mande a)\b.{0,40}\b(?:oficina|agencia|inter|interapidisimo|servientrega|terminal)\b.{0,60}\b(?:no (?:hay|habia|aparece|aparecia|esta|estaba|existe|tienen|llego|ha llegado)|nada de nada|y nada)\b|\bno (?:hay|habia|aparece|esta|tienen) (?:\w+ ){0,3}a (?:mi )?nombre\b(?! (?:de|y) )/,
      /\b(?:me cobraron|cobro) (?:mas|de mas|doble|dos veces)\b|\b(?:es|son) (?:un[ao]s? )?(?:estafa|robo|fraude|ladron\w*|incumplid\w*)\b(?! \?| o | cierto\b| verdad\b)/,
      /\bme (?:hizo|cayo|sento) (?:mal|dano)\b|\bincumpl/,
    ],
    unless: [
      // A doubt: "¿cómo sé que no son estafadores?"
      /\bno (?:es|son|sean|seran|sera|fueran|fuera)(?: (?:un[ao]s?|puros?))? (?:estafadores|estafador|ladrones|rateros|estafa|robo|fraude)\b/,
      /\bsi (?:\w+ )?no (?:me |le |nos )?(?:sirv|funcion)/,
      // "Solo tengo Daviplata, ¿sirve o no sirve?"
      /\b(?:sirven?|funcionan?) o no\b/,
      // A phone of theirs: "le dejo el de mi esposo porque el mío está dañado".
      /\b(?:cel|celular|telefono|fijo|linea|whatsapp|pantalla|timbre|citofono|ascensor)\b(?: \w+){0,4} (?:danad[oa]|mal[oa]|rot[oa]|quebrad[oa]|no (?:me )?(?:sirve|funciona))\b/,
      /(?<!\b(?:frasc|tarr|pedido|product|paquete|past|caja|sello)\w{0,6}\b.{0,60})\b(?:el|este) mio (?:esta|anda|(?:ya )?no (?:me )?(?:sirve|funciona|prende))\b/,
      // A datum that they told: "la dirección está mala, es cra 57 # 44-18", "un dato que está malo".
      /\b(?:datos?|dire(?:c?cion)?|tel|celu|numeros?|nombre|apellidos?|correo|barrio|ciudad|cedula|digitos?|letras?|resumen)\b (?:\w+ ){0,3}?(?:esta|estaba|quedo|salio|va|viene) (?:\w+ ){0,2}(?:mal[oa]s?|equivocad[oa]s?|incomplet[oa]s?)\b/,
      // Another shop's deed, told of another: "a mi cuñado lo tumbaron por facebook y nunca llegó nada".
      /\ba (?:mi|un|una|el|la) (?:\w+ ){1,3}(?:l[oae]s?|ya l[oae]s?) (?:tumb|estaf|rob|engan|hicieron la)\w*\b/,
      // The road and the weather are not the shop's.
      /\b(?:mal[oa]s?|dan(?:ad[oa])s?) (?:la|el|las|los|est[ea]|es[ea]) (?:via|vias|carretera|camino|trocha|clima|tiempo|senal|puente|calle)\b|\b(?:via|carretera|camino|trocha|clima|tiempo|senal|puente) (?:esta|estan|se puso) (?:muy |tan )?(?:mal[oa]|danad[oa])/,
      /\breclam\w{1,4} (?:\w+ ){0,3}(?:oficina|inter|interapidisimo|servientrega|sucursal|agencia|terminal|pueblo|punto)\b/,
      // To fetch a parcel where no courier comes: "salgo al pueblo los sábados, ¿cómo hago para reclamar?"
      /\b(?:pueblo|cabecera|casco urbano|terminal|agencia|oficina|vereda|finca)\b.{0,80}\b(?:para|a|puedo|voy|paso|como) (?:\w+ )?reclamar(?:l[oa])?\b(?! (?:porque|por|que)\b)|\b(?:como|donde|cuando) (?:\w+ ){0,2}(?:para )?reclamar(?:l[oa])?\b.{0,60}\b(?:pueblo|cabecera|casco urbano|terminal|agencia|vereda|finca)\b/,
    ],
  },
  {
    name: "calls-off-the-parcel",
    intent: "cancelar",
    weight: 92,
    isOfClause: true,
    // "No me lo manden", "que ya no lo despachen", "no lo vayan a enviar".
    patterns: [
      /\bno (?:me |nos )?l[oa]s? (?:vaya[ns]? a )?(?:mand|envi|despach|traig)(?:e|en|a|an|ar)(?: (?:ya|nada|porfa|por favor|gracias|senor\w{0,3}|mejor)){0,3}$/,
      /\bno (?:me |nos )?(?:vaya[ns]? a )?(?:mand|envi|despach)(?:e|en|ar)(?:me|nme|nos)?(?:l[oa]s?)? (?:ya )?(?:el|ese|mi|ningun) (?:pedido|paquete|producto|frasco)$/,
    ],
    unless: [/\?/, /\b(?:mensaj|publicidad|foto|info|correo)/],
    // Another place, another time or another number is a change.
    unlessAnywhere: [
      /\b(?:recojo|reclamo|retiro|recoger\w{0,3}|sino|cambi\w{1,5}|direcion|oficina|todavia|aun|hasta|antes|manana|luego|despues|lunes|martes|miercoles|jueves|viernes|sabado|domingo|semana|quincena|casa|trabajo|apto|calle|carrera|barrio|mejor (?!no\b)\w+|mandel[oa]|mandenl[oa]|envienl[oa]|un[oa]?|dos|tres|\d)\b/,
    ],
  },
  {
    name: "cancels",
    intent: "cancelar",
    weight: 94,
    patterns: [
      /\bcancel(?:ar(?:lo|me)?|e|en|a|o|eme)(?: (?:ya|todo|todos|eso|el|mi|la|este|ese|lo|por favor|porfa|pedido|orden|compra)\b|$| ,)/,
      /\bcancel[ae]n?(?:me)?l[oa]s?\b|\b(?:pare(?:n|me|nme|mos)?|parar|(?:deten|detien|fren)\w{1,4}) (?:ese|el|mi|este) (?:envio|pedido|despacho|paquete)\b/,
      /\banul(?:ar|en?|o|eme|enme|el[oa]|enl[oa]|arl[oa])\b(?: (?:\w+ )?(?:pedido|orden|compra|todo)\b|$| ,)/,
      /\bya no quiero (?:el|mi|ese|ningun) (?:pedido|producto|compra|envio)\b/,
      // Whether there is time left is asked of what was ordered.
      /\b(?:alcanz\w{1,5}|todavia|aun) (?:\w+ ){0,3}(?:parar|frenar|detener|tumbar|anular|cancelar|deshacer|reversar)(?:l[oa])?(?= [?,]|$| (?:eso|es[ea]|el|la|mi|lo)\b)/,
      /\bme arrepenti(?:$| ,| (?:senor\w{0,3}|gracias|disculpe|que pena)\b| de (?:la compra|comprar\w{0,2}|pedir\w{0,2}|el pedido|eso|todo)\b)(?!.{0,40}\bmejor\b)/,
    ],
    // "¿cómo cancelo?", "cancelo al recibir": in Colombia this means to pay.
    unless: [
      /\b(?:como|de que (?:manera|forma)|donde|en que|por donde) (?:\w+ ){0,2}cancel/,
      /\bcancel\w{0,3} (?:apenas|cuando|en la (?:casa|puerta)|(?:el|la|los) (?:valor|precio|monto|total|costo|plata|cuenta|dinero))\b/,
      /\bcancel\w{0,3} (?:\w+ ){0,2}(?:al|contra|en efectivo|por(?! favor)|con|cuando|a la)\b/,
    ],
  },
];
