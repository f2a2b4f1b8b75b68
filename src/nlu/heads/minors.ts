import type { Head } from "./head.ts";
import { AS_AN_AGE, GRADE, NOT_YOUNG, OTHER_FORMS, SCHOOL, TEENS, YEARS, YOUNG } from "./minor-signs.ts";
import { CHILD, OFFSPRING } from "./words.ts";

const FOR = "(?:para|pa|en)";
const MINE = "(?:mi|mis|un|una|unos|unas|el|la|los|las|su|nuestr[oa])";
const TAKES =
  "(?:tom\\w{1,6}|consum\\w{1,4}|us(?:a|e|an|ar|arl[oa])|sirv\\w{1,3}|funciona\\w?|(?:dar|darle|darles|darsel[oa]s?|doy|den|demos|demosle)|recomiend\\w{1,2}|apto|permitid\\w|puede[ns]?)";
const GROWN =
  /\b(?:1[89]|[2-9]\d|(?:dieciocho|diecinueve|veint[a-z]+|(?:treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)(?: y [a-z]+)?)) an(?:os|it(?:os|icos))\b|\b(?:tiene|cumplio|tengo) (?:ya |como |casi )?(?:1[89]|[2-9]\d)\b(?! (?:dias|meses|pastas|tabletas))|\b(?:mayor(?:es)? de edad|adult[oa]s?|universi\w+|casad[oa])\b|\b(?:ella|el) (?:es|trabaja)(?: de| como)? (?:una? )?(?:profesor|profe|docente|enfermer|abogad|ingenier|medic|doctor|contador|polic|soldad|conductor|camioner|estilist|secretari|vendedor|modist)\w{0,3}\b/;
/** "Mi hija que vive en Honda", "la casa de mi hija": who has a home of their own is grown. */
const LIVES_ALONE = new RegExp(
  `\\b(?:casa|apartamento|apto|finca) de (?:mi|una) ${OFFSPRING}\\b(?! (?:de|que tiene) \\w+ (?:anos|meses))|\\b${OFFSPRING} (?:\\w+ ){0,2}que (?:vive|reside|trabaja) en (?!(?:(?:la|mi|su|el|un|una) )?(?:casa|colegio|escuela|internado)\\b)[a-z]{3,}`,
);
/** The child is only mentioned: who sleeps badly because of it is grown. */
const OF_A_PARENT = [
  /\bl?(?:a|el) que no (?:duerme|duermo|descansa|descanso|concilia|puede dormir) (?:soy yo|es (?:mi|la|el) (?:mama|papa|espos[oa]|marido|mujer))\b|\bdesde que (?:nacio|nacieron|llego|tuvimos|tuve) (?:el|la|mi|los|las|al|a la) (?:\w+ )?(?:nin|beb|hij|niet)\w+/,
  /\bno (?:me|nos|lo|la|le) dejan? (?:\w+ )?dormir\b|\b(?:lo|la|es|uno?|frasco|producto) (?:\w+ )?(?:para|pa) mi(?= (?:,|y |que |no |tengo|solo)|$)/,
];

/** A grown child who pays: "le pregunto a mi hijo, que es el que me da la plata". */
const PAYS = new RegExp(
  `\\b${OFFSPRING}\\b(?: (?!para|pa|duerme|tiene)\\w+){0,4} (?:(?:el|la|los|las) que (?:me |nos |l[oa] )?(?:da|dan|paga|pagan|gira|giran|presta|consigna|maneja|manda)|(?:me|nos) (?:da|dan|gira|giran|presta|consigna|manda|paga|pone)) ?(?:la|el|los|una?|para|pa|con)? ?(?:plat|diner|billet|gasto|mercado|cuenta|nequi|eso|todo|$|,|y\\b)`,
);

