import type { IntentRule } from "../../nlu/intent-rule.ts";

/** Words that say what is asked is shipping, and not the product: "¿cuánto vale el envío?" is no price question. */
const SHIPPING = "(?:envios?|domicilios?|fletes?|transporte|despacho)";
const NOT_OF_SHIPPING = `(?! (?:(?:el|la|lo|un|del|de|por) ){0,3}${SHIPPING}\\b)`;

/** One weight for all of them, so that of two clear questions the one asked first leads. */
const CLEAR = 92;

/**
 * What asks for information (requirement A8), read on folded text. A weight of 85 and more is a clear question, 60 to
 * 84 a likely one, 40 to 59 a guess that the customer is asked about.
 */
export const INFORMATIONAL_RULES: readonly IntentRule[] = [
  {
    name: "greeting",
    intent: "hola",
    weight: CLEAR,
    patterns: [
      /\bhola\b/,
      /^(?:muy )?buenas\b/,
      /\bbuen(?:a|o)?s? (?:dias?|tardes?|noches?)\b/,
      /^(?:saludos|hey|cordial saludo|que mas(?: pues)?(?=$| [,?])|quiubo|que hubo|aloh?|feliz (?:tarde|dia))\b/,
      // Tourists and click-to-WhatsApp ads.
      /^(?:hell?o|hi|good (?:morning|afternoon|evening))\b/,
    ],
    unless: [/\b(?:que|le) (?:tenga|tengan|deseo|pase)\b/],
  },
  {
    name: "price-how-much",
    intent: "precio",
    weight: CLEAR,
    patterns: [
      new RegExp(
        `\\b(?:cuanto|que|en cuanto|a cuanto|a como) (?:es que |seria |me |nos |te |les? |se |lo |la |los |las ){0,2}(?:vale|valen|cuesta|cuestan|sale|salen|cobran?|queda|quedan|quedaria|saldria|costaria|valdria|tienen?|dejan?|venden?)\\b${NOT_OF_SHIPPING}(?! (?:en llegar|la consulta))`,
      ),
      /\bcuanto (?:es|seria|son)(?= |$)(?! (?:lo del |el |la )?(?:envio|domicilio|flete|tiempo))/,
      /\b(?:a|en) cuanto (?:esta|estan|el|la|los|las|lo|\d|dos|tres|uno)\b/,
      /\ba como (?:esta|estan|el|la|los|las)\b/,
      /\bcuanto (?:(?:por|para) )?(?:el|la|los|las|lo|uno?|dos|tres|\d)\b(?! (?:tengo|hay|se|me)\b)/,
      /^(?:y )?(?:el|la|los|las|por) (?:de )?(?:[123]|uno|dos|tres) \?/,
      /\bcuanto (?:plata|dinero|pagaria|pago|toca pagar|debo|le debo|hay que pagar)\b/,
      /^cuanto(?: \?)?$/,
    ],
    unless: [
      /\bque (?:(?:me|nos|te|le|se|lo|la|los|las) ){0,2}(?:sale|salen|queda|quedan|tienen?|dejan?|venden?)\b(?!.{0,40}\bprecio)/,
      /\bvale la pena\b/,
    ],
  },
  {
    name: "price-word",
    intent: "precio",
    weight: CLEAR,
    patterns: [/\bprecios?\b/, /\bvalor(?:es)?\b(?! nutri)/, /\bcostos?\b/, /\bcotiza(?:cion|me|r)\b/, /\btarifas?\b/],
    unless: [
      new RegExp(`\\b(?:precio|valor|costo|tarifa)s? ${"(?:(?:el|de|del|por) ){0,2}"}${SHIPPING}\\b`),
      new RegExp(
        `\\b${SHIPPING} (?:no )?(?:tiene|genera|lleva|es|con|sin|a)(?: \\w+)? (?:algun )?(?:costo|valor|precio)\\b`,
      ),
      /\b(?:buen|mejor|vale la pena al) precio\b/,
    ],
  },
  {
    name: "offers",
    intent: "info_promociones",
    weight: CLEAR,
    patterns: [
      /\bpromo(?:s|cion|ciones)?\b/,
      /\bofertas?\b/,
      /\bdescuentos?\b/,
      /\bcombos?\b/,
      /\brebajas?\b/,
      /\b(?:dos|2) ?(?:por|x) ?(?:uno|1)\b/,
      /\bsi (?:llevo|compro|pido) (?:dos|tres|varios|mas|\d)\b/,
      /\bal por mayor\b/,
      /\b(?:ver|mostrar(?:me)?|muestre(?:me)?|cuales son) (?:los|las|sus) (?:paquetes|opciones)\b/,
      /\bcual(?:es)? (?:me |nos )?(?:recomienda|recomiendan|aconseja|conviene|es mejor)\b/,
    ],
    // "deme la promo de 2" chooses; it does not ask which there are.
    unless: [
      /\b(?:quiero|quisiera|deme|dame|llevo|mandeme|prefiero) (?:la|el) (?:promo|promocion|oferta|combo) de (?:[123]|uno|dos|tres)\b/,
    ],
  },
  {
    name: "too-expensive",
    intent: "info_promociones",
    weight: 65,
    patterns: [
      /\b(?:muy|tan|que|mas|algo|un poco) (?:caro|cara|costoso|carito)\b/,
      /\bmas (?:barato|economico|baratico)\b/,
    ],
  },
  {
    name: "contents",
    intent: "contenido_envase",
    weight: CLEAR,
    patterns: [
      /\bque (?:es lo que )?(?:trae|traen|contiene|contienen)\b/,
      /\bque (?:tiene|lleva) (?:el|la|ese|este|eso|esto|por dentro|adentro|de)(?! envio)\b/,
      /\b(?:ingredientes|componentes?|composicion|formula|contenido)\b/,
      /\bcuant[ao]s? (?:pastillas?|pastas|pasticas|tabletas?|capsulas?|caps|pepas|pepitas|unidades|miligramos|mg)\b(?! (?:me |se |le )?(?:debo |hay que |toca |puedo |tengo que )?tom)/,
      /\bde que (?:esta|estan|es|son|viene) (?:hech|compuest|fabricad)/,
      /\bque es (?:el |la |lo )?(?:somnio|producto|eso|esto|que venden)\b/,
      /\b(?:es|son) (?:natural(?:es)?|gotas|gomitas|pastillas|capsulas|tabletas|jarabe)\b/,
      /\b(?:tiene|trae|contiene|lleva) (?:melatonina|magnesio|azucar|valeriana)\b/,
      /\b(?:para )?cuanto (?:tiempo )?(?:(?:me|le) )?(?:dura|alcanza|rinde)\b/,
      /\bcuantos (?:meses|dias) (?:(?:me|le) )?(?:dura|alcanza|rinde)\b/,
    ],
  },
  {
    name: "tell-me-about-it",
    intent: "contenido_envase",
    weight: 72,
    patterns: [
      /\binformacion\b(?! (?:sobre|de|del|acerca|para|personal|bancaria))/,
      /\binformacion (?:sobre|de|del|acerca del?) (?:(?:el|la|las|los|este|ese|su|sus) )?(?:productos?|somnio|pastillas|frasco|tratamiento|tabletas)\b/,
      /\b(?:mas|los) detalles\b/,
      /\b(?:estoy|quede) interesad[oa]\b/,
      /\bme interesa (?:mucho |bastante )?(?:el|la|los|las|su|este|ese) ?(?:productos?|somnio|pastillas|tabletas|frasco)?\b/,
      /\b(?:quiero|quisiera|me gustaria) (?:saber|conocer) (?:mas|del producto|sobre el producto|de que se trata)\b/,
    ],
    unless: [/\bno (?:estoy|quiero|necesito|me interesa)\b/, /\bgracias por\b/],
  },
  {
    name: "how-to-take",
    intent: "como_se_toma",
    weight: CLEAR,
    patterns: [
      /\bcomo (?:\w+ ){0,3}(?:toma|tomo|toman|tomar(?:l[aeo]s?|me|se|mel[ao]s?)?|tomaria|consumo|consumen?|consumir|usa|uso|usar|administra)\b/,
      /\b(?:modo|forma|manera) de (?:uso|empleo|tomar|consumo)\b/,
      /\b(?:dosis|posologia)\b/,
      /\bcuant[ao]s? (?:pastillas? |tabletas? |capsulas? |veces )?(?:al dia |diarias )?(?:me |se |le )?(?:debo |hay que |toca |puedo |tengo que )?tom/,
      /\b(?:cada cuanto|a que hora|cuando|con que|cuanto tiempo|por cuanto tiempo) (?:\w+ ){0,3}tom(?:a|an|o|ar\w{0,5})\b/,
      /\btom(?:a|o|an|ar) (?:\w+ ){0,2}(?:en ayunas|con agua|antes de dormir|despues de comer|de dia|de noche)\b/,
    ],
  },
  {
    name: "how-to-pay",
    intent: "modopago",
    weight: CLEAR,
    patterns: [
      /\bcomo (?:\w+ ){0,3}(?:pago|paga|pagan|pagar(?:les?|lo|ia)?|consigno)\b/,
      // "cancelar" is also "to pay" in Colombia.
      /\bcomo (?:\w+ ){0,2}cancel(?:o|a|ar|aria)\b(?! (?:el |mi |la )?(?:pedido|orden|compra))/,
      /\b(?:a donde|donde|a que cuenta|a que numero) (?:\w+ ){0,2}(?:pago|pagar|consigno|consignar|transfiero)\b/,
      /\b(?:modo|manera) de pago\b/,
    ],
    unless: [/\bcontra ?entrega\b/],
  },
  {
    name: "payment-methods",
    intent: "metodos_de_pago",
    weight: CLEAR,
    patterns: [
      /\b(?:metodos?|medios?|formas?|opciones|tipos?) (?:de|para) pag(?:os?|ar)\b/,
      /\b(?:nequi|daviplata|bancolombia|pse|addi|sistecredito|paypal|efecty|breb|bre b)\b/,
      /\b(?:tarjeta|transferencia|credito|cuotas)\b/,
      /\b(?:en|con|reciben|aceptan|manejan|solo) efectivo\b/,
    ],
    unless: [/\bya (?:pague|hice|consigne|transferi|envie|mande)\b/],
  },
  {
    name: "cash-on-delivery",
    intent: "modopago2",
    weight: CLEAR,
    patterns: [
      /\b(?:contra ?entrega|contrareembolso)\b/,
      /\b(?:pag\w{1,6}|cancel\w{1,4}) (?:\w+ ){0,3}(?:al|cuando|en el momento de|apenas) (?:\w+ ){0,3}(?:reci|lleg|entreg)/,
      /\b(?:pag\w{1,6}|cancel\w{1,4}) en (?:la )?(?:casa|puerta)\b/,
      /\b(?:pago|pagar|paga) (?:\w+ ){0,2}(?:antes|anticipado|por adelantado|primero|despues)\b/,
      /\bcuando (?:me |lo )?(?:llegue|reciba) (?:lo )?pag/,
    ],
  },
  {
    name: "shipping",
    intent: "envio",
    weight: CLEAR,
    patterns: [
      /\benvios?\b/,
      /\b(?:envian|enviar(?:lo|me)?|lo envia|los envian|mandan|despachan|despachos?)\b(?! (?:la |una |el |un |mas |fotos? )?(?:informacion|foto|fotos|catalogo|precio|video))/,
      /\b(?:domicilios?|fletes?)\b/,
      /\b(?:cuanto|cuantos dias|que tanto) (?:tiempo )?(?:se )?(?:demora|demoran|tarda|tardan)\b/,
      /\b(?:cuando|en cuanto(?: tiempo)?|en cuantos dias) (?:\w+ ){0,2}(?:llega|llegan|llegaria|entregan)\b/,
      /\bllegan? (?:a|hasta) \w+/,
      /\btiempo de entrega\b/,
      /(?<!\bcontra )\bentregan?s?\b/,
      /\b(?:servientrega|coordinadora|cordinadora|interapidisimo|interrapidisimo|transportadora|envia)\b(?! (?:la |el |una )?(?:informacion|foto|precio))/,
      /\bcobertura\b/,
    ],
    unless: [/\bno (?:me )?(?:ha|han) llegado\b/, /\bno me llego\b/],
  },
  {
    name: "health-registration",
    intent: "invima",
    weight: CLEAR,
    patterns: [
      /\binvima\b/,
      /\bregistro\b/,
      /\b(?:es|son) legal(?:es)?\b/,
      /\b(?:aprobad|certificad|avalad)[oa]s?\b/,
      /\bpermisos? (?:sanitario|legal)/,
    ],
    unless: [/\bregistro (?:en|a) (?:la )?(?:pagina|app|curso)\b/],
  },
  {
    name: "location",
    intent: "ubicacion",
    weight: CLEAR,
    patterns: [
      /\b(?:en )?donde (?:es que )?(?:estan|quedan?|se encuentran|son|es|atienden|se ubican|los encuentro|los ubico|estan? ubicad\w{1,2})\b/,
      /\b(?:ubicados?|ubicacion|ubicarlos)\b/,
      /\b(?:puntos? (?:de venta|fisicos?)|tiendas?|sede|sedes|sucursal(?:es)?|local(?:es)?)\b/,
      /\b(?:de donde (?:son|eres|es usted|escriben)|de que ciudad (?:son|escriben)|en que (?:ciudad|parte|barrio|sector) (?:\w+ ){0,3}(?:estan|quedan|se encuentran))\b/,
      /\b(?:su|la|que) direcion (?:de ustedes|tienen|del local|de la tienda)\b/,
      /\bcual es (?:la|su) direcion\b/,
      /\b(?:son|estan) (?:de|en) (?!promo|oferta|descuento)\w+ \?/,
      /\bdonde (?:lo |la |los )?(?:puedo |puede )?(?:compro|comprar(?:lo)?|consigo|conseguir(?:lo)?|venden)\b/,
      /\bpuedo (?:ir|pasar) (?:a|por)\b/,
    ],
    unless: [/\b(?:donde|a donde) (?:esta|va|viene) mi\b/],
  },
  {
    name: "precautions",
    intent: "contraindicaciones",
    weight: CLEAR,
    patterns: [
      /\bcontraindica/,
      /\befectos? (?:secundarios?|adversos?|colaterales?)\b/,
      /\b(?:hace|hacen|haga|hacer) (?:algun )?(?:dano|mal)\b/,
      /\b(?:peligros[oa]|riesgos?|adicti\w{1,4}|adicion|dependencia|vicio)\b/,
      /\b(?:alergi\w{1,3}|embaraz\w{1,3}|embarazo|lactan\w{1,4}|lactancia|hipertens[oa]|hipertension|diabetes|diabetic[oa]|tiroides|presion alta|migrana)\b/,
      /\b(?:puedo|puede|pueden|se puede) (?:\w+ ){0,2}tomar\w{0,3} (?:\w+ ){0,2}(?:si|con|junto|embaraz|nin[oa]s)\b/,
      /\b(?:ninos|ninas|menores|mi hijo|mi hija|alcohol|licor|antidepresivos?|medicamentos?)\b/,
      /\b(?:lo|la|los|las) (?:puedo|puede|pueden) (?:tomar|consumir)\b/,
      /\b(?:sufro|padezco|sufre|padece) del? (?!insomnio|mal sueno)/,
      /\b(?:tomo|estoy tomando) (?:\w+ ){0,2}(?:pastillas|medic|losartan|clonazepam|quetiapina|levotiroxina|metformina)/,
    ],
    unless: [/\b(?:llego|trajeron|dejaron) (?:\w+ ){0,2}dan/],
  },
  {
    name: "does-it-work",
    intent: "sisirve",
    weight: CLEAR,
    patterns: [
      /\b(?:si|eso|esto|realmente|verdad|producto|pastillas|que|le|les) (?:si |les? |me )?(?:sirven?|funcionan?)\b(?! (?:el|la|ese|esa) (?:de|dos|tres|\d))/,
      /\b(?:sirven?|funcionan?) (?:para|de verdad|realmente|eso|si|\?)/,
      /^(?:sirven?|funcionan?)\b/,
      /\b(?:es|son|sera|que tan|tan|realmente) (?:\w+ )?efectiv[oa]s?\b/,
      /\b(?:eficaz|eficacia|efectividad)\b/,
      /\b(?:da|dan|tiene|ven|veo) (?:\w+ )?resultados?\b/,
      /\bpuro cuento\b/,
      /\b(?:es|son|sera) (?:\w+ )?(?:confiables?|buen[oa]s?|verdad|ciert[oa]|seguros?|real(?:es)?|estafa|fraude|mentira)(?: \w+)? \?/,
      /\b(?:testimonios?|resenas|opiniones|referencias)\b/,
      /\bayuda(?:n)? (?:\w+ ){0,2}(?:a|para|con) (?:\w+ )?(?:dormir|sueno|insomnio|descansar)\b/,
    ],
    unless: [/\bno (?:me |le |les |nos )?(?:sirv|funcion)/, /\b(?:en|con|reciben) efectivo\b/],
  },
  {
    name: "cannot-sleep",
    intent: "sisirve",
    weight: 70,
    patterns: [
      /\binsomnio\b/,
      /\bno (?:puedo|logro|he podido|consigo) (?:dormir|conciliar|descansar)\b/,
      /\b(?:duermo|descanso) (?:muy )?(?:mal|poco)\b/,
      /\bsi no (?:me |le )?(?:sirv|funcion)/,
    ],
    unless: [/\bantes de dormir\b/],
  },
  {
    name: "vague",
    intent: "contenido_envase",
    weight: 50,
    patterns: [
      /\bcomo asi\b/,
      /\b(?:no|poco) (?:le |te )?(?:entiendo|entendi)\b/,
      /\bnecesito ayuda\b/,
      /\bexpli(?:que|ca|car)(?:me|se)?\b/,
      /\bcomo (?:es|funciona) (?:eso|esto|la cosa|el asunto|entonces)\b/,
      /\by (?:eso|entonces)(?: que)?(?: \?)?$/,
      /\buna pregunta\b/,
      /\btengo (?:una|unas) dudas?\b/,
      /^(?:\?|que|como|entonces|no|me interesa|y|[1-9]|uno|dos|tres)(?: \?)?$/,
    ],
  },
];
