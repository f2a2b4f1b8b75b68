/**
 * What may stand beside a yes and changes nothing of what is ordered: that all was written down well, who receives or pays, a
 * hope, a shrug, where they will be. Each is a whole clause, or the end of one behind a yes; words that none of them has leave
 * the clause as it was, so it is no yes. Folded.
 */
import { remembering, SOME_TEXTS } from "../../core/remembering.ts";
import { RELATIVE } from "../words/relatives.ts";

const JOINS = "(?:(?:y|que|pues|porque|eso si|ah|ademas|igual|ya|bueno|ok|listo|entonces) ){0,2}";
const PERSON = `(?:yo(?: mism[oa])?|ell[oa]s?|el|nosotr[oa]s|(?:mis?|la|el|l[oa]s|don|dona|una?|su) (?:${RELATIVE}|senora?|muchach[oa]|emplead[oa]|celador|vigilante|porter[oa]|gente)(?: de (?:la|mi) casa| (?!no\\b|si\\b|pero\\b)[a-z]+)?)`;
const RIGHTLY =
  "(?:todo|muy|super|bien|tan|clarit[oa]|clar[oa]|correct[a-z]{1,6}|perfect[a-z]{1,6}|exact[a-z]{1,6}|bonit[oa]|precis[a-z]{1,4}|complet[a-z]{1,4}|en orden|tal cual|como (?:es|debe ser|era)|anotad[oa]s?|apuntad[oa]s?|escrit[oa]s?|puest[oa]s?|igual|igualito|al pelo)";

/** "Usted apuntó todo bien", "quedó bien escrito", "se ajusta a lo pedido". */
const NOTED = [
  `(?:(?:usted(?:es)?|todo|ahi|asi|eso|(?:l[oa]s|mis) datos|el (?:pedido|resumen)|(?:la|el|mis?|l[oa]s) (?:direcion|informacion|cuenta|apto|apartamento|casa|torre|barrio|numero|celular|telefono|nombre|apellido|correo|precio|valor|ciudad|nota)) ){0,2}(?:(?:l[oa]s?|me|muy|todo|se) ){0,2}(?:anoto|apunto|escribio|quedo|entendio|copio|puso|tomo|hizo|leyo|anotaron|apuntaron|quedaron|pusieron|escribieron|entendieron|coinciden?|concuerdan?|cuadran?|corresponden?|esta|estan|ven?) (?:${RIGHTLY} ){0,3}${RIGHTLY}`,
  "(?:todo )?(?:se ajusta|coincide|concuerda|corresponde|va) (?:a|con) (?:lo|mi) (?:(?:que )?(?:ya )?)(?:solicitado|pedido|solicitud|acordado|hablado|dicho|dije|pedi)",
];

/** "Mi hija lo recibe", "ella está de acuerdo", "yo pago al recibir". */
const AGREED_BY = `${PERSON} (?:ya )?(?:(?:me|l[oa]s?|le|se|nos) ){0,2}(?:pagan?|pago|pagamos|cancelan?|cancelo|reciben?|recibo|recibimos|esperan?|espero|esperamos|reclaman?|reclamo|recogen?|recojo|atienden?|sabe|saben|aceptan?|autorizan?|quieren?|necesitan?|esta (?:de acuerdo|enterad[oa]|pendiente|avisad[oa]|conforme|feliz|content[oa])|estan (?:de acuerdo|enterad[oa]s|pendientes|conformes))(?: (?:en (?:la|mi) casa|ahi|alla|aca|aqui|al recibir|en efectivo|contra ?entrega|tambien|mism[oa]s?|cuando (?:le )?llegue|en la puerta|en (?:la )?porteria|con gusto|todo|siempre))*`;