/** "La hija mía le puede mandar la platica por Nequi". */
const SENDS_MONEY = new RegExp(
  `\\b${OFFSPRING}\\b(?: (?!tom|para|pa\\b|duerm|cumpl|tiene)\\w+){0,5} (?:mand|envi|gir|consign|transf|pag|hac)\\w{1,5} (?:(?:la|el|una?|le|les|por|en|esa?) ){0,2}(?:plat\\w{1,4}|diner\\w{1,4}|transferencia|consignacion|giro|pago|nequi|daviplata|bancolombia)\\b`,
);

/** The customer's own age, in whatever words. */
const OWN_AGE = [
  // "Tengo 15" of years, not of thousands, days or jars.
  new RegExp(
    `\\b(?:tengo|cumpli|cumplo|(?:acab[oae]|acabe) de cumplir|(?:voy a|recien) cumpl(?:ir|i|idos)|soy de|con mis|(?<!\\d[a-z]{0,2} )con|yo|(?:mi )?edad(?: (?:es|son))?(?: de)?) (?:(?:apenas|solo|solamente|ya|casi|como|los|mis) ){0,2}${TEENS}${AS_AN_AGE}(?! an(?:os|it(?:os|icos)) (?:de |con |sin |en |que |mas |menos |mayor|menor|aqui|aca|dur|suf|pad|cas|viv|trab|llev|\\w+ndo))`,
  ),
  /\b(?:soy|somos|aun soy|todavia soy|por ser|siendo) (?:un |una )?(?:menor(?:es)?(?: de edad)?|adolescente|nin[oa]|pelad[oa]|pelaito?)(?: ,|$| (?:y|pero|de \d|todavia|no))/,
  /\b(?:soy|si soy|yo soy) menor(?:es)?\b/,
  /\b(?:no soy|todavia no soy|aun no soy) (?:\w+ )?(?:mayor de edad|adult[oa])\b|\bno (?:he cumplido|cumplo|tengo)(?: \w+)? (?:los )?(?:18|dieciocho|mayoria de edad)\b|\bme faltan? (?:\w+ ){0,4}(?:para )?(?:los|cumplir(?: los)?) (?:18|dieciocho)\b/,
  /\b(?:tengo|solo tengo|con) (?:\w+ )?tarjeta de identidad\b|\b(?:no|todavia no|aun no) (?:tengo|me ha salido|me sale|saco|he sacado) (?:la )?cedula\b.{0,60}\b(?:puedo|edad|identidad|menor|colegio|mama|papa)\b/,
  new RegExp(
    `\\b(?:estoy|voy(?! a )|ando|curso|cursando|estudio|estudiante|alumn[oa]) (?:\\w+ ){0,2}(?:en |de )?(?:grado )?${GRADE}(?: (?:grado|de (?:bachillerato|primaria)|del? colegio|en el colegio)\\b|(?=$| ,| y\\b))|\\b(?:estoy|voy|estudio) (?:todavia |aun )?en (?:el |mi )?(?:colegio|bachillerato|primaria|escuela)\\b|\\b(?:soy )?estudiante (?:de|del) (?:${GRADE}|colegio|bachillerato|secundaria)\\b`,
  ),
  /\b(?:nac(?:i|ido|ida)|soy) (?:en |del? |en el )?(?:ano )?20(?:09|1\d|2\d)\b|\bcumplo (?:los )?(?:18|dieciocho) (?:en|el|la|dentro|este|manana|pronto)\b/,
  new RegExp(
    `\\b(?:soy|es|para) (?:un |una )?(?:joven|muchach[oa]|chic[oa]|estudiante|sardin[oa]|adolescente) de (?:solo )?${TEENS}\\b`,
  ),
  /\bmis (?:papas|padres|viejos|cuchos) no me dejan\b/,
  new RegExp(`\\b${TEENS} an(?:os|it(?:os|icos)) (?:es lo que )?tengo\\b`),
  /\b(?:me )?faltan? (?:\w+ ){1,4}para (?:ser mayor|la mayoria|cumplir)\b/,
  new RegExp(
    `\\b(?:hago|repito|paso a|entro a|soy de|estoy en|voy en|curso|de los de) (?:grado )?(?:${GRADE})(?= ,|$| (?:y|pero|no|grado|de)\\b)`,
  ),
  new RegExp(
    `\\b(?:soy|estudio|personer[oa]|estoy|traer\\w{0,3}|mand\\w{1,5}|llev\\w{1,5}) (?:\\w+ ){0,2}(?:del?|en|en el|al|a mi) ${SCHOOL}\\b|\\b(?:salgo|salir) (?:\\w+ )?de clases?\\b|\\ben mi salon\\b|\\bmis companer[oa]s (?:del? (?:\\w+ )?(?:curso|salon|colegio|cole|liceo|clases?|grado|bachillerato|escuela)|de clases?)\\b`,
  ),
  /^menor(?:es)? de edad$/,
];
/** Goods for those whom a customer teaches or looks after. */
const PUPILS = new RegExp(
  `\\b(?:para|pa|a) (?:\\w+ ){0,3}(?:estudiantes|alumn[oa]s|intern[oa]s|jovenes|muchach[oa]s|pelad[oa]s)\\b(?: \\w+){0,6} (?:${GRADE}|primaria|bachillerato|secundaria|colegio|internado|escuela|jardin)\\b|\\b(?:colegio|internado|escuela|hogar infantil|guarderia|jardin infantil)\\b(?: \\w+){0,10} (?:para|pa) (?:l[oa]s|mis|unos|unas) (?:estudiantes|alumn[oa]s|intern[oa]s|muchach[oa]s|pelad[oa]s)\\b`,
);
/**
 * What speaks of the young, or of who may be: without a word of it a trained head has heard nothing but a likeness of sounds
 * ("soy de Chinchiná", "la de en medio"). A customer who teaches or works at a school is grown.
 */
