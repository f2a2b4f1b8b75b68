import type { IntentRule } from "../../nlu/intents/intent-rule.ts";
import { COUNTS_NOTHING_HERE } from "../../nlu/orders/counts-nothing-here.ts";
import { PACKS } from "./catalogue.ts";
import { ASKS_HOW_MANY, WHICH_OTHERS_TAKE } from "./pack-rules.ts";

/**
 * Words that make the question one about shipping, not the product: "¿cuánto vale el envío?" is no
 * price question.
 */
const SHIPPING = "(?:envios?|domicilios?|fletes?|transporte|despacho)";
const NOT_OF_SHIPPING = `(?! (?:(?:el|la|lo|un|del|de|por) ){0,3}${SHIPPING}\\b)`;

/** "79900", "79": a price of ours, as a folded text has it. */
const PRICE_FIGURES = PACKS.flatMap(({ priceCop }) => [String(priceCop), String(Math.floor(priceCop / 1_000))]).join(
  "|",
);

/** "60", "cien mil", "ciento cincuenta": none of our prices, and no number of jars. */
const OWN_SUM = `(?:(?!(?:${PRICE_FIGURES})\\b)(?:[2-9]\\d|1[0-6]\\d)(?:[ .]?000| mil)?|(?:cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien|ciento \\w+)(?: y \\w+)?(?: mil)?)`;

/** "Déjemelo en 60", "si me los deja en ciento cincuenta": a sum of the customer's own, and none of our prices. */
const LESS_FOR_IT = new RegExp(
  `\\b(?:dej[aeo](?:n|r|rian?)?(?:me|nos)?(?:l[oa]s?)?|pong[ao](?:me|nos)?(?:l[oa]s?)?|(?:d[ae]me|denme)(?:l[oa]s?)?|me l[oa]s? d[ae]n?|dan?) (?:(?:l[oa]s?|el|esos|en|por|como|todo|tod[oa]s) ){0,2}(?:(?:un[oa]?|dos|tres|[123]) (?:frascos? |tarros? )?)?(?:en|por|a) (?:unos |los )?(?:\\$ ?)?${OWN_SUM}\\b(?! (?:capsulas?|tabletas?|pastillas?|dias|minutos|horas|mg))`,
);

/** One weight for all of them: the first of two clear questions leads. */
const CLEAR = 92;

