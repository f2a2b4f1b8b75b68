/**
 * What agrees in other words than a yes, or stands beside a yes and changes nothing: who agreed, thanks, where the parcel is
 * awaited. Folded, and whole: a word more leaves words that no list has, so the clause is no yes.
 */
type SetPhrase = readonly [RegExp, string];

const DECIDES = "(?:(?:mi|el|la|l[oa]s|don|dona) \\w+|ell[oa]s?|el)";

/** What that person says. */
const AGREES =
  "si (?:confirma|quiere|acepta|senora?|hay)|si|bueno|listo|dale|hagale|hagamosle|le de|de una|esta bien|confirm(?:a|o|e|an|en)|acept(?:a|an)|autoriz(?:a|an)|proced(?:a|an)|(?:(?:se|me|nos) )?l[oa]s? (?:mand|envi|despach|quier|compr|pid)(?:e|en|an|a)";

/** Before all other phrases: they would take a part of these. */
export const AGREEMENT_PHRASES: readonly SetPhrase[] = [
  // "Ya le pregunté y dice que sí": what they did to be told so.
  [
    new RegExp(
      `\\b(?:ya )?(?:yo )?(?:l[eoa]s? ){0,2}(?:pregunte|consulte|lei|mostre|ensene|comente|conte|hable)(?: (?:a|con) ${DECIDES})?(?: ,)? y(?: ,)? (?=(?:(?:ya|me|nos|ella|el) ){0,2}(?:dice|dijo|dicen|dijeron)\\b)`,
      "g",
    ),
    "",
  ],
  // "Ya ella lo revisó y está de acuerdo".
  [
    new RegExp(
      `^(?:(?:y|pues|ah|bueno) )*(?:ya ${DECIDES}|${DECIDES} ya) (?:l[oa]s? (?:reviso|vio|leyo|miro) y (?:ya )?)?(?:esta|estan) (?:de acuerdo|conformes?)(?= |$)`,
      "g",
    ),
    "si",
  ],
  // "Sírvase enviarlo", "sí, me lo envían por favor": with a courtesy behind it no condition.
  [/\bsirvan?se (?:a )?(?:envi|mand|despach)ar(?:l[oa]s?|mel[oa]s?)?(?= |$)/g, "envielo"],
  [
    /^si (?:me|nos) l[oa]s? (?:envi|mand|despach)[ae]n? (?:por favor|porfa|porfavor|gracias|pues|entonces)(?: (?:gracias|porfa|pues))?$/,
    "si",
  ],
  // "Le digo que sí, que lo mande", "eche sí, cuántas veces te lo digo".
  [/^(?:(?:pues|mire|ya|oiga|que) )*(?:se|les?|te) (?:digo|dije|repito|estoy diciendo) que si(?= |$)/, "si"],
  [/\bcuantas veces (?:(?:se|les?|te|l[oa]) ){1,2}(?:digo|repito|tengo que (?:decir|repetir))\b/g, "ya"],
  [/\b(?:l[oa]s|sus) datos de (?:mi|el|la|don|dona) [a-z]+$/g, "los datos"],
  // "Me dice el jefe que sí", "que sí dice ella", "el patrón dice que confirma": the one who decides.
  [
    new RegExp(
      `(?<!\\bsi )\\b(?:(?:y|pues) )?(?:${DECIDES} )?(?:(?:ya|me|nos|le) ){0,2}(?:dice|dijo|dicen|dijeron)(?: ${DECIDES})? que (?:${AGREES})(?= |$)`,
      "g",
    ),
    "si",
  ],
  [
    new RegExp(
      `^(?:(?:y|pues|ah|ok|listo) )*que (?:${AGREES}) (?:(?:ya|me|nos|le) ){0,2}(?:dice|dijo|dicen|dijeron)(?: ${DECIDES})?$`,
    ),
    "si",
  ],
  [/^(?:(?:ay|pues|claro|jaja) )*(?:usted(?:es)?|vos|tu|su merced|dios) (?:bien )?sab(?:es?|en) que si(?= |$)/, "si"],
  [
    /^que (?:si )?(?:(?:me|nos|le|se) )?l[oa]s? (?:pid|compr|mand|envi|despach|llev|quier)(?:a|e|an|en|amos|emos)(?: (?:ya|pues|no mas|de una))?$/,
    "si",
  ],
  // "Las tres estamos de acuerdo", "estoy conforme con el resumen". "Si mi hijo está de acuerdo" is a condition.
  [
    /\b(?:(?:l[oa]s (?:dos|tres|cuatro)|tod[oa]s|nosotr[oa]s|amb[oa]s) )?(?:estoy|estamos)(?: (?:muy|totalmente|completamente|tod[oa]s))? (?:de acuerdo|conformes?)(?: con (?:el|la|lo|los|todo|eso|es[eo]s?|est[eo]s?|mis|su)(?: (?:resumen|pedido|valor|precio|total|datos|anterior|dicho))?)?(?= |$)/g,
    "si",
  ],
  [/\b(?:autorizo|acepto) (?:el|la|mi|este|ese) (?:envio|despacho|entrega|pedido|compra)\b/g, "autorizo"],
  // "Doy mi aprobación para el envío", "doy el ok", "confírmeme el pedido".
  [
    /\bdoy (?:el|la|mi|un) (?:si|ok|okey|visto bueno|aprobacion|autorizacion|aval|aceptacion|consentimiento)(?: (?:para|al?|a la|de) (?:(?:el|la|mi) )?(?:envio|pedido|despacho|compra))?(?= |$)/g,
    "apruebo",
  ],
  [
    /\bconfirm(?:e|a|en|an)(?:me|nos|nme)(?:l[oa]s?)?(?: (?:el|mi|la|ese|este) (?:pedido|compra|envio|orden))?(?=$| (?:ya|pues|porfa|entonces|gracias|deuna|y)\b)/g,
    "confirmo",
  ],
  // "Así está bien", "así le llega", of the summary.
  [
    /^(?:(?:si|bueno|ok|listo|ya|todo) )*(?:asi (?:si )?(?:le|me|nos|les) llegan?|asi (?:ya )?(?:esta|quedo|queda) (?:muy )?(?:bien|perfecto|bueno)|esta (?:muy )?bien asi)(?: (?:muchas |mil )?gracias)?$/,
    "si",
  ],
  // "Si apunte", "listo, anótelo": a yes to what is written down.
  [
    /^(?:si|listo|dale|claro|bueno) (?:senora? )?(?:an[o]t|apunt|registr|agend|mont)(?:a|e|en)(?:me|nos)?(?:l[oa]s?)?(?: (?:pues|porfa|gracias|ya|todo|pedido|el pedido|entonces))*$/,
    "si",
  ],
  [/\bhagamo(?:s)?(?:le|lo)\b/g, "hagamosle"],
  [/^(?:(?:ok|oh) )?(?:yeah?|ye[ps]|siu)(?= |$)/, "si"],
  // The one who decides stands beside the telephone.
  [
    /\b(?:y )?(?:ella|el|(?:mi|la|el) [a-z]+|dona? [a-z]+) (?:ya )?esta (?:(?:aqui|aca|ahi|al lado|a mi lado|conmigo|presente|oyendo|escuchando|mismo|mio|mia) ?)+(?: ?,)?(?: y)? ?(?=(?:(?:me|ya) )*(?:dice|dijo|si)\b)/g,
    "",
  ],
  [/^(?:(?:ah|bueno|ok|listo|pues|perfecto|ya) )*entonces si(?: (?:senora?|mij[oa]|pues|porfa))?$/, "si"],
  // "Sí, confirma porfis", and nothing else in the clause.
  [
    /^(?:(?:si|yes|ok|okey|listo|dale|bueno|claro|entonces|pues|ya|ah|todo|esta|correct[oa]|bien|perfect[oa]|mij[oa]|parce|amig[oa]|vecin[oa]) )*confirm(?:a|e|en)(?: (?:porfa|ya|pues|gracias|todo|entonces|deuna|eso|es[ae]|mij[oa]))*$/,
    "confirmo",
  ],
  // "Confirme el pedido": not "que confirme", which another is to do.
  [
    /(?<!\b(?:que|me|le|se|nos|no|hija|hijo|esposo|esposa) )\bconfirm(?:e|en|a) (?:el|mi|la|ese|este) (?:pedido|compra|envio|orden)\b/g,
    "confirmo",
  ],
  [/\b[ck]o[nm]?f(?:ir|ri|i)m(o|ad[oa]|amos)\b/g, "confirm$1"],
  [/(?<=\w )su merce(?:d(?:cita)?)?\b/g, ""],
  // On the islands.
  [/^(?:that s (?:right|correct|fine|ok)|send it|go ahead|all good|sounds good|yes please)$/, "si"],
  [/\bbien puedan?\b(?= \w)/g, "pues"],
  // "Sí mi hijo", of an older customer.
  [
    /(?<=^(?:si|bueno|claro|listo|dale|correcto|asi es|eso es?|gracias)(?: senora?)?) mi (?:hij[oa]|nin[oa]|jovencit[oa]|doctora?|don)$/,
    "",
  ],
  [/\bpongal[eo] que si\b|\b(?:cojal[oa]|cogel[oa]|dejel[oa]) asi\b(?= si$)/g, "si"],
  [/\b(?:todo )?al pelo\b|\ba pedir de boca\b/g, "bien"],
  [/\blisto el pollo\b/g, "listo"],
  [/\b(?:por )?esta vez\b/g, "pues"],
  [/^(?:y )?(?:ya )?(?:asi quedamos|quedamos (?:asi|en eso))(?: entonces)?(?= |$)/, "si"],
  [
    /^(?:(?:yo|ok|bueno|listo|ah|pues|va) )*(?:me (?:arriesgo|le mido|lanzo|animo|la juego)|le (?:jalo|meto ficha))(?: pues| entonces)?$/,
    "si",
  ],
  [/\b(?:deje(?:l[oa]s?|mel[oa]s?)|que(?:da|de|do|dan)|esta|va) en firme\b/g, "confirmado"],
  [/\b(?:para ?(?:a ?)?lante|met[ae] (?:el|mi|ese) pedido)\b/g, "adelante"],
  // Nothing is to be put right.
  [
    /\b(?:nada que (?:corregir|cambiar|agregar|quitar|objetar)|sin (?:ningun )?(?:cambios?|correcion(?:es)?|novedad))\b/g,
    "bien",
  ],
  // Courtesies of one who was away, waits or hopes.
  [
    /\b(?:perdon(?:e|en)?|disculp(?:e|en|a)|que pena) (?:por )?(?:la|mi|tanta) (?:demora|tardanza|hora|molestia|espera)\b|\b(?:quedo|quedamos|estoy|estare|quedare) (?:a la|en) espera(?: (?:del?|de la|de mi)(?: \w+)?)?(?= |$)|\bbendito (?:sea )?dios\b|^(?:amen )?que (?:todo )?sea para bien$/g,
    "gracias",
  ],
  [
    /(?<!\bno )(?<!\bsi )\b(?:yo )?confio en (?:ustedes|usted|dios|su palabra|que (?:(?:si|me|nos|l[oa]s?|todo) ){0,3}(?:llegue|lleguen|sirva|funcione|cumplan))\b(?! (?:pero|no|aunque)\b)/g,
    "gracias",
  ],
  [
    /^(?:(?:pero|y|eso si) )*(?:ojala|espero|esperemos|que)(?: que)? no (?:me |nos )?(?:fallen|falle|queden mal|incumplan|vayan a (?:fallar(?:me)?|quedar(?:me)? mal|incumplir(?:me)?))$/,
    "gracias",
  ],
  [/\bya l[oa]s? lei(?: (?:bien|todo|complet[oa]))*(?: y)?(?= )/g, "bien"],
  [/^(?:ya )?con (?:toda )?(?:la )?confianza$/, "saludos"],
  [
    /(?<=^(?:(?:si|pues|listo|ok) )*(?:hagale|dele|dale|mandel[oa]s?|enviel[oa]s?|despachel[oa]s?)) con (?:tod[oa] |much[oa] |la )*(?:confianza|gusto|fe)$/,
    "",
  ],
  [/\b(?:con )(?:todo (?:el )?|mucho )(?=gusto\b)/g, "con "],
  [/\bantes (?:de )?que (?:me (?:arrepienta|desanime)|se (?:acaben?|agoten?))\b/g, "pues"],
  // What was compared, and found right.
  [
    /\b(?:ya )?(?:(?:me|le|les|lo|la|los) ){0,2}(?:revise|revisamos|mire|verifique|lei)(?: (?!no\b|pero\b|si\b)\w+){0,6} y (?:todo )?(?:esta|estan)(?: todo)? (?:tal cual|bien|correct[oa]s?|perfect[oa]s?|en orden)\b/g,
    "bien",
  ],
  // The porter is told, and no other person is asked.
  [
    /\b(?:yo )?(?:ya )?(?:le|les) (?:aviso|digo|informo|dejo dicho) (?:al?|en)(?: (?:l[oa]s?|mis?))? (?:porter\w{1,3}|celador\w{0,3}|vigilan\w{1,4}|recepcion\w{0,5}|conserj\w{1,4}|empleada|muchacha|herman[oa]|espos[oa]|mam[aiy]|papa|hij[oa]|vecin[oa]|suegr[oa]|cunad[oa]|ti[oa]|prim[oa]|novi[oa]|mujer|marido|senora)(?: de(?:l| la) \w+)?(?: (?:para )?que (?:me )?(?:l[oa]s? )?(?:recib|esper|este|pagu?|atiend)\w{0,3}(?: (?:pendiente|list[oa]|el (?:pedido|paquete)))?)?(?= ,|$)/g,
    "saludos",
  ],
  // Back at the telephone.
  [
    /^(?:(?:ya|si|perdon|ok) )*(?:aqui|aca) (?:estoy|toy|ando|sigo|estamos)(?: (?:de nuevo|otra vez|atent[oa]))?$|^(?:(?:ya|perdon) )*(?:volvi|regrese|me desocupe)(?: de nuevo| otra vez)?$/,
    "saludos",
  ],
  [
    /^(?:es que )?(?:yo )?(?:estaba|andaba) (?:con (?:un|una|el|la|mi|los|unos)|en (?:el|la|un|una|mi)|ocupad[oa]|trabajando|manejando|almorzando|comiendo|atendiendo|cocinando|durmiendo)(?: (?:paciente|client\w{1,2}|trabajo|turno|clase|reunion|cocina|bano|finca|casa|nin[oa]s?|vecin[oa]|mama|tienda|calle|misa|a|en|el|la|un|una))*$/,
    "saludos",
  ],
  // Why they were away from the telephone, in any words that put nothing off.
  [
    /^(?:(?:ay|uy|ah|perdon|disculpe?|disculpa|que pena|es que|ya|oiga|si) )*(?:yo )?(?:estaba|andaba|estabamos|andabamos|me (?:quede|ocupe|entretuve|distraje|llamaron))(?: (?!(?:pens|consult|averig|pregunt|compar|dud|mir|buscando|no|pero|sin|otr|revis|leyendo|hablando|arrep)\w*\b)[a-z]+){1,7}$/,
    "saludos",
  ],
  // The carrier comes to where they live: what they were told suits them.
  [
    /^(?:(?:ok|okey|ah|bueno|listo|perfecto) )*(?:es[aeo]s?|est[ae]) (?:si )?(?:(?:me|nos|l[oa]) )?(?:pasan?|llegan?|viene|vienen|entran?|conozco|queda cerca|tiene oficina)(?: (?:por|a|hasta|aca|aqui|alla|mi|el|la|barrio|casa|pueblo|vereda|cerca|siempre))*$/,
    "saludos",
  ],
  // "A la casita, que yo no bajo al pueblo": why at home.
  [
    /^((?:(?:no|si|pues|mejor|y|ah|bueno|que (?:me )?(?:lo )?(?:traigan|lleven|manden|llegue)) )*(?:a|en|hasta|para) (?:la|mi) (?:cas(?:a|ita)|finca|puerta)(?: [a-z]+){0,2}?) (?:que|porque|pues|ya que) (?:yo |ella |el |uno )?(?:ya |casi )?(?:no|nunca) (?:salgo|sale|bajo|baja|puedo|puede|voy|va|tengo|alcanzo|camino|manejo)(?: (?!(?:pero|plata|dinero|todavia|aun|si)\b)[a-z]+){0,8}$/,
    "$1",
  ],
  // Where the parcel is awaited, and how it comes.
  [/ (?:(?:que|porque|pues) )?(?:yo )?(?:(?:casi|ya) )?(?:no|nunca) salgo(?: (?:casi|nunca|de (?:la|mi) casa))?$/, ""],
  [
    /(?<=\bcasa) (?:que |porque )?(?:yo |alla |ahi )?(?:siempre |ahi )?(?:estoy|mantengo)(?: (?:siempre|todo el dia|ahi))*$/,
    "",
  ],
  [
    /^(?:(?:si|pues|es|seria|mejor|que (?:(?:me|nos|l[oa]s?|se) )*(?:lleguen?|traigan|lleven|manden|envien|entreguen)) )*(?:(?:a|en|hasta|para) )?(?:(?:la|mi|nuestra) )?(?:cas(?:a|ita|ica)|finca|puerta|domicilio)(?: (?:de siempre|de (?:ell[oa]s?|el|mi [a-z]+)|por favor|porfa|gracias|coma gracias|mejor|pues|si|no mas|nomas|ois|ve|oiga))*$|^(?:yo )?(?:l[oa]s? )?(?:espero|recibo|estoy|mantengo) (?:aqui |aca )?(?:en|a) (?:la|mi) (?:casa|finca)(?: todo el dia)?$/,
    "saludos",
  ],
  [
    /^(?:(?:pero|y|eso si) )*que (?:(?:me|nos|l[oa]s?) )*(?:vengan?|lleguen?|manden?|envien?) (?:bien |todo )?(?:sellad|empacad|cerrad|embalad|protegid|envuelt)[oa]s?$/,
    "saludos",
  ],
  [/^(?:y )?que (?:(?:se|me) )?(?:le|l[oa]s?) (?:entreguen?|den|dejen?)(?: a (?:ell[oa]s?|el|mi \w+))?$/, "ahi"],
  [
    /\b(?:que|y|pues)? ?(?:yo )?(?:mism[oa] )?l[oa]s? (?:voy a (?:recoger|reclamar|retirar)|recojo|reclamo|retiro)(?: (?:alla|ahi|en la oficina|yo mism[oa]))*$/,
    " ahi",
  ],
  // The reason to buy: it refuses nothing.
  [
    /\b(?:que |porque |y )?(?:es[ea] |yo |ell[oa] |casi |si )*(?:no|nunca) (?:me |se |nos )?(?:duerm\w{1,3}|pegan? (?:el|los) ojos?)$/g,
    "",
  ],
  // Dictated.
  [/(?: punto| coma)+$/, ""],
];

/** Behind all other phrases: what they leave. */
export const THANKS_FOR: SetPhrase = [
  /\bgracias por (?:(?:toda |todo |tanta )?(?:la|el|su|tu) (?:paciencia|atencion|ayuda|informacion|info|amabilidad|tiempo|explicacion|servicio|colaboracion|aclaracion)|todo|tanto)\b/g,
  "gracias",
];