export const SPEAKS_OF_THE_YOUNG = new RegExp(
  `\\b(?:${CHILD}|${OFFSPRING}|${YOUNG}|${SCHOOL}|${YEARS} (?:an(?:os|it\\w{1,4})|mes(?:es|ecitos)?)|an(?:os|it(?:os|icos))|edad|menor\\w{0,3}|mayor de|cumpl\\w{1,4}|grado|${GRADE}|clases?|salon|tareas|recreo|profe\\w{0,4}|estudi\\w{1,5}|cedula|tarjeta de identidad|papas|padres|mama|papa|mami|papi|acudiente|pediatr\\w{1,3}|infan\\w{1,4}|peque\\w{0,4}|chiqui\\w{0,6}|joven\\w{0,5}|pelad\\w{1,3}|pelao\\w?|chin[oa]s?|tetero|biberon|escuela|jardin|guarderia|internado|universi\\w+|(?:tengo|tiene|con|de|los|soy|mis) ${YEARS})\\b`,
);
export const WORKS_AT_A_SCHOOL =
  /\b(?:docente|profesor\w?|maestr[oa]|rector\w?|coordinador\w?|secretari[oa]|vigilante|celador\w?|jubilad[oa]|pensionad[oa]|trabajo|laboro|ensen[oa])\b(?!.*\b(?:para|pa) (?:l[oa]s|mis) \w)/;

/** A place of their own, to which the parcel goes, and the exams of a university: who is spoken of is grown. */
export const LIVES_ELSEWHERE = new RegExp(
  `\\b(?:compr|mand|envi|regal|pedir|encarg|despach)\\w{0,6}\\b.{0,60}\\b(?:vive|reside|trabaja|esta|viviendo) en (?!(?:(?:la|mi|su|el|l[oa]s|grado|un|una) )?(?:casa|colegio|cole|liceo|escuela|jardin|preescolar|guarderia|clases?|primaria|bachillerato|vacaciones|transicion|kinder|${GRADE})\\b)[a-z]{3,}|\\b(?:parcial(?:es)?|semestre|facultad|tesis|universi\\w+)\\b`,
);