/**
 * Intents that ask for information (requirement A8), read on folded text. A weight of 85 or more is
 * a clear question, 60 to 84 a likely one, 40 to 59 a guess that the customer is asked about.
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
      /^(?:salud(?:o|ito)s|hey|buena|cordial saludo|que mas(?: pues)?(?=$| [,?])|quiubo|que hubo|aloh?|feliz (?:tarde|dia))\b/,
      /^(?:ey+|epa+|epale|ole|oiga|aloo*)(?:$| (?=(?:hay|esta|estan|atienden|ustedes|amig[oa]|vecin[oa]|parcer[oa]|que mas)\b))/,
      // Tourists and click-to-WhatsApp ads.
      /^(?:hell?o|hi|good (?:morning|afternoon|evening))\b/,
    ],
    unless: [/\b(?:que|le) (?:tenga|tengan|deseo|pase)\b/],
  },
  {
    name: "asks-who-writes",
    intent: "hola",
    weight: CLEAR,
    patterns: [
      /\bcon quien tengo el (?:gusto|placer|honor)\b/,
      /\bcomo (?:te llamas|se llama(?: usted| uste| ud| sumerce)?)(?: \?|$)|\b(?:digame|cual es) su gracia\b/,
    ],
  },
  {
    name: "price-how-much",
    intent: "precio",
    weight: CLEAR,
    patterns: [
      new RegExp(
        `\\b(?:cuanto|que|en cuanto|a cuanto|a como) (?:es que |seria |me |nos |te |les? |se |lo |la |los |las ){0,2}(?:esta|estan )?(?:vale|valen|valdria|cuesta|cuestan|sale|salen|saliendo|cobran?|cobrando|queda|quedan|quedando|quedaria|saldria|costaria|costando|valdria|valiendo|tienen?|dejan?|dejando|venden?|vendiendo)\\b${NOT_OF_SHIPPING}(?! (?:en llegar|la consulta))`,
      ),
      /\bcuanto (?:es|seria|son)(?= |$)(?! (?:lo del |el |la )?(?:envio|domicilio|flete|tiempo))/,
      /\b(?:a|en) cuanto (?:esta|estan|el|la|los|las|lo|\d|dos|tres|uno)\b/,
      /\ba como (?:esta|estan|el|la|los|las|son|es|eso|esa|ese|esas|esos|las? venden?|l[oa]s? (?:tienen?|dejan?|dan?))\b|\ba como(?: \?)?$/,
      /\bcuanto (?:(?:por|para) )?(?:el|la|los|las|lo|uno?|dos|tres|\d)\b(?! (?:tengo|hay|se|me)\b)/,
      /^(?:y )?(?:el|la|los|las|por) (?:de )?(?:[123]|uno|dos|tres) \?/,
      /\bhow much\b|\bprice\b/,
      /\bcuanto (?:plata|dinero|pagaria|pago|toca pagar|debo|le debo|hay que pagar)\b/,
      /\bcuanto (?:me |le |nos )?(?:esta|estan|estaria|estarian) (?:cobrando|costando|saliendo|valiendo|quedando|vendiendo)\b/,
      /^(?:y )?(?:como )?(?:a )?cuanto(?: \?)?$/,
      // "Uno cuesta 79.900, ¿verdad?"
      new RegExp(
        `\\b(?:cuestan?|valen?|salen?|es|son|a) (?:en |a |de )?(?:${PRICE_FIGURES})(?: (?:mil|pesos)){0,2},? (?:verdad|cierto|no|si|o como|entonces)? ?,? ?\\?`,
      ),
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
      /\bdescuent(?:o|ic|it)\w{0,3}\b/,
      /\bcombos?\b/,
      /\breba(?:ja|jan|jita|jas|jen)\b/,
      /\b(?:mas|otras?|hay (?:de )?|tienen (?:de )?)(?:cantidad(?:es)?|cuatro|cinco|seis|diez|[4-9]|1[0-9])\b/,
      /\b(?:quiero|deme|necesito|llevo|me llevo|mandeme|envieme|serian?|para|pedir|comprar|llevar|dame)(?: (?:los|de))? (?:cuatro|cinco|seis|siete|ocho|diez|doce|[4-9]|[1-9][0-9])(?= frascos?| unidades| tarros?| paquetes|$)/,
      /^(?:los |el de |las |de )?(?:cuatro|cinco|seis|siete|ocho|diez|doce|[4-9]|[1-9][0-9])(?: frascos?| unidades| tarros?)(?: por favor| porfa)?$/,
      /^(?:el|la|los|las) (?:de )?(?:cuatro|cinco|seis|siete|ocho|diez|doce|[4-9]|[1-9][0-9])$/,
      /\b(?:dos|2) ?(?:por|x) ?(?:uno|1)\b/,
      /\bsi (?:llevo|compro|pido) (?:dos|tres|varios|mas|\d)\b/,
      /(?<!\b(?:vender|venderl[oa]s?|revender|distribuir)\b.{0,40})\bal por mayor\b/,
      /\b(?:ver|mostrar(?:me)?|muestre(?:me)?|cuales son) (?:los|las|sus) (?:paquetes|opciones)\b/,
      /\bcual(?:es)? (?:me |nos )?(?:recomienda|recomiendan|aconseja|conviene|es mejor)\b/,
      ASKS_HOW_MANY,
      WHICH_OTHERS_TAKE,
      /\b(?:que|cual es la|hay alguna) diferencia (?:hay |tienen? )?(?:entre|de) (?:\w+ ){0,2}(?:paquetes?|promos?|promociones|combos?|opciones|un[oa]|dos|tres|[123])\b/,
      // "¿Ni 60?": a sum of the customer's own, and none of our prices.
      new RegExp(`^(?:(?:y|ni|entonces|bueno|siquiera) ){0,2}(?:(?:en|a|por) )?${OWN_SUM} \\?$`),
      ...COUNTS_NOTHING_HERE,
      LESS_FOR_IT,
    ],
    // "deme la promo de 2" chooses; it does not ask which there are.
    unless: [
      /\b(?:promo|promocion|oferta|combo|paquete|kit) (?:de |x |por )?(?:[123]|un|uno|dos|tres)\b(?!.{0,60}(?:\?|cuant))/,
    ],
  },
  {
    name: "too-expensive",
    intent: "info_promociones",
    weight: 65,
    patterns: [
      /\b(?:muy|tan|que|mas|algo|un poco|esta|es|sale|re) (?:car[oa]|costos[oa]|carit[oa]|carisim[oa])\b/,
      /\b(?:me|nos) (?:l[oa]s? )?(?:puede )?dej(?:a|an|ar|aria|e|en) (?:en|por|a|mas) (?:menos|algo menos|barat\w{1,4}|economic\w{1,3})\b/,
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
      /\b(?:ingredientes|componentes?|composicion|(?<!\b(?:con|sin|necesit\w{1,3}|requier\w{1,3}|pid\w{1,3}|piden?|toca|llevar|exig\w{1,3}|tengo|hay que|una|mi|la|si) )formula(?! (?:medica|del? (?:medico|doctora?)))|contenido)\b/,
      /\bcuant[ao]s? (?:pastillas?|pastas|pasticas|tabletas?|capsulas?|caps|pepas|pepitas|unidades|miligramos|mg)\b(?! (?:me |se |le )?(?:debo |hay que |toca |puedo |tengo que )?tom)/,
      /\bde que (?:esta|estan|es|son|viene) (?:hech|compuest|fabricad)/,
      /\bque es (?:el |la |lo )?(?:somnio|producto|eso|esto|que venden)\b/,
      /\b(?:es|son|en|viene|vienen) (?:en )?(?:natural(?:es)?|gotas|gomitas|pastillas?|capsulas?|tabletas?|jarabe|polvo)\b/,
      /\b(?:trae|traen|vienen?|incluye) (?:de )?(?:a )?(?:cuant|el frasco|cada)/,
      /\b(?:tiene|trae|contiene|lleva) (?:melatonina|magnesio|azucar|valeriana)\b/,
      /\b(?:para )?cuanto (?:tiempo )?(?:(?:me|le) )?(?:dura|alcanza|rinde)n?\b/,
      /\bcuant[oa]s (?:meses|dias|semanas|noches) (?:(?:me|le|nos|es|son) )?(?:dura|alcanza|rinde|son)n?\b/,
      /\bcuanto (?:trae|traen|viene|contiene)\b/,
    ],
  },
  {
    name: "tell-me",
    intent: "contenido_envase",
    weight: CLEAR,
    patterns: [
      // "Ajá, cuéntame".
      /^(?:(?:aja|a ver|ok|oki|bueno|listo|si|dale|hola|buenas|y|pues|mande)(?: ,)? ){0,3}(?:cuent[ae](?:me|nos)|expli(?:que|ca)(?:me|nos)|hable(?:me|nos))(?: (?:pues|todo|mas|mij[oa]|entonces|porfa|a ver)){0,2}$/,
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
      /\b(?:estoy|quede|sigo) (?:muy )?interesad[oa]\b/,
      /\b(?:vi|mire|encontre|me (?:salio|aparecio|aparecieron|llego)) (?:\w+ ){0,2}(?:publicidad|anuncio|pagina|video|publicacion|propaganda|facebook|instagram|tiktok)\b/,
      /\bme (?:contaron|hablaron|recomendaron|comentaron|dijeron) (?:\w+ )?(?:de|del|sobre|maravillas|a) \w+|\bme (?:recomendaron|aconsejaron) (?:el |los |las )?(?:somnio|producto|pastillas|tabletas)/,
      /\b(?:un|una|mi) (?:\w+ )?(?:amig[oa]|herman[oa]|vecin[oa]|compan\w+|cunad[oa]|prim[oa]|ti[oa]|mama|hij[oa]|espos[oa]|jef[ae])(?: (?:del?|de la|de mi) \w+)? me (?:los |las |lo |la )?(?:conto|hablo|recomendo|comento|dijo|paso)\b/,
      /\b(?:es|escribo|vengo|llamo|pregunto) (?:por|de) (?:lo|el|la|las|los) (?:de |del )?(?:\w+ )?(?:somnio|pastillas|tabletas|producto|anuncio|publicidad|pagina|frasco)\b/,
      /\b(?:me (?:puede|podria|pueden)|quiero que me) (?:dar|brindar|regalar|contar|explicar|informar) (?:mas )?(?:informacion|sobre|del|de|acerca)/,
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
      /\b(?:cada cuanto|a que horas?|cuando|con que|cuanto tiempo|por cuanto tiempo|todos los dias|diari[oa]) (?:\w+ ){0,4}tom(?:a|an|o|ar\w{0,5})\b/,
      /\b(?:se |me l[oa]s? |l[oa]s? |hay que |toca )tom(?:a|an|o|ar|arl[oa]s?|arse) (?:\w+ ){0,2}(?:todos los dias|diari|cada|siempre|antes|despues|solo|por la noche|en la noche|de noche|a diario|con|en la manana)/,
      /\bcon (?:o sin )?comida\b|\bcon el estomago\b|\ben ayunas\b|\bantes o despues de\b/,
      /\bcomo (?:\w+ ){0,3}(?:consum\w{1,7}|utiliz\w{1,5}|ingier\w{1,3}|us[ae]rl[oa]s?)\b/,
      /\btom(?:a|o|an|ar) (?:\w+ ){0,2}(?:en ayunas|con agua|antes de dormir|despues de comer|de dia|de noche)\b/,
    ],
  },
  {
    name: "how-to-pay",
    intent: "modopago",
    weight: CLEAR,
    patterns: [
      /\bcomo (?:\w+ ){0,3}(?:pago|paga|pagan|pagar(?:les?|lo|ia)?|consigno)\b/,
      // "cancelar" also means "to pay" in Colombia.
      /\bcomo (?:\w+ ){0,2}cancel(?:o|a|ar|aria)\b(?! (?:el |mi |la )?(?:pedido|orden|compra))/,
      /\b(?:a donde|donde|a que cuenta|a que numero) (?:\w+ ){0,2}(?:pago|pagar|consigno|consignar|transfiero)\b/,
      /\b(?:modo|manera) de pago\b/,
      /\bde que (?:manera|forma|modo) (?:\w+ ){0,2}(?:cancel|pag)/,
    ],
    unless: [/\bcontra ?entrega\b/],
  },
  {
    name: "payment-methods",
    intent: "metodos_de_pago",
    weight: CLEAR,
    patterns: [
      /\b(?:metodos?|medios?|formas?|opciones|tipos?) (?:de|para) pag(?:os?|ar)\b/,
      /\b(?:nequi|daviplata|bancolombia|pse|ad+i|sistecredito|paypal|efecty|breb|bre b)\b/,
      /\b(?:tarjeta|transferencia|(?<!\b(?:sac|hic|aparec|pid|met)\w{1,5} (?:\w+ ){0,3})credito|cuotas)\b/,
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
      /\b(?:cuanto|cuantos dias|que tanto) (?:tiempo )?(?:(?:se|me|le|les|nos) ){0,2}(?:demora|demoran|demoraria|tarda|tardan|tardaria)\b/,
      /\b(?:vivo|vereda|pueblo|municipio|ciudad|barrio|corregimiento|finca)\b.{0,40}\b(?:llegan?|llegaria|mandan|envian)\b/,
      /\b(?:ship|shipping|deliver|delivery)\b/,
      /\b(?:cuando|en cuanto(?: tiempo)?|en cuantos dias|a que horas?|que dia|para cuando|hoy|manana) (?:\w+ ){0,3}(?:llega|llegan|llegaria|llegando|entregan|entregaria|tendria|recibo|recibiria|estaria)\b/,
      /\bpor (?:que )?guia\b/,
      /\b(?:le|me|les|nos) llega(?:ria|n)? (?:a |hasta )?\w+/,
      /\bllegan? (?:a|hasta) \w+/,
      /\btiempo de entrega\b/,
      /\b(?:cobran?|pag(?:o|a|ar)|vale|tiene|hay|sale) (?:\w+ ){0,3}(?:adicional(?:es)?|recargos?|sobrecostos?|extra|de mas)\b/,
      /(?<!\bcontra )\b(?:entregan?s?|reparten)\b/,
      /\b(?:servientrega|coordinadora|cordinadora|interapidisimo|interrapidisimo|transportadora|envia)\b(?! (?:la |el |una )?(?:informacion|foto|precio))/,
      /\bcobertura\b/,
      // "Armenia Quindío, ¿sí llega?"
      /(?:^|\b)(?:si |tambien |me |nos ){0,2}(?:llegan?|llegaria) ?\?$/,
    ],
    unless: [
      /\bno (?:me )?(?:ha|han) llegado\b/,
      /\bno me llego\b/,
      /\benvio (?:mis|los|mi|el|la|las) (?:datos|direcion|informacion|comprobante|nombre|cedula|foto)/,
    ],
  },
  {
    name: "health-registration",
    intent: "invima",
    weight: CLEAR,
    patterns: [
      /\binvima\b/,
      /\bregistr(?:o|ad[oa]s?)\b/,
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
      /\b(?:peligros[oa]|riesgos?|adicti\w{1,4}|adicion|dependencia|vicio|acostumbramiento|envici\w{1,4}|habituaci?on)\b|\b(?:me|uno se|se) (?:acostumbr\w{1,5}|vuelv\w{1,2} (?:adict|dependient)\w{1,3})\b/,
      /\b(?:alergi\w{1,3}|embaraz\w{1,3}|embarazo|lactan\w{1,4}|lactancia|hipertens[oa]|hipertension|diabetes|diabetic[oa]|tiroides|presion alta|migrana)\b/,
      /\b(?:puedo|puede|pueden|se puede) (?:\w+ ){0,2}tomar\w{0,3} (?:\w+ ){0,2}(?:si|con|junto|embaraz|nin[oa]s)\b/,
      /\b(?:adultos? mayor(?:es)?|tercera edad|ancian[oa]s?|adolescentes?|bebes?)\b/,
      /\b(?:tomar|tomarl[oa]|toma|tomarsel[oa]|consumir|consumirl[oa]|dar(?:le|sel[oa])|puede)\b.{0,40}\b(?:\d{1,3} anos|persona mayor|mi (?:mama|papa|abuel\w{1,4}|espos[oa]))\b/,
      /\b(?:ninos|ninas|menores|(?:para|pa) mi hij[oa]|mi hij[oa] (?:\w+ )?(?:puede|tom\w{1,3}|no duerme|sufre)|alcohol|licor|antidepresivos?|anticonceptiv[oa]s?|anticoagulantes?|medicamentos?)\b/,
      /\b(?:con|tomo|tomando|tomar|tomado|mezclar(?:l[oa])?) (?:\w+ ){0,2}(?:tragos?|cerve(?:za|cita)s?|polas?|guaro|aguardiente|ron|vino|whisky|tequila)\b/,
      /\b(?:marcapasos|epilepsia|epileptic[oa]|taquicardia|arritmia|gastritis|ulcera|cancer|quimio\w{0,7}|dialisis|cirugia|asma|asmatic[oa]|glaucoma|colon irritable|apnea|parkinson|alzheimer|lupus|depresion|bipolar)\b/,
      /\b(?:problemas?|enferm\w{1,6}|operad[oa]|sufr\w{1,3}|mal) (?:\w+ ){0,2}(?:corazon|rinon(?:es)?|higado|tension|presion|azucar|nervios)\b/,
      /\b(?:da|dan|deja|dejan|produce|causa) (?:\w+ )?(?:resaca|guayabo|mareos?|dolor de cabeza|pesadillas|sueno (?:de dia|al otro dia))\b|\b(?:amanece|amanezco|levanta|levanto) (?:uno )?(?:\w+ )?(?:embobad\w{1,2}|maread\w{1,2}|atontad\w{1,2}|dopad\w{1,2}|sonolient\w{1,2})\b/,
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
      /\b(?:cuando|(?:a los|en|al?) cuant[oa]s? (?:tiempo|dias|noches|semanas)) (?:\w+ ){0,3}(?:(?:se|uno|le|me) )?(?:ve|ven|nota|notan|siente|sienten|veo|noto|siento|empieza|comienza|surte) (?:\w+ ){0,4}(?:cambios?|mejoria|efectos?|resultados?|diferencia|alivio)\b/,
      /\bpuro cuento\b/,
      /\b(?:hace|hacen|hara|haga|haria|hacer) (?:algun |mucho |buen )?efecto\b|\bcuando (?:hace|empieza|se ve|se siente)/,
      /\b(?:eso|esto|es|son|sera) (?:un |una |pura )?(?:mentira|cuento|carreta|verdad|cierto|paja)\b(?: \?| o |$)/,
      /\bsera que (?:\w+ ){0,3}(?:sirve|funciona|ayuda|si|duermo|resulta)\b/,
      /\b(?:quita|cura|alivia|mejora|calma|controla) (?:el|la|los) (?:\w+ )?(?:insomnio|ansiedad|estres|sueno|nervios)\b/,
      /\b(?:recomendad[oa]|buenos resultados|le ha servido|les ha servido|ha funcionado)\b/,
      /\b(?:es|son|sera) (?:\w+ )?(?:buen[oa]s?|verdad|ciert[oa]|seguros?|real(?:es)?|mentira)(?: \w+)? \?/,
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
      /\bronc(?:o|a|an|ar|ando|quidos?)\b/,
      /\bno (?:puedo|logro|he podido|consigo) (?:dormir|conciliar|descansar)\b/,
      /\b(?:duermo|descanso) (?:muy )?(?:mal|poco|nada)\b|\bno (?:duermo|duerme|descanso|descansa)\b|\bsin dormir\b|\bnada me (?:hace|ayuda a) dormir\b/,
      /\b(?:algo|remedio|producto|pastillas?|pastas) (?:bueno )?(?:para|pa) (?:poder )?(?:dormir|el insomnio|el sueno|descansar)\b/,
      /\b(?:me (?:despierto|desvelo)|paso (?:la noche|derecho)|no pego (?:el )?ojo)\b/,
      /\b(?:no me dejan? dormir|me quita el sueno|(?:el )?sueno se (?:me |le )?(?:va|fue|quita|espanta)|mal sueno|problemas? (?:de|para|con) (?:el )?(?:sueno|dormir))\b/,
      /\bsi (?:\w+ )?no (?:me |le |nos )?(?:sirv|funcion|gust|hace)/,
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
      /\b(?:una|otra) pregunt(?:a|ica|ita)\b/,
      /\btengo (?:una|unas|otra) (?:dudas?|inquietud|preguntas?)\b/,
      /^(?:\?|que|como|entonces|no|me interesa|y|\d{1,3}|uno|dos|tres|cuatro|cinco)(?: \?)?$/,
    ],
  },
];
