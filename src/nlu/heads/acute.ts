import type { Sign } from "./head.ts";
import { ANIMAL, CHILD, OFFSPRING, SOMEBODY } from "./words.ts";

/** Swallowing, in whatever verb and person: "se las embutió", "me mandé", "ingerí", "le dio". */
const TAKING =
  "(?:tom(?:e|o|aron|amos|ado|ando)|trag(?:ue|o|aron|ado)|com(?:i|io|ieron|ido)|inger(?:i|io|ido|imos)|ingir\\w{2,4}|beb(?:i|io|ieron|ido)|met(?:i|io|ieron|ido)|mand(?:e|o)|zamp(?:e|o)|embut(?:i|io|ieron)|empac(?:o|aron)|empaqu[eo]|empuj(?:e|o)|atragant(?:e|o)|pas(?:e|o) (?:de|con)|ech(?:o|aron) a la boca|mezcl(?:e|o)|combin(?:e|o)|revolv(?:i|io)|di|dimos|dio|dieron|unte|mastic(?:o|aron)|chup(?:o|aron)|lam(?:io|ieron)|mord(?:io|ieron))";
const GOODS_OR_PRONOUN =
  "(?:pastill\\w{1,4}|pastas?|pasticas?|pepas?|tablet\\w{1,4}|capsul\\w{1,4}|comprimid\\w{1,2}|dosis|frasc\\w{1,4}|tarr\\w{1,4}|gomit\\w{1,2}|melatonina|somnios?|med[ií]cin\\w{1,3}|remedio)";

const PILLS =
  "(?:pastill\\w{1,4}|pastas?|pasticas?|pepas?|tablet\\w{1,4}|capsul\\w{1,4}|comprimid\\w{1,2}|gomit\\w{1,2})";