/** "Ojalá llegue rápido", "espero que me llegue bien", "a ver si por fin duermo". */
const HOPE = [
  "(?:ojala(?: que)?|espero que|esperemos que|que|a ver si) (?:(?:me|nos|l[oa]s?|todo|si|por fin|asi|ya) ){0,3}(?:llegue|lleguen|venga|vengan|salga|sirva|sirvan|sirve|funcione|funcionen|funciona|rinda|haga efecto|duerma|duermo|descanse|descanso|mejore|mejoro|concilio el sueno)(?: (?:muy|bien|todo|rapid[a-z]{1,6}|pronto|prontico|liger[oa]|luego|lueguito|temprano|complet[oa]|por fin|mas|algo|ya|a tiempo|lo mas pronto(?: posible)?|sin problemas?|tranquil[oa]|como un bebe|esta vez|de verdad))*",
  "(?:pero )?que (?:ojala )?no (?:se )?(?:(?:me|nos) )?(?:demore|demoren|tarde|tarden|vaya a (?:tardar|demorar))(?:se)?(?: (?:tanto|mucho|tant[oa]s dias|por favor|porfa|pues))*",
  "(?:pero )?(?:que (?:sea|venga|llegue) )?(?:rapid[a-z]{1,6}|liger[a-z]{1,4}|pront[a-z]{1,4}|lo mas (?:rapido|pronto) posible|urgente|bien empacad[oa]s?)",
  "(?:ya )?(?:estoy list[oa]|me urgen?|tengo (?:afan|prisa)|ya quiero (?:probarl[oa]s?|tomarl[oa]s?|dormir|descansar)|l[oa]s? (?:necesito|quiero)(?: ya| urgente)?)",
  "ojala (?:(?:que )?(?:me |nos )?(?:llegue|sea|venga) )?(?:manana|hoy|esta semana)(?: mismo)?",
  "(?:ojala(?: que)?|espero que|esperemos que) (?:(?:me|nos|l[oa]s?|si|ya) ){0,3}(?:llegue|lleguen|venga|vengan|salga|este|esten) (?:(?:ya|aca|aqui|alla) ){0,2}(?:antes del?|para(?: el| la)?|pal|el|este|esta|a mas tardar(?: el)?) (?:(?:fin de|mi|la|las|el) )?[a-z0-9]{2,12}(?: (?:semana|tarde|proxim[oa]))?",
  "(?:necesito|quiero) (?:ya )?(?:dormir|descansar)(?: (?:bien|ya|rico|urgente|por fin|en paz))*",
  "estoy (?:muy |re |tan |super |que )?(?:desesperad[oa]|cansad[oa]|mamad[oa]|aburrid[oa]|rendid[oa]|molid[oa]|agotad[oa]) (?:de|por|del) (?:(?:tanto|no|no poder|este|el) )?(?:dormir|trasnochar|sueno|insomnio|desvelo|desvelarme)(?: (?:nada|bien))?",
];

/** "Qué más da", "no importa", "como puedan", "sin afán". */
const SHRUG =
  "que (?:mas da|carajos?|diablos|le vamos a hacer|le hacemos|se le va a hacer|importa)|sin (?:ningun )?(?:afan(?:es)?|problema|lio)|no importa|da igual|no pasa nada|como (?:puedan?|quieran?)|cuando (?:puedan?|quieran?|gusten?)|(?:bien )?pueda[ns]?|ni modo|a lo que vinimos|y punto|vamos (?:para )?adelante|(?:vamos|voy) a (?:probar|ensayar)(?: a ver)?";

const DATUM =
  "(?:numeros?|celular|telefono|direcion|nombres?|apellidos?|cedula|barrio|casa|ciudad|pueblo|municipio|vereda|finca|departamento|conjunto|edificio|torre|apartamento|apto|pedido|precio|valor|total|correo|datos|correcto|correcta)";
/** "Con esa nota", "a nombre de ella", "en esa misma dirección". */
const REFERS = [
  "(?:con|a|en|para|por) (?:es[aeo]s?|est[aeo]s?|la|el|l[oa]s|dich[oa]) (?:mism[oa]s? )?(?:nota|direcion|dato|datos|indicacion|indicaciones|observacion|condiciones|valor|precio|numero|celular|telefono|nombre|recomendacion|casa|apartamento|apto|forma|manera)(?: (?:que (?:ya )?(?:le|les) (?:di|mande|escribi|pase|dije)|exacta|de siempre|anotada|indicada))?",
  "en (?:(?:todos )?(?:sus|l[oa]s|es[eo]s|est[eo]s|dich[oa]s) terminos(?: (?:expuest|senalad|indicad|acordad|descrit|anterior|mencionad|de(?:l| la| mi| su) (?:pedido|resumen|mensaje))[a-z]*)?|su totalidad)|(?:una |mis |muchas )?(?:oracion|oraciones|bendicion|bendiciones|abrazos?|saludos) (?:por|para|a) (?:ustedes?|tod[oa]s)",
  "(?:a|con|por) es[aeo]s? mism[oa]s?|(?:con|en) es[aeo]s? (?:estamos|quedamos|estoy|quedo)",
  `a nombre (?:mio|de (?:ell[oa]|el|mi ${RELATIVE}))`,
  `(?:para|por) (?:ell[oa]s?|el|nosotr[oa]s|mi|(?:mi|la|el) (?:${RELATIVE}|senora?))`,
  `(?:ese|esa|esos|esas|este|esta) (?:si )?(?:es|son) (?:mis?|el|la|l[oa]s) ${DATUM}(?: y (?:mis?|el|la|l[oa]s) ${DATUM})?`,
];