/** How a baby is given something. */
const FOR_A_BABY = /\b(?:tetero|biberon|mamila)s?\b/;
/** It is to be given, whatever else is said of the child: "mi bebé no nos deja dormir, ¿eso se le puede dar?" */
const GIVEN =
  /\b(?:(?:se |le |les |lo |la ){0,2}(?:puede|pueden|puedo|podemos|podria|podriamos) (?:dar|darle|darles|darselo|darsela)|(?:darle|darles|darselo|darsela|le doy|le damos|l[oa]s? doy|voy a dar|vamos a dar|quiero dar|se lo doy|se la doy))\b(?! (?:de comer|pecho|seno|las gracias|su pedido))|\b(?:tetero|biberon|mamila)s?\b/;
/** Goods for a child of the customer's, or wished for a child. */
const FOR_A_CHILD = [
  new RegExp(`\\b(?:mi|mis|nuestr[oa]s?) (?:\\w+ ){0,2}${CHILD}\\b`),
  /\b(?:dosis|uso|en|para|pa) (?:l[oa]s )?nin[oa]s\b|\ba (?:l[oa]s|un|una) nin[oa]s?\b/,
  new RegExp(`\\b(?:mi|mis|nuestr[oa]s?|el|la|un|una) (?:\\w+ )?${OFFSPRING}\\b`),
  new RegExp(
    `\\b(?:(?:quiero|quisiera|necesito|busco|deme|mandeme|llevo|compro|pido) (?:\\w+ ){0,4}|(?:es|son|seria) )(?:para|pa) (?:\\w+ ){0,2}${CHILD}\\b`,
  ),
  new RegExp(`\\b(?:tiene|cumple|cumplio|de) (?:\\w+ )?${YEARS} (?:an(?:os|it(?:os|icos))|mes(?:es|ecitos))\\b`),
  new RegExp(`\\b(?:cumple|cumplio|tiene|va a cumplir) (?:\\w+ )?${YEARS}\\b(?! (?:dias|mil|hijos|perr))`),
];

/**
 * The goods are meant for a child, or a child asks. A child who is only mentioned ("mi niño no me
 * deja dormir") does not count.
 */