/** The mind or the body gives way, now. Not as an illness of years, and not asked beforehand. */
const GIVING_WAY =
  "(?:alucin(?:o|a|ando)\\b|delir(?:a|o|io|ando)\\b|incoherenc\\w+|(?:dice|diciendo|habla|hablando) (?:puras |muchas )?(?:incoherencias|bobadas|locuras|disparates|cosas raras)|no (?:me |nos |l[oa] )?reconoce\\b(?! (?:el|la|los|las|mi) (?:pago|numero|codigo|celular))|mirada (?:\\w+ )?(?:perdida|fija|ida)|no (?:se )?(?:puede|logra|puedo|logro) (?:ni |casi )?(?:sosten|par|levant|mov|habl|camin|trag(?!\\w* (?:\\w+ )?(?:past|tablet|capsul|pep|enter|grand))|respond|sent|abrir)\\w*|no (?:puedo|puede|pudo|pude) mantener\\w{0,2} (?:despiert|en pie|par)\\w+|no (?:logro|logramos|puedo|podemos|pude|pudimos|hay quien) (?:levant|despert|par|reanim|mov)\\w*(?:l[oa])?\\b|no (?:l[oa] )?(?:logro|logramos|puedo|podemos|pude|pudimos) (?:hacer )?(?:levant|despert|par|reanim|reac?ion)\\w*|(?:qued[oe]|esta|estoy|se puso|se quedo|amanecio) (?:\\w+ ){0,2}(?:ties[oa]|privad[oa]|inconsciente|inmovil|paralizad[oa]|flojit[oa]|fri[oa] y|morad[oa]|azul|amarill[oa]|palid[oa]|temblando|como ido|como ida|ido|ida|desorientad[oa]|borrach[oa]|doblad[oa])\\b|(?:lengua|garganta|labios?|cara|parpados?|boca|cuello) (?:\\w+ ){0,3}(?:inflamad|hinchad|dormid|gord|entumecid|cerrad|paralizad)[oa]s?|se (?:me|le|nos) (?:esta |estan )?(?:inflam|hinch|durm|duerm|entum|cerr|cierr|paraliz|tuerc|torci|nubl|nublo|va |fue |bajo |bajando )\\w* (?:\\w+ )?(?:la |el |los |las )?(?:lengua|garganta|labios?|cara|manos?|brazos?|piernas?|cuerpo|vista|conocimiento|mundo|tension|presion|azucar)|(?:me|le|nos) cuesta (?:\\w+ )?(?:hablar|respirar|tragar|mover\\w*)|(?:veo|ve|viendo) (?:\\w+ )?(?:borros[oa]|doble|negro|luces|bolitas|estrellas|cosas que no)|vomit(?:o|a|ando|e|aron) (?:\\w+ ){0,2}(?:sangre|verde|negro|sin parar|todo|de todo|mucho|y)|no (?:para|paro|deja|dejo) de (?:vomitar|temblar|sangrar|llorar y)|no (?:me |le )?(?:pasa|entra|baja|llega|alcanza) (?:ni )?(?:la saliva|el aire|aire|ni agua)|no (?:\\w+ )?r+espira(?:ba|n)?\\b(?! (?:por la nariz|por el polvo))|no siento (?:\\w+ )?(?:el |la |los |las |mis? )?(?:brazos?|piernas?|manos?|cuerpo|cara|lengua|pies|lado)|tod[oa] me da vueltas|delirio|fiebre (?:\\w+ )?(?:alta|altisima|de 4\\d)|se (?:esta |estaba )?rasc(?:a|ando) (?:\\w+ )?tod[oa]|(?:orino|orina|orinando|boto|bota) (?:\\w+ )?(?:roj[oa]|sangre|oscuro)|\\b1[2-9]\\d pulsaciones|(?:dio|dado|dando) (?:\\w+ )?(?:un |una )?(?:ataque|convulsion\\w*|derrame|infarto|paro|trombosis|preinfarto)(?! de (?:risa|nervios|ansiedad|tos|panico|rabia|celos))|respira(?:ndo|ba)? (?:\\w+ )?(?:rar|feo|mal|lent|despac|cortad|entrecort|agitad)\\w*|no (?:habla|contesta|responde|reac?iona|despierta|abre) (?:\\w+ )?(?:ni|nada|a nada|los ojos|y|desde)|no (?:me |nos )?(?:responde|reac?iona|despierta)(?: ,|$)|se (?:me |nos )?(?:desgonz|desmadej|desplom|desvanec)\\w{1,4})";

const HYPOTHETICAL =
  /\b(?:(?:puede|pueden|podria|suele|llega a|sirve para|es para|ayuda a) (?:\w+ )?(?:dar|causar|producir|provocar|haber|generar)\w{0,3}|desde (?:chiquit|pequen|nino|nacimiento|hace (?:\w+ )?anos)\w*|hace (?:\w+ ){1,2}(?:anos?|meses)|sufr[oe]|padec\w+|diagnostic\w+|de noche|en las noches|por las noches|cada noche|todas las noches|calambres?|los zancudos|gripa|sinusitis|tabique)\b/;

/** "Leer estudios sobre dosis": about doses, and no overdose. */
export const ABOUT_DOSES =
  /\b(?:leer|leido|saber|averiguar|consultar|estudios?|informacion|info|articulos?|dudas?|preguntas?|investigacion(?:es)?) (?:\w+ )?sobre (?:las? )?dosis\b/;

/** Pills are large for many, all their lives: no throat has closed. */
const CANNOT_SWALLOW_PILLS =
  /\bcuesta (?:\w+ )?(?:tragar|pasar)\b(?= (?:\w+ ){0,3}(?:past|pastill|tablet|capsul|pep|grand)|.{0,60}\b(?:gotas|jarabe|liquid\w|gomitas|polvo|presentacion|masticables?|partir\w*|triturar\w*|machacar\w*)\b)|\b(?:gotas|jarabe|liquid\w|gomitas|polvo|masticables?)\b.{0,60}\bcuesta (?:\w+ )?(?:tragar|pasar)\b/;