/** "Ahí me llega", "aquí los espero", "siempre estoy en la casa". */
const AWAITED =
  "(?:(?:ahi|aca|aqui|alla|por aca|por alla|en (?:la|mi) casa) )+(?:si )?(?:yo )?(?:siempre )?(?:(?:me|l[oa]s?|nos|le) )?(?:llegan?|espero|esperamos|estoy|estamos|mantengo|vivo|vivimos|vemos|recibo|recibimos|reciben|encuentran?|atiendo)(?: (?:siempre|todo el dia|todos los dias|en la casa|en casa|ahi|bien|mismo|facil|perfecto|sin problema))*|(?:yo )?(?:siempre |casi siempre )?(?:estoy|estamos|mantengo|mantenemos|permanezco) (?:(?:siempre|todo el dia|todos los dias|pendiente) ?)*(?:ahi|aca|aqui|alla|en (?:la|mi) casa|en casa|todo el dia)(?: (?:siempre|todo el dia|pendiente))*|(?:yo )?(?:casi )?siempre (?:estoy|estamos|mantengo|hay (?:gente|quien reciba))";

/** "Que el mensajero timbre duro", "que me llamen al llegar". */
const RINGS =
  "que (?:(?:el|la) (?:mensajero|muchacho|senor|joven|repartidor|domiciliario|que (?:lo )?(?:traiga|trae)) )?(?:me |nos )?(?:timbren?|llamen?|avisen?|toquen?|piten?|griten?|golpeen?)(?: (?:duro|fuerte|bien|tambien|antes(?: de llegar)?|al llegar|cuando (?:llegue|venga)n?|a la puerta|en la puerta|la puerta|porque (?:soy|estoy) (?:sord[oa]|viej[oa])))*";
/** "Me avisan cuando salga", "me llaman antes de venir". */
const TELL_ME =
  "(?:me|nos) (?:avisan?|llaman?|escriben?|timbran?|marcan?|informan?|cuentan?) (?:por favor |porfa )?(?:cuando|antes de|apenas|al) (?:ya )?(?:(?:me|l[oa]s?|nos) )?(?:llegue|lleguen|llegar|salga|salgan|salir|venga|vengan|venir|vayan?|despachen|despacharl[oa]|entreguen|entregar|pasen|pasar|envien|enviarl[oa]|mand[ea]n)(?: (?:el|mi|a|por|en|camino|casa|pedido|paquete|aca|aqui|porfa|por favor))*";

/** "Yo le aviso a ella": who receives the parcel is told, and no other person decides. */
const TOLD_TO = `(?:yo )?(?:ya )?(?:le|les|se lo) (?:aviso|digo|cuento|informo|comento) a(?:l|(?=\\b)) ?(?:${PERSON})`;

/** "Tengo la plata lista", "al recibir está bien". */
const PAYS =
  "(?:(?:ya|aca|aqui|alla|yo) )?(?:tengo|tenemos) (?:ya )?(?:la (?:plata|platica)|el (?:dinero|efectivo))(?: (?:list[oa]|complet[oa]|en (?:la )?mano|aca|aqui))+|(?:mejor )?(?:yo )?(?:l[oe]s? )?(?:pago|cancelo) (?:contra ?entrega|en efectivo|al recibir)|(?:al recibir|contra ?entrega|en efectivo) (?:(?:todo|me parece|esta) )?(?:bien|perfecto|mejor|excelente)";

/** "Ya le dije que sí", "ya se lo confirmé". */
const SAID_SO = "ya (?:(?:se|le|les|te|l[oa]) ){0,2}(?:dije|respondi|conteste|habia (?:dicho|confirmado))(?: que si)?";