export const MINOR_HEAD: Head = {
  concern: "minor",
  mentions: [
    ...OF_A_PARENT,
    GROWN,
    LIVES_ALONE,
    PAYS,
    /\b(?:gracias|hola|si|no|listo|dale|buenas?) (?:, )?mi nin[oa]\b/,
    /\b(?:\d{1,2}|\w+) an(?:os|itos) (?:de |con |sin |en |que |aqui|aca|dur|suf|pad|cas|viv|trab|llev|\w+ndo)|\b(?:hace|desde hace|llevo|llevamos) (?:\w+ )?(?:\d{1,2}|\w+) an(?:os|itos)\b/,
  ],
  states: [...FOR_A_CHILD, FOR_A_BABY],
  signs: [
    {
      name: "the customer's own age or school",
      all: [new RegExp(OWN_AGE.map(({ source }) => source).join("|"))],
      unless: [
        /\b(?:hace|(?<!me )llevo|(?<!me )lleva|desde hace|desde los|durante|cuando tenia|tenia) (?:\w+ ){0,3}(?:an(?:os|itos)|\d)|\b(?:garantia|experiencia|mercado|casad[oa]s?|empresa|negocio|universidad|universitari[oa]|profe|profesor\w?|docente|ensen[oa]|dict(?:o|ar|ando) clases?|maestr[oa]|rector\w?|coordinador\w?|secretari[oa]|vigilante|celador\w?|porter[oa]|trabaj\w+|labor\w+|cocin\w+|jubilad[oa]|pensionad[oa]|barrio|frente|lado|cerca|detras|diagonal)\b|\b(?:soy|somos) (?:\w+ )?(?:mama|papa|madre|padre)\b|\bembaraz|\bsemanas\b/,
      ],
    },
    {
      name: "given to a child",
      all: [new RegExp(`\\b(?:${CHILD}|${OFFSPRING})\\b`), GIVEN],
      unless: [GROWN],
    },
    {
      // It is for the child itself, whatever else is said: "es para mi bebé de 2 añitos que no me deja dormir".
      name: "for a child of an age",
      all: [
        new RegExp(
          `\\b(?:para|pa) (?:${MINE}) (?:\\w+ )?(?:${CHILD}|${OFFSPRING})(?: \\w+)? (?:de|que tiene|con) (?:\\w+ )?${YEARS} (?:an(?:os|it(?:os|icos))|mes(?:es|ecitos))\\b`,
        ),
      ],
    },
    {
      name: "for a son, a daughter or a grandchild",
      all: [
        new RegExp(
          `\\b(?:${TAKES}|${FOR})(?: \\w+){0,4} (?:mi|mis|su|el|la|un|una) (?:\\w+ )?${OFFSPRING}\\b|\\b(?:mi|mis|el|la) (?:\\w+ )?${OFFSPRING}\\b(?: \\w+){0,8} (?:${TAKES}|no (?:\\w+ )?(?:duerm\\w{1,3}|concilia|descansa))\\b`,
        ),
        /\b(?:tom\w{1,6}|consum\w{1,4}|dar\w{0,5}|sirv\w{1,3}|puede[ns]?|duerm\w{1,3}|bueno|recomiend\w{1,2}|anos|anitos|meses|apto|es para|cumpl\w{1,3})\b/,
      ],
      unless: [
        GROWN,
        LIVES_ALONE,
        PAYS,
        SENDS_MONEY,
        ...OF_A_PARENT,
        // Who has a place of their own to be sent to is grown: "mi hija vive en España, ¿le pueden mandar?"
        /\b(?:vive|reside|trabaja|esta viviendo) en (?!(?:la |mi |su )?(?:casa|colegio|escuela))(?:.*\b(?:mand|envi|lleg|despach)\w{1,5}\b)/,
        /\b(?:recib\w{1,4}|recog\w{1,4}|pued\w{1,2} (?:recib|recog|pagar|pasar|reclam)|paga\w?|me (?:recomend|dijo|conto|regal)\w{0,3}|a nombre de|se llama)\b/,
        // Who only speaks or helps takes nothing: "mi nieta dice que se puede por Daviplata".
        new RegExp(
          `\\b(?:mi|la|el) (?:\\w+ )?${OFFSPRING} (?:(?:me|nos|ya|tambien) ){0,2}(?:dice|dijo|cuenta|conto|avis|ayud|ensen|mostr|explic)\\w{0,3}\\b(?!.*\\b(?:duerm|dorm|concili|descans|tom[aeo]|consum|dar(?:le|sel)|anos\\b))`,
        ),
        // Who is at the door takes the parcel: "¿se lo pueden dejar a mi hija?"
        /\b(?:dej(?:ar?|an|en?)|dejar(?:sel[oa]|l[oa]|le)|entreg\w{1,7})(?: \w+){0,2} (?:a|con) (?:mi|la|el)\b/,
      ],
    },
    {
      name: "young, and an age",
      all: [
        new RegExp(`\\b(?:${YOUNG}|chiqui|baby)\\b`),
        new RegExp(`\\b(?:tiene|cumple|cumplio) (?:(?:apenas|solo|ya|como|casi|unos|los) ){0,2}${YEARS}${AS_AN_AGE}`),
      ],
      unless: [GROWN, ...OF_A_PARENT],
    },
    {
      name: "a child, and it is for them",
      all: [
        new RegExp(`\\b(?:${CHILD}|${OFFSPRING})\\b`),
        /\b(?:es|son|seria) (?:para|pa) (?:ella|ell[oa]s)\b|\b(?:es|seria) (?:para|pa) el(?= ,|$)/,
      ],
      unless: [GROWN],
    },
    {
      name: "their children may take it",
      all: [
        /\b(?:tengo (?:(?:un|una|dos|tres|cuatro|varios|\d) )?|mis? |nuestr[oa]s? )(?:hij|niet|sobrin|herman)(?:it)?[oa]s\b.{0,30}\b(?:l[oa]s? )?pueden (?:\w+ )?(?:tomar|usar|consumir)/,
      ],
      unless: [GROWN],
    },
    {
      name: "a minor, in other words",
      all: [new RegExp(OTHER_FORMS.map(({ source }) => source).join("|"))],
      unless: [...NOT_YOUNG, ...OF_A_PARENT],
    },
    { name: "for pupils", all: [PUPILS], unless: [/\buniversi\w+|\badult[oa]s\b/] },
    { name: "for a baby", all: [FOR_A_BABY], unless: OF_A_PARENT },
    {
      name: "an age below eighteen",
      all: [
        new RegExp(
          `\\b(?:tengo|tiene|tienen|cumpli|cumplio|cumple|de|con|apenas|solo) (?:\\w+ )?${YEARS} an(?:os|itos)\\b(?! (?:de |con |sin |que |mas |menos |mayor|menor|dur|suf|pad|cas|tom|viv|trab|en |aqui|aca|\\w+ndo))|\\b(?:tiene|bebe de|nacid[oa] de|hij[oa] de|nin[oa] de) (?:\\w+ )?${YEARS} mes(?:es|ecitos)\\b`,
        ),
      ],
      unless: [
        ...OF_A_PARENT,
        /\b(?:hace|llevo|lleva|desde hace|durante|por) (?:\w+ ){0,3}an(?:os|itos)\b|\b(?:garantia|experiencia|mercado|casados?|empresa|local|negocio)\b|\bembaraz/,
      ],
    },
    {
      name: "asks from what age on",
      isGeneral: true,
      all: [
        /\b(?:desde|a partir de|de|a|para|hay|que|cual) (?:\w+ ){0,3}edad(?:es)?\b|\bedad minima\b|\b(?:soy|es|son|para|si soy) menor(?:es)?\b|\bmenor(?:es)? de (?:edad|1[0-8]|dieciocho|doce|\d)\b|\b(?:uso|version|dosis|presentacion) (?:pediatric|infantil)\w?|\bpediatr\w+/,
      ],
      unless: [
        /\b(?:tercera edad|mayor(?:es)? de edad|edad avanzada|a mi edad|a su edad|por la edad|de edad)\b(?!.*\bmenor)/,
      ],
    },
    {
      name: "for a child",
      isGeneral: true,
      all: [
        new RegExp(
          `\\b(?:${FOR}|(?:compr|llev|d|regal)arle a) (?:${MINE} )?(?:\\w+ )?${CHILD}\\b|\\b${CHILD}\\b(?: \\w+){0,5} ${TAKES}\\b|\\b${TAKES}(?: \\w+){0,5} ${CHILD}\\b|\\b(?:mi|el|la|mis|los) ${CHILD}\\b(?: \\w+){0,6} no (?:\\w+ )?(?:duerm\\w{1,3}|logra|puede|descansa)\\b|^(?:y )?(?:${FOR} )?(?:${MINE} )?${CHILD}(?: \\?| pueden?(?: \\?)?)?$`,
        ),
      ],
      unless: [
        GROWN,
        ...OF_A_PARENT,
        /(?<!\b(?:para|pa|a|al|de|con|y|es) )\bmi (?:nin[oa]|bb|bebe) (?:,|cuant|como|hola|por favor|que|gracias|linda)/,
        /\b(?:gracias|hola|si|no|listo|dale|buenas?) (?:, )?mi nin[oa]\b/,
        // "¿Cuál me recomienda, niña?": who is spoken to, at the end and without an article.
        /(?<!\b(?:para|pa|a|al|de|con|y|e|o|es|la|una|mi|mis|su|tu|otra|esa|esta|cada|ninguna|alguna|como|siendo) )\bnina(?= ,|$| \?)(?!.{0,80}\b(?:nin[oa]s?|hij[oa]s?|bebes?|anos)\b)/,
        /\b(?:deja|dejan) (?:de )?dormir\b/,
      ],
    },
  ],
};
