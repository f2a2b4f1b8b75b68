import type { Head } from "./head.ts";

const WHO =
  "(?:un[oa]? )?(?:\\w+ )?(?:persona|personas|alguien|humano|humana|gente|agente|asesor\\w{0,2}|vendedor\\w{0,2}|operador\\w{0,2}|encargad[oa]|duen[oa]|jefe|jefa|gerente|supervisor\\w{0,2}|administrador\\w{0,2}|representante|ejecutiv[oa]|companer[oa]|ventas|senorita|muchach[oa]|chic[oa]|ustedes|usted|servicio al cliente|secretaria|funcionari[oa]|empleado|empleada|medico|doctora?)";
const WISH =
  "(?:quiero|quisiera|necesito|deseo|prefiero|puedo|podria|podriamos|podemos|me gustaria|toca|exijo|solicito|requiero|como hago para|dejeme|dejenme|gustaria|hay como|seria posible|se puede|para)";
const MACHINE =
  "(?:robot\\w{0,4}|bots?|chat ?bots?|maquinas?|contestador\\w{0,1}|computador\\w{0,1}|inteligencia artificial|grabacion|automatic[oa]s?|programa|ia|siri|chat ?gpt)";

/** "Me pueden llamar? … bueno no, sigamos por aquí." */
const TAKEN_BACK =
  /\b(?:sigamos|seguimos|sigo|continuemos|mejor|dejemos(?:lo)?) (?:asi )?por (?:aqui|aca|este medio|este chat|escrito|el chat|whatsapp)\b/;

/** "¿Es un robot? Bueno, no importa, quiero el frasco". */
export const WHICHEVER_IT_IS =
  /\b(?:no (?:me )?importa|da (?:lo mismo|igual)|igual (?:da|quiero|necesito|lo|me)|es lo de menos|no hay (?:lio|problema))\b/;
/** "Me explicaron por llamada": a call that was. */
const WAS_CALLED =
  /\b(?:explic|dij|atend|inform|cont|confirm|habl|ofreci|vend)(?:aron|ieron|eron|o|amos|e) (?:(?:ya|todo|bien|eso|con ellos) ){0,2}por llamada\b/;

const WORKS_WITH_A_MACHINE =
  /\b(?:cos[oae]|costo|cosi\w{1,4}|coser|oper[oa]|operari[oa]|operar|manej[oa]|trabaj\w{1,4}) (?:\w+ ){0,3}maquinas?\b|\bmaquinas? (?:\w+ ){0,2}(?:coser|plan[oa]|pesada|amarilla)\b/;

/** The parcel's carrier will call, or the customer says that they call. */
const OF_THE_PARCEL = [
  /\b(?:dig\w{1,4}|diga\w{0,3}|avis\w{1,4}) (?:al|a la|a los) (?:muchach\w{1,2}|senor\w?|chic\w|pelad\w|de la moto)\b.{0,30}\b(?:llam|marq|marc|timbr)/,
  /\b(?:llam\w{1,5}|marc\w{1,5}|marqu\w{1,5}|timbr\w{1,5}) (?:\w+ ){0,4}(?:antes(?= de|(?: ,)?$| al? | por| que)|al (?:llegar|entregar|timbre|citofono|intercomunicador)|por (?:el )?citofono|apenas|cuando (?:\w+ )?(?:lleg|est|vay|veng|salg)|a la (?:entrada|porteria|puerta)|en (?:la )?porteria|para (?:la entrega|entregar|salir|bajar|recibir))/,
  // Behind where it goes: the number at which the courier calls.
  /\b(?:calle|carrera|cra|cll|kra|diagonal|transversal|avenida|manzana|barrio|vereda)\b.{1,200}\b(?:me|nos) (?:llaman?|marcan?|timbran?)\b/,
  /\b(?:cualquier (?:cos(?:a|ita)|vaina|duda|novedad|inconveniente)|si (?:algo|no|acaso|pasa)|en caso|por si|si de pronto|de pronto)\b.{0,30}\b(?:llam|marc|marq|timbr)/,
  /\b(?:(?:al?|el) que (?:\w+ ){0,2}(?:lleva|trae|entrega|reparte)|domiciliari[oa]|mensajer[oa]|repartidor\w{0,1}|transportador\w{0,2}|el que (?:entrega|lleva|trae)|porter[oa]|el senor de)\b.{0,30}\b(?:llam|marq|marc|timbr)|\b(?:llam|marq|marc|timbr)\w{1,5} (?:el |la )?(?:domiciliari|mensajer|repartidor|transportador)/,
];

