import type { Head } from "./head.ts";

const DATA =
  "(?:datos?|direcion|cedula|documento|numero|informacion|info|nombre|apellidos?|telefono|celular|correo|email|donde (?:vivo|queda mi casa)|tanta (?:cosa|informacion|pregunta)|tantos datos|todo eso|mis cosas)";

/** A verb that gives a datum, as it stands behind "no" or "que no". */
const GIVE =
  "(?:doy|de|diera|dar(?:le|les|los|l[oa])?|dando|damos|demos|suelto|suelte|soltar|comparto|comparta|compartir|revelar|regar|regando)";
/** "No me dé la dirección vieja", "no doy con la dirección", "no tengo correo": no data is withheld. */
const OF_ANOTHER_DATUM =
  /\b(?:viej[oa]|anterior|nuev[oa]|no doy con|no (?:tengo|uso|manejo) (?:ese |el )?(?:correo|email|telefono|celular))\b/;
/** "Me equivoqué", "cambié de número", "ya le di mis datos". */
const PUTS_RIGHT = /\b(?:me equivoque|cambi\w+|ya (?:le|les) (?:di|mande|pase))\b/;
/** What a shop wants of a datum. */
const WANTED = "(?:quier|necesit|pid|ocup|solicit|requier|exig)[a-z]{1,4}";