/**
 * Danger by its parts, whatever the phrase: what the body does, what was swallowed, and how much. They stand beside the
 * lists of `danger.ts`, which name what people say most.
 */
export const ACUTE: readonly Sign[] = [
  {
    name: "the body gives way, and something was taken",
    all: [
      new RegExp(`\\b${GIVING_WAY}`),
      new RegExp(
        `\\b${TAKING}\\b|\\b(?:desde que|despues de|con|por|culpa de)\\b(?: \\w+){0,3} (?:${GOODS_OR_PRONOUN}|eso|esto|esa|esas|tom\\w+|vaina)\\b`,
      ),
    ],
    unless: [HYPOTHETICAL, CANNOT_SWALLOW_PILLS],
  },
  {
    name: "the body of another gives way",
    all: [
      new RegExp(`\\b${GIVING_WAY}`),
      new RegExp(`\\b${SOMEBODY}\\b`),
      new RegExp(
        `^(?!.*\\b(?:telefono|celular|mensajes?|whatsapp|llamad\\w+|correo|puerta|timbre|porteria)\\b).*\\b(?:mi|el|la|un|una|su|mis|nuestr[oa]) (?:\\w+ )?${SOMEBODY}\\b|\\b(?:ella|el) (?:no|esta|se)\\b`,
      ),
    ],
    unless: [HYPOTHETICAL, CANNOT_SWALLOW_PILLS, /\bno (?:me |nos )?(?:habla|contesta|responde) (?:el|los|mis|por)\b/],
  },
  {
    name: "one's own body gives way, and it is no figure of speech",
    all: [
      /\b(?:alucinando|delirando|(?:lengua|garganta|labios?|cara|parpados?|boca|cuello) (?:\w+ ){0,3}(?:inflamad|hinchad|entumecid|cerrad|paralizad)[oa]s?|(?:veo|viendo) (?:\w+ )?(?:borros[oa]|doble|luces|cosas que no)|se me (?:esta |estan )?(?:durm|duerm|entum|paraliz|tuerc)\w* (?:\w+ )?(?:la |el |las |los |media )?(?:manos?|brazos?|piernas?|cara|lengua|cuerpo|lado)|me puse amarill[oa]|vomit(?:o|ando|e) (?:\w+ )?(?:sangre|verde|negro|sin parar)|no (?:me |le )?pasa (?:ni )?la saliva|me cuesta (?:\w+ )?(?:hablar|respirar|tragar)|fiebre (?:\w+ )?(?:alta|altisima)|no siento (?:\w+ )?(?:las? |los? )?(?:piernas?|brazos?|cuerpo|cara)|no (?:me )?baja (?:la )?(?:frecuencia|presion|tension|fiebre|taquicardia))\b/,
    ],
    unless: [
      HYPOTHETICAL,
      /\bcuando (?:no duermo|manejo|me acuesto)\b|\bal (?:dormir|acostarme)\b/,
      CANNOT_SWALLOW_PILLS,
    ],
  },
  {
    name: "poison, overdose, or the number to call",
    all: [
      /\b(?:sobre ?dosis|intoxic(?:ad[oa]s?|o|aron|ando|acion)|envenen(?:e|o|ad[oa]|amiento)|toxicolog\w+|lavado (?:de estomago|gastrico)|pas(?:o|e|aron|ado|ada) (?:de|con la) dosis)\b/,
    ],
    unless: [
      /\b(?:puede|podria|me puedo|se puede|riesgo de|hay|da|causa|produce|evitar)\b(?: \w+){0,3} (?:sobre ?dosis|intoxic|envenen)/,
      /\bdesintoxic/,
      ABOUT_DOSES,
    ],
  },
  {
    name: "the heart races and something else fails with it",
    all: [
      /\b(?:taquicardia|palpitaciones|corazon (?:\w+ )?(?:a mil|acelerado|disparado|se me sale))\b/,
      /\b(?:sud(?:o|ando|or(?:es)?) (?:\w+ )?fri[oa]s?|mare\w+|desmay\w+|desvanec\w+|no (?:me )?(?:puedo|siento|sostengo|paro)\w*|temblando|vomit\w+|pecho|ayud\w+|urgente)\b/,
    ],
    unless: [HYPOTHETICAL, /\b(?:ansiedad|estres|de noche|al dormir|cuando me acuesto)\b/],
  },
  {
    name: "thinks of dying or killing, whatever the verb",
    all: [
      /\b(?:pens(?:ando|e|ado) en|ganas de|quiero|quisiera|voy a|a punto de|decidi(?:do|da)? a?|planeando|idea de|intent(?:e|ar|ando)) (?:\w+ )?(?:matarme|matarse|morir(?:me|se)?|suicid\w+|quitarme la vida|ahorcarme|tirarme|cortarme)\b/,
    ],
    unless: [
      /\bmorir(?:me|se)? (?:\w+ )?(?:de|del|por) (?:la |el |pura )?(?:pena|risa|sueno|hambre|calor|frio|amor|ganas|felicidad|verguenza|rabia|cansancio)\b/,
    ],
  },
  {
    name: "an unknown amount was taken",
    all: [
      new RegExp(
        `\\b(?:no (?:me acuerdo|recuerdo|se|sabemos|se sabe)|perdi la cuenta de) (?:de )?(?:l?cuant[oa]s?|las que)(?: \\w+){0,3} ${TAKING}\\b|\\bfaltan (?:como |varias |muchas )?(?:\\d+|diez|veinte|quince|pastill\\w+|pastas?|tablet\\w+)(?: \\w+){0,4} (?:nin[oa]|hij[oa]|bebe|raro|dormid[oa])`,
      ),
    ],
  },
  {
    name: "what was meant for days, or for another, at once",
    all: [
      new RegExp(
        `\\b${TAKING}\\b(?: \\w+){0,3} (?:la dosis|las pastill\\w+|las pastas|las|lo) de (?:toda la|una) (?:semana|mes|quincena)\\b|\\b(?:equivo\\w+|confund\\w+|por error|lo que no era|sin querer)\\b(?: \\w+){0,6} (?:${TAKING}|${CHILD})\\b(?! (?:el|la|mi) (?:direcion|nombre|numero|pedido|celular|dato))`,
      ),
      new RegExp(`\\b(?:${GOODS_OR_PRONOUN}|dosis|tom(?:e|o)|di|dio|le|la|lo)\\b`),
    ],
    unless: [/\b(?:direcion|pedido|cobr\w+|datos?|numero|apellido|nombre|envi\w+|mand\w+|despach\w+|codigo|barrio)\b/],
  },
  {
    name: "all of them, in whatever verb",
    all: [
      new RegExp(
        `\\b${TAKING}\\b(?: \\w+){0,3} (?:tod[oa]s? (?:las |los |el |la |ese |ese )?(?:${GOODS_OR_PRONOUN})|tod[oa]s? (?:junt[oa]s|de)|las 90|los 90|(?:medi[oa]|un) (?:frasco|tarro|blister))|\\b(?<!\\bescribo )(?<!\\bmando )(?<!\\bdatos )(?:tod[oa]s?|las 90) (?:de una (?:vez|sola)|de (?:un solo )?golpe|junt[oa]s|al tiempo)\\b|\\b(?:ya voy|voy ya|llevo|ya llevo) (?:en|por) (?:[4-9]|1\\d|cuatro|cinco|seis|siete|ocho|nueve|diez)\\b(?=.*\\b(?:tom|pastill|past))`,
      ),
      /\b(?:tom|trag|ingier|ingir|inger|mando|zamp|met|embut|empac|empuj|com[eio]|llevo|voy)\w*/,
    ],
    unless: [
      // "Entonces tomo un frasco": they take it from us.
      /\b(?:entonces|listo|bueno|pues|ok|yo) tomo (?:medi[oa]|un) (?:frasco|tarro)\b(?! (?:enter|complet|de |y ))/,
      /\b(?:tres|3|dos|2|un|varios) mes(?:es)?\b|\bcada noche\b|\btodas las noches\b|\b(?:me|le) (?:fue|ha ido|va) (?:muy |super )?bien\b|\bse (?:me |le )?acab/,
      /\b(?:quiero|deme|mandeme|envieme|llevo|compro|comprar|pedir|pag(?:o|ar)|llevar\w*) (?:las|los|todas|todos)\b/,
    ],
  },
  {
    name: "many, in whatever verb",
    all: [
      new RegExp(
        `\\b${TAKING} (?:\\w+ ){0,2}(?:vari[oa]s|much[oa]s|un monton de|un poco de|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|quince|veinte|treinta|[3-9]|[1-9]\\d) ${PILLS}|\\bya voy en (?:tres|cuatro|cinco|seis|siete|ocho|nueve|diez|[3-9])\\b|\\btom(?:e|o) una (?:\\w+ ){0,6}y otra\\b|\\b(?:frasco|tarro) (?:\\w+ ){0,4}vacio\\b(?=.*\\b(?:duerme|dormid|mama|papa|hij|ella|espos)\\w*)`,
      ),
    ],
    unless: [/\b(?:meses|cada noche|todas las noches)\b/],
  },
  {
    name: "how to bring it up again",
    all: [
      /\b(?:vomit(?:e|ar|arla|arlo|arlas)|devolver(?:l[oa]s?)?|bot(?:e|ar)|provocar(?:le|me)? el vomito)\b/,
      new RegExp(`\\b(?:${GOODS_OR_PRONOUN}|le hago|lo hago|la hago|hacer(?:l[eoa])? vomitar|hacerme vomitar)\\b`),
      /\b(?:como|que|le|lo|la|para que|leche|agua|ya|debo|toca)\b/,
    ],
    unless: [
      /\b(?:devolver|botar|bote)\b(?=.{0,80}\b(?:plata|dinero|pedido|producto|frasco|compra|caja|empaque|basura)\b)/,
    ],
  },
  {
    name: "how much kills",
    all: [
      /\b(?:dosis|cuant[oa]s?|cantidad|con cuant[oa]s?)(?: \w+){0,4} (?:mata|matan|mortal|letal|muere|morir\w*|no (?:me |se )?despiert\w+|no despertar\w*)\b|\b(?:mata|matan|se muere uno|me muero) (?:si|con)(?: \w+){0,3} (?:tom\w+|tod[oa]s|muchas)\b/,
    ],
  },
  {
    name: "wants to sleep and never come back",
    all: [
      /\b(?:dorm\w+|duerm\w+|descans\w+)\b(?: \w+){0,6} (?:para siempre|pa siempre|eternamente|y no (?:saber|volver|despert\w+|levant\w+|amanec\w+)|y (?:que )?(?:ya )?no (?:me )?despert\w+|y nunca)|\b(?:mi|la) ultima noche\b|\b(?:hoy|manana) me (?:voy|despido)\b|\b(?:no saber|cansad[oa]) (?:nada )?(?:mas )?de (?:este|el) mundo\b|\b(?:ya )?me despedi de\b|\ba nadie le (?:haria|hago|hare) falta\b|\bpara que sig[ao] (?:viv[oa]|viviendo|aca|en este mundo)\b|\bno veo (?:la )?salida\b/,
    ],
    unless: [
      /\bno (?:volver|saber|despert\w+) (?:\w+ )?(?:a (?:tomar|comprar|despertar\w*)|en la noche|de noche|a media|por la|a cada|tanto|hasta)/,
    ],
  },
  {
    name: "allergic, and it has been taken",
    all: [
      /\b(?:alergic[oa]|alergia|embarazad[oa]|diabetic[oa]|epileptic[oa]|marcapasos|hipertens[oa]|cardiac[oa])\b/,
      /\b(?:ya (?:me |se )?(?:l[oa]s? )?tom(?:e|o)\b(?! (?:\w+ ){0,3}(?:y me fue|y dorm))|(?:se|me) (?:l[oa]s? )?tom(?:o|e) (?:una|un|uno|dos|tres|eso|esa|esto|la)\b)/,
    ],
    unless: [/\b(?:me|le) (?:fue|ha ido|va) (?:muy |super )?bien\b|\bantes de\b|\bpuede\b/],
  },
  {
    name: "a child, an animal, and pills in the mouth",
    all: [
      new RegExp(`\\b(?:${CHILD}|${OFFSPRING}|${ANIMAL})\\b`),
      new RegExp(
        `\\bboca (?:\\w+ )?llena\\b|\\b(?:agarr|cog|encontr|abri|destap|alcanz)(?:o|io|aron|ieron)\\b(?: \\w+){0,6} (?:${GOODS_OR_PRONOUN}|com|tom|trag)\\w*|\\b(?:le|les) (?:di|dimos|dio|dieron|dieran)\\b(?: \\w+){0,5} (?:machacad|medi[oa]|una|dos|tres|gota|la mia|cucharada|pastill|entera)\\w*`,
      ),
      /\b(?:que hago|raro|rara|floj\w+|ties\w+|llora\w*|no |vomit\w+|dormid\w+|creo|asustad\w+|ayud\w+|urgente|mal|por error|com(?:io|ieron)|faltan)\b/,
    ],
    unless: [/\b(?:cuant[oa]|puedo|se puede|para que no|guardar?|tapa|lejos|alcance)\b/],
  },
  {
    name: "an accident, or the hospital, because of it",
    all: [
      /\b(?:por (?:culpa|causa) de|culpa de|por es[oa]s?|con es[oa]s?)\b(?: \w+){0,3} (?:pastill\w+|pastas?|tablet\w+|producto|frasco|vaina|remedio|somnio)\b/,
      /\b(?:acidente|accidente|me estrelle|choque|me cai|urgencias|hospital|clinica|intern(?:aron|ad[oa])|casi (?:me|se) m(?:uero|uere|ato|ata)|me desmaye|perdi el conocimiento)\b/,
    ],
  },
  {
    name: "sleeps a day long and cannot be woken",
    all: [
      /\b(?:dur?miendo|dormid[oa]|duerme) (?:\w+ ){0,4}(?:1[4-9]|2\d|3\d|quince|veinte|veinticuatro|treinta) horas\b|\b(?:1[4-9]|2\d|3\d|veinticuatro|veinte) horas (?:dormid[oa]|durmiendo)\b|\b(?:l[oa]|le) (?:pellizc|sacud|mov|muev|cachete|moj)\w+(?: \w+){0,4} (?:no|nada|ni)\b/,
    ],
    unless: [/\bcuant[oa]s?\b/, /\b(?:quisiera|quiero|ojala)\b/],
  },
  {
    name: "is drugged by another",
    all: [
      /\b(?:me obliga|me obligan|me las dan|me la dan|me dan|me dio (?:eso|algo)|me echaron|le eche|le echo|sin que (?:se de|sepa|note))\b/,
      new RegExp(
        `\\b(?:tom\\w+|dormid[oa]|${GOODS_OR_PRONOUN}|no (?:me )?(?:recuerdo|acuerdo)|jugo|comida|trago|bebida|cafe|calme|violent\\w+)\\b`,
      ),
      /\b(?:obliga\w*|no (?:me )?(?:recuerdo|acuerdo)|sin que|para que se calme|dormida|jugo|trago|bebida)\b/,
    ],
    unless: [/\bme dan (?:el|un|la|mas|precio|descuento)\b/],
  },
];