/**
 * The customer wants a person, in whatever words: to talk, to be called, or because they want no
 * machine.
 */
export const PERSON_HEAD: Head = {
  concern: "person",
  signs: [
    {
      name: "names who advises",
      all: [/\b(?:asesor(?:a|es|as|ia)?|operador(?:a|es)?|servicio al cliente|atencion al cliente|call center)\b/],
      unless: [
        /\b(?:soy|trabajo (?:como|de|en)|trabaje|espos[oa] es|fui|es) (?:\w+ )?(?:asesor|operador|servicio|call)/,
        /\bno (?:necesito|quiero) (?:\w+ )?asesor/,
        // Where the customer works.
        /\b(?:en|del?) (?:(?:el|un|mi) )?call center\b/,
      ],
    },
    {
      name: "wishes to talk to a person",
      all: [
        new RegExp(
          `\\b(?:hablar|habla|hable|comunic\\w{2,6}|contact\\w{2,6}|chatear|conversar|charlar|tratar|entender(?:me|nos)|escribir(?:le)?) (?:\\w+ ){0,2}(?:con|a) ${WHO}\\b`,
        ),
      ],
      unless: [
        /\b(?:con|a) (?:mi|su|mis) (?:medico|doctora?|jefe|secretaria|administrador\w{0,2})\b/,
        /\b(?:gusto|placer|encant\w{1,3}) (?:de )?(?:hablar|conversar|charlar) con/,
        /\b(?:ya|antes|ayer|hace rato) (?:habia )?(?:hable|habl[eo])\b/,
      ],
    },
    {
      name: "wants a person who answers for the shop",
      all: [
        /\b(?:llam\w{1,4}|comuni\w{2,6}|contact\w{2,6}|pas[ea]\w{0,3}|hablar|entrevist\w{2,6}|escrib[ae]|exijo|quiero|necesito|de la cara|quien es|videollamada)\b(?: \w+){0,5} (?:jef[ea]|gerente|supervisora?|administradora?|director(?:a)?|propietari[oa]|duen[oa]|responsable|encargad[oa]|representante|quejas|que manda)\b/,
      ],
      // The customer's own boss, and one for whom they buy: "dos frascos para mi jefe".
      unless: [
        ...OF_THE_PARCEL,
        // Who answers for personal data is a question of law.
        /\bresponsable (?:del? )?(?:\w+ )?(?:tratamiento|manejo|datos|base)\b/,
        /\b(?:mi|mis|su propi[oa]|nuestr[oa]) (?:\w+ )?(?:jef[ea]|gerente|supervisora?|administradora?|director(?:a)?|encargad[oa])\b/,
      ],
    },
    {
      name: "doubts that a person writes",
      all: [
        /\b(?:grabadora|contestadora|inteligencia artificial|chat ?gpt|aparatos?|programa|maquina|robot|bot)\b/,
        /\b(?:hablo|hablando|escribiendo|escribe|chateando|usted|ustedes|esto|seguir|gente|de verdad|no quiero)\b/,
      ],
      unless: [
        /\b(?:aparato|maquina) (?:de|para|del) /,
        // The customer's own telephone: "no sé escribir bien en este aparato".
        /\b(?:escribir|manejar|manejo|usar|entiendo|entender\w{0,2}|comprar|pedir|pagar|negocios?) (?:\w+ ){0,4}aparatos?\b/,
        // The customer's own work: "yo coso con máquina", "manejo una máquina en la fábrica".
        WORKS_WITH_A_MACHINE,
        WHICHEVER_IT_IS,
      ],
    },
    {
      name: "wants a call",
      all: [
        /\b(?:deme|me da|agend\w{2,5}|quiero|hagamos|me hace|regaleme) (?:un[oa]? )?(?:llamad(?:a|ita)|videollamada)\b|\bque alguien me llame\b|\bhableme una persona\b/,
      ],
      unless: OF_THE_PARCEL,
    },
    {
      name: "wishes to talk",
      all: [
        new RegExp(
          `\\b${WISH} (?:\\w+ )?(?:hablar|comunicar(?:me|nos|se)|contactar(?:me|l[oa]s)|conversar|charlar)(?: (?:directamente|personalmente|por (?:telefono|llamada|favor)|porfa|urgente|ya|ahora|mejor))*(?: \\?| ,|$)`,
        ),
      ],
      // "A esa hora es que puedo hablar": when they have time.
      unless: [
        TAKEN_BACK,
        /\b(?:ahi|hora|entonces|noche|tarde|despues) (?:si |ya )?(?:es que |si )?(?:puedo|podria)\b/,
      ],
    },
    {
      name: "is to be put through",
      all: [
        new RegExp(
          `\\b(?:pas[ea](?:n|r)?(?:me|nos)?|comuni(?:que|quen|ca|car|queme|quenme|came)(?:me|nos)?|conect\\w{1,4}me|transfier\\w{1,4}|remit\\w{1,5}|pong[ao](?:n)?(?:me)?|me (?:pasa|pasan|pasas|puede pasar|comunica|comunican|comunicas|transfiere)) (?:con |a |al |el |la |por favor (?:con |a )?)?${WHO}\\b`,
        ),
      ],
    },
    {
      name: "wants a person to answer, help or explain",
      all: [
        /\b(?:alguien|una persona|un human[oa]|persona)(?: \w+){0,2} (?:que )?(?:me |nos )(?:\w+ )?(?:atiend[ae]|atender|ayud[ea]|ayudar|expliqu?[ea]|explicar|asesor[ea]|asesorar|respond[ae]|responder|contest[ea]|contestar|colabor[ea]|oriente|orientar)\w{0,1}\b|\b(?:me|nos|que me) (?:atienda|atiende|atendiera|puede atender|ayude|responda|conteste|asesore|colabore) (?:un[oa]? )?(?:persona|alguien|human[oa]|ser humano)\b|\b(?:persona|humano|alguien|gente) (?:real|de verdad|de carne|viva|humana)\b|\bser humano\b|^(?:un |una |con |con un |con una )?(?:humano|humana|persona|agente)(?: por favor| porfa)?$|\b(?:hay|habra|esta|estara|tienen) (?:alguien|una persona|un humano|alguna persona)\b|\b(?:necesito|quiero|prefiero|exijo|busco|deme|solicito) (?:ayuda de |a )?(?:un[oa]? )?(?:persona|human[oa]|alguien|agente|vendedora?)\b(?! que me)|\batencion (?:personalizada|humana|personal|telefonica|de una persona)\b/,
      ],
      unless: [
        /\bhay (?:alguien|algun|una persona) (?:que )?(?:\w+ )?(?:en (?:mi|la) casa|para recibir|que reciba)/,
        // Who opens the door: "en la casa siempre hay alguien después de las 10".
        /\b(?:siempre|casi siempre|en (?:mi|la) (?:casa|finca|oficina|tienda)|ahi|alla|aca) (?:\w+ ){0,2}(?:hay|esta|habra) (?:alguien|una persona)\b|\bhay alguien (?:desde|despues|hasta|por la|en la (?:manana|tarde|noche)|todo el dia)/,
        /\b(?:alguien|quien) (?:que )?(?:me|nos) (?:ayude|explique) (?:a (?:dormir|descansar))/,
      ],
    },
    {
      name: "is to be called",
      all: [
        /\b(?:llam(?:eme|ame|enme|ar?me|enos|emen)|marqu?(?:eme|enme|eme lo)|marc(?:ame|arme|anme)|timbr(?:eme|ame|enme)|(?:me|nos) (?:puede[ns]?|podria[ns]?|podrias|pueden) (?:\w+ )?(?:llamar|marcar|timbrar)|(?:me|nos) (?:llaman|llama[s]?|marca[ns]?|timbra[ns]?)(?= (?:por favor|porfa|al?|a (?:mi|este)|hoy|ahora|ahorita|ya|manana|mejor|urgente|cuando pueda|un momento|\?|,|\d)|$)|que (?:me|nos) (?:llamen?|marquen?|timbren?)|(?:devuelv|regal|hag|hac)\w{1,4} (?:la |una )llamada|(?:quiero|prefiero|necesito|espero) (?:\w+ )?(?:una? |su )llamad(?:a|ita)|por llamada|(?:es posible|se puede|hay|hacen) (?:una )?llamadas?|linea telefonica|por telefono mejor|mejor por telefono|call me)\b|\b(?:numero|telefono|linea|celular|fijo) (?:\w+ ){0,3}(?:para|donde|al que|a donde) (?:\w+ ){0,2}(?:llam\w{2,5}|marcar\w{0,3}|comunic\w{2,5}|contactar\w{0,3})\b|\b(?:a (?:que|cual) (?:numero|telefono|celular|linea)|a donde|como|donde) (?:\w+ ){0,3}(?:llam(?:o|ar(?:l[oe]s)?)|marc(?:o|ar(?:les)?)|(?:me|nos) comunic\w{1,3}|contact(?:o|ar(?:los|me)?))\b|\b(?:numero|telefono|celular) (?:del?|de la|de su) (?:jefe|jefa|duen[oa]|encargad[oa]|gerente|asesor\w?|vendedor\w?)\b|\btienen (?:\w+ )?(?:linea|telefono|numero|celular) (?:fijo|de (?:atencion|contacto|telefono|servicio)|telefonic[oa]|donde|para)\b/,
      ],
      unless: [/\bme llamo\b/, TAKEN_BACK, WAS_CALLED, ...OF_THE_PARCEL],
    },
    {
      name: "asks whether a machine answers",
      all: [
        new RegExp(
          `\\b(?:robots?|robotic[oa]|bots?|chat ?bots?)\\b|\\b(?:es|eres|sos|son|hablo|hablando|habla|chateo|chateando|esto|usted|uste|sera|parece|responde|contesta|atiende|escribe)\\b(?: \\w+){0,3} (?:un |una |con )(?:un |una )?${MACHINE}\\b|\\b(?:respuestas?|mensajes?|sistema|todo|chat|esto|eso|es) (?:\\w+ )?automatic[oa]s?\\b|\\b(?:contesta|responde|atiende|escribe|maneja) (?:una )?(?:persona|human[oa])\\b|\\bun programa \\?|\\b(?:eres|es usted|usted es|es|hablo con) (?:una )?(?:persona|human[oa]|alguien)(?: (?:real|o|de verdad|\\?)|$)|\\b(?:eres|usted es|es usted) real\\b|\\bpersona o (?:es )?(?:un[oa]? )?${MACHINE}\\b|\\bmaquina\\b(?! de)`,
        ),
      ],
      unless: [/\bes (?:una )?persona (?:mayor|adulta|con|que|muy|de \d)/, WORKS_WITH_A_MACHINE, WHICHEVER_IT_IS],
    },
    {
      name: "complains of how it is answered",
      all: [
        /\b(?:usted|uste|ustedes|ud|no) (?:\w+ )?no (?:me )?(?:entiende[ns]?|lee[ns]?|escucha[ns]?)\b|\bno (?:me|nos) (?:esta[ns]? )?(?:entiende[ns]?|entendiendo|escucha[ns]?|lee[ns]?|leyendo|parando bolas|para bolas|presta[ns]? atencion)\b|\bno (?:me )?(?:ha[ns]?|esta[ns]?) (?:respondid|contestad|respondiend|contestand|entendid|leid)o\b|\b(?:nadie|no me) (?:me )?(?:contesta|responde|atiende|ayuda|da razon)[ns]?\b|\bno (?:entiende[ns]?|entendio|entendieron) nada\b|\b(?:siempre|otra vez|vuelve y|sigue|me|solo|deje de|dejen de) (?:\w+ )?(?:dice|responde|contesta|repite|manda|repetir(?:me)?|repitiendo)[ns]? (?:siempre )?(?:lo mismo|las mismas|el mismo)\b|\b(?:me esta|me estan|me tienen|me dejo|me dejaron) (?:ignorando|en visto|dejando en visto|esperando hace)\b|\bsiempre (?:es )?lo mismo\b|\botra vez lo mismo\b|\bhable claro\b|\b(?:le|les) he (?:dicho|preguntado|escrito) (?:\w+ ){0,2}veces\b|\bya (?:se )?(?:le|les|lo|te) (?:he )?(?:dije|escribi|repeti|pregunte|dicho|preguntado) (?:\w+ ){0,2}(?:veces|mil|varias|ya)\b/,
      ],
      unless: [
        /\b(?:mi|el|la|mis) (?:espos\w|hij\w|mama|papa|jefe|familia|cuerpo|medico) no me (?:entiende|escucha|ayuda)/,
        /\bnada me ayuda\b|\bno me (?:atiende|contesta|responde|ayuda)n? (?:el|la|los|mi|a dormir|con el|para)\b/,
      ],
    },
  ],
};