/** The customer does not like to give their data, or asks what for. */
export const MISTRUST_HEAD: Head = {
  concern: "mistrust",
  signs: [
    {
      name: "asks what the data is for",
      all: [
        new RegExp(
          `\\b(?:para que|por que|porque|pa que|y para que|con que fin|a cuenta de que) (?:(?:es que|me|nos|necesita[ns]?|quiere[ns]?|pide[ns]?|piden|ocupa[ns]?|requiere[ns]?|usa[ns]?|son|es|sirve[ns]?|tengo que|debo|toca|hay que|le doy|dar|darle|darles|poner|mandar|tant[oa]s?|todos?|tod[oa]s?|esos?|es[oa]s?|mis?|el|la|los|las|su|saber|ustedes|usted|quieren) ){0,6}${DATA}\\b|\\b(?:que (?:hacen|van a hacer|haran|hace[ns]?)|quien (?:ve|maneja|usa|tiene)|donde (?:guardan|quedan)|a quien le dan) (?:\\w+ )?(?:con )?(?:mis|los|esos|nuestros) (?:datos|numero|informacion)`,
        ),
      ],
    },
    {
      name: "asks that the data stay here",
      all: [
        new RegExp(
          `\\b(?:no |a quien |ni )(?:(?:le|les|se|lo|la|van a|vayan a|ir a|me|mis?|su|el) ){0,3}(?:dan|den|dar|darle|darles|pasan|pasen|pasar|venden|vendan|vender|comparten|compartan|compartir|entregan|entregar|filtran|publican|publiquen) (?:a nadie |a otros |con nadie )?(?:mis?|los|el|la|nuestros|es[oe]s?) ${DATA}\\b`,
        ),
      ],
      unless: [/\bya (?:le|les|se) (?:l[oa]s? )?(?:di|mande|pase|dije)\b/],
    },
    {
      name: "does not like to give data",
      all: [
        new RegExp(
          `\\b(?:me da|me dan|da|tengo|con|siento|le tengo) (?:\\w+ )?(?:desconfianza|miedo|temor|pena|cosa|susto|inseguridad|nervios?|mala espina|recelo|jartera|pereza) (?:\\w+ ){0,3}(?:dar\\w{0,3}|dej\\w{1,5}|compart\\w{1,5}|mand\\w{1,5}|pas\\w{1,4}|envi\\w{1,4}|poner|dir\\w+|${DATA})\\b|\\bno (?:\\w+ ){0,2}(?:doy|dar|darle|darles|comparto|compartir|mando|mandar|paso|pasar|envio|dejo|dejar|suelto|entrego) (?:\\w+ )?(?:mis?|l[oa]s?|el|ningun|ese|esos|es[oa]s?|tant[oa]s) (?:\\w+ )?${DATA}\\b|\\b(?:datos|informacion) (?:\\w+ )?(?:personal(?:es)?|privad[oa]s?) (?:\\w+ ){0,3}(?:no|por (?:aqui|aca|whatsapp|este medio|internet|chat))\\b|\\b(?:es|son|sera|que tan) (?:\\w+ )?(?:segur[oa]|confiable|necesari[oa]|obligatori[oa]) (?:\\w+ )?(?:dar|dejar|compartir|mandar|pasar|enviar|poner)\\w{0,3}\\b|\\b(?:roban?|roben|robar|clonan?|venden?|filtran?|mal uso (?:de|a)) (?:\\w+ )?(?:mis?|los|la|nuestros|sus) (?:\\w+ )?(?:datos|informacion|identidad)\\b|\\b(?:proteccion|tratamiento|politica|manejo|privacidad) (?:de |del )?(?:mis |los )?(?:datos|privacidad|informacion)\\b|\\bhabeas data\\b|\\btant[oa]s? (?:datos|informacion|preguntas?|cosas?)(?: \\w+){0,2} para que\\b`,
        ),
      ],
      unless: [PUTS_RIGHT, OF_ANOTHER_DATUM],
    },
    {
      name: "asks what the data is for, behind its name",
      all: [
        new RegExp(
          `\\b${DATA}\\b(?: \\w+){0,6}(?: ,)? (?:que )?(?:para|pa) que(?= (?:son|es|sirven?)\\b| (?:(?:l[oae]s?|me|se|ustedes|usted) ){0,2}${WANTED}\\b| \\?|$)`,
        ),
      ],
    },
    {
      name: "asks what it is wanted for",
      all: [
        new RegExp(
          `^(?:(?:y|pero|eso|oiga|a ver) (?:, )?){0,3}(?:para|pa) que (?:(?:l[oa]s?|ustedes|se) ){1,2}${WANTED}(?= |$)`,
        ),
      ],
    },
    {
      name: "asks what they want with their own",
      all: [
        new RegExp(`\\b${DATA}\\b`),
        new RegExp(`\\b(?:para|pa) que (?:(?:ustedes|usted|se) )?${WANTED} (?:l[oa]s? mi[oa]s?|saber)\\b`),
      ],
    },
    {
      name: "will not give a datum",
      all: [
        new RegExp(
          `\\bno (?:(?:ande|anden|vaya|voy|vamos|se|le|les|me|gusta|quiero|puedo|toca|deje|a|estar) ){0,3}${GIVE} (?:(?:a|ni|nadie|nada|mis?|l[oa]s?|el|su|sus|ningun|de|mas) ){0,3}${DATA}\\b|\\b${DATA}\\b (?:(?:de|mi[oa]|completo|exacta|casada) ){0,2}no (?:(?:se|le|les|me) ){0,2}(?:l[oa]s? )?(?:doy|voy a (?:dar|mandar|poner)|quiero dar|suelto|comparto)\\b`,
        ),
      ],
      unless: [PUTS_RIGHT, OF_ANOTHER_DATUM],
    },
    {
      name: "fears what is done in their name",
      all: [
        /\b(?:sac|hic|aparec|pid|met)\w{1,5} (?:\w+ ){0,3}(?:credito|prestamo|plan de celular|deuda)s?\b|\babri(?:o|eron) (?:\w+ )?cuenta\b|\b(?:suplant|clon|hacke|jaque)\w{1,5}\b/,
        new RegExp(
          `\\b(?:${DATA}|nombre|identidad|whatsapp|cuenta|uno|amig[oa]|herman[oa]|vecin[oa]|comadre|prim[oa])\\b`,
        ),
      ],
      unless: [/\b(?:nuevo|otro) (?:\w+ )?(?:numero|celular|whatsapp)\b|\b(?:addi|sistecredito|a credito|cuotas)\b/],
    },
    {
      name: "asks whether a datum is needed",
      all: [
        new RegExp(
          `\\b(?:${DATA}|barrio)\\b(?: \\w+){0,8}(?: ,)?(?: \\w+){0,3} (?:obligatori[oa]s?|obligacion|indispensables?|requisito|forzos[oa]|necesari[oa]s?)(?: (?:ese|el|que|poner\\w*|dar\\w*|para|dato|o)| \\?|$)|\\b(?:obligatori[oa]|obligacion|indispensable|requisito|forzos[oa]) (?:(?:dar|poner|mandar|tener|decir|el|la|ese|esa|un|mi|lo|del) ){0,3}${DATA}\\b|\\bsin (?:el |mi |la |ese )?(?:correo|email|cedula|apellido)(?: (?:no|igual|tambien))? (?:(?:se|me|lo|la) ){0,2}(?:puede|pueden|mandan|envian|venden|despachan|pasa|atienden)\\b`,
        ),
      ],
    },
    {
      name: "asks who answers for the data",
      all: [
        /\b(?:politicas?|aviso) de (?:tratamiento|privacidad|datos|uso|proteccion)\b|\bresponsable (?:del? )?(?:\w+ )?(?:tratamiento|manejo|datos|base)\b|\bley 1581\b/,
      ],
    },
    {
      name: "does not trust, and says no more",
      all: [
        /^(?:(?:uy|no|ay|es que|la verdad|pero|pues) (?:, )?)*(?:no (?:me )?(?:fio|confio|tengo confianza)|desconfio|me da desconfianza)$/,
      ],
    },
  ],
};
