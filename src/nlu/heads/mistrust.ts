import type { Head } from "./head.ts";

const DATA =
  "(?:datos?|direcion|cedula|documento|numero|informacion|nombre|telefono|celular|correo|tanta (?:cosa|informacion|pregunta)|tantos datos|todo eso|mis cosas)";

/** The customer does not like to give their data, or asks what for. */
export const MISTRUST_HEAD: Head = {
  concern: "mistrust",
  signs: [
    {
      name: "asks what the data is for",
      all: [
        new RegExp(
          `\\b(?:para que|por que|porque|pa que|y para que|con que fin|a cuenta de que) (?:(?:es que |me |necesita[ns]?|quiere[ns]?|pide[ns]?|piden|ocupa[ns]?|requiere[ns]?|usa[ns]?|son|es|sirve[ns]?|tengo que|debo|toca|hay que|le doy|dar|darle|darles|poner|mandar|tant[oa]s?|todos?|tod[oa]s?|esos?|es[oa]s?|mis?|el|la|los|las|su|saber|ustedes|usted|quieren) ){0,6}${DATA}\\b|\\b(?:que (?:hacen|van a hacer|haran|hace[ns]?)|quien (?:ve|maneja|usa|tiene)|donde (?:guardan|quedan)|a quien le dan) (?:\\w+ )?(?:con )?(?:mis|los|esos|nuestros) (?:datos|numero|informacion)`,
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
      unless: [/\b(?:me equivoque|cambi\w+|ya (?:le|les) (?:di|mande|pase))\b/],
    },
    {
      name: "does not trust, and says no more",
      all: [
        /^(?:(?:uy|no|ay|es que|la verdad|pero|pues) (?:, )?)*(?:no (?:me )?(?:fio|confio|tengo confianza)|desconfio|me da desconfianza)$/,
      ],
    },
  ],
};