/** "Los dos ahí", "los tres para acá". */
const THERE = "(?<=\\b(?:dos|tres|uno|[123]|par) )(?:para )?(?:ahi|alla|aca)";

/** "Que nos estamos durmiendo paradas", "porque ya no aguanto más el desvelo": why they buy, and nothing that holds it back. */
const STATE = [
  "(?:me |nos )?(?:estoy|estamos|ando|andamos|llevo|llevamos)(?! en\\b)",
  "(?:quiero|queremos|necesito|necesitamos) (?:(?:ya|poder|volver a|por fin|mucho|es) ){0,3}(?:dormir|descansar|probarl?[oa]?s?|empezar|tomarl[oa]s?|es[eao]s?|l[oa]s?|urgente|rapido|ya)",
  "no (?:aguanto|aguantamos|duermo|dormimos|duermen?|doy mas|damos mas|puedo (?:mas|dormir)|podemos (?:mas|dormir)|he (?:podido )?dormid?[or]|hemos (?:podido )?dormid?[or]|pego|pegamos)",
  "me caigo|me muero|nos (?:caemos|morimos)|tengo (?:mucho |un )?(?:sueno|insomnio|afan)|(?:me|nos) (?:urgen?|hacen? falta)|(?:me|nos|l[ea]) (?:fue|va|sirvio|sirven|funciono) (?:muy )?bien",
].join("|");
const HOLDS_BACK =
  "(?:pens|consult|averig|pregunt|compar|dud|mir|busc|revis|esper|decid|sin\\b|pero|aunque|si\\b|hasta|cuando|primer|antes|despues|luego|manana|otr|plat|diner|car[oa]s?\\b|pag|quinc|ocupad|arrep|rob|estaf|enferm|embaraz|segur|confi|mal\\b|devol|cancel|molest|brav|fuera|lejos|viaj|cambi|correg|modific|direcion|barrio|numero|nombre|apellido|quit|agreg|saber|trast|mudan|vivi|no\\b|un[oa]?\\b|dos\\b|tres\\b)";
const BECAUSE = `(?:que|porque|pues|es que|ya que|como) (?:(?:aca|aqui|ya|yo|nosotr[oa]s|tod[oa]s|l[oa]s (?:dos|tres)|es que|de verdad|la verdad) ){0,3}(?:${STATE})(?: (?!${HOLDS_BACK})[a-z]+){0,8}`;

/** "Que la reciba la señora": who is at the door. */
const RECEIVED_BY = `que (?:(?:me|se|nos) )?l[oa]s? (?:reciban?|reclamen?|recojan?|esperen?|atiendan?|pague|cancele) (?:${PERSON}|la$)(?: (?:en (?:la|mi) casa|ahi|alla|aca|entonces|porfa))?`;
/** "Igual contraentrega", "pues en efectivo": how they pay, as the shop has said. */
const BY_CASH =
  "(?:(?:igual|mejor|entonces|pues|bueno|ok|listo|por|con|lo|que sea|es|na+h?|dej[ae](?:me)?l[oa]) ){0,3}(?:(?:pago )?contra ?entrega|en efectivo|al recibir)";

const ADDITIONS = [
  RECEIVED_BY,
  BY_CASH,
  ...NOTED,
  BECAUSE,
  AGREED_BY,
  ...HOPE,
  SHRUG,
  ...REFERS,
  AWAITED,
  TELL_ME,
  TOLD_TO,
  RINGS,
  PAYS,
  SAID_SO,
  THERE,
].join("|");
const WHOLE = new RegExp(`^${JOINS}(?:${ADDITIONS})$`);
/**
 * Not behind "si", which may begin a condition: "confirmo si mi hija lo recibe". "Si que llegue pronto", "si y me avisan" begin
 * none.
 */
const AT_THE_END = new RegExp(`(?<=[a-z0-9])(?:(?<!\\bsi)|(?<=^si)(?= (?:que|y|pero) )) ${JOINS}(?:${ADDITIONS})$`);

/** A folded clause that is only said beside a yes. */
export const isBesideAYes = remembering((clause) => WHOLE.test(clause), SOME_TEXTS);

/** The clause without what stands behind its yes; the clause itself where there is nothing of that kind. */
export const withoutBesideAYes = remembering((clause) => clause.replace(AT_THE_END, ""), SOME_TEXTS);
