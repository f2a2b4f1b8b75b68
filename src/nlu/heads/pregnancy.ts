import type { Head } from "./head.ts";

/** A pregnancy, or a breastfed child. */
export const PREGNANCY_HEAD: Head = {
  concern: "pregnancy",
  heedsDenial: true,
  signs: [
    {
      name: "pregnant",
      all: [
        /\b[ei][mn]?[bv]ara[sz]\w{1,5}\b|\b(?:gestante|gestacion|encinta|prenad[oa]|materna)\b|\b(?:en (?:dulce espera|estado de embarazo|cinta)|(?:estoy|esta|quede|quedo) en estado|esperando (?:un |mi |a mi |su )?(?:bebe|hij\w|nin\w)|busc(?:o|ando|amos) (?:un )?(?:bebe|quedar|embaraz)\w*|quedar en (?:embarazo|estado))\b|\b(?:primer|segundo|tercer|ultimo) trimestre\b|\b(?:voy a ser|sere|futura) mama\b/,
      ],
      unless: [/\bembarazos[oa]s?\b/],
    },
    {
      // "Estoy de 6 meses", "tengo 20 semanas": so far along; a job or an illness says what it is of.
      name: "months along",
      all: [
        /\b(?:estoy|esta|voy|completo) (?:ya )?(?:de|en) (?:\d{1,2}|dos|tres|cuatro|cinco|seis|siete|ocho|nueve) (?:meses|semanas|meces)(?! de\b)/,
      ],
    },
    {
      name: "nursing",
      all: [
        /\blac?tan\w{1,5}\b|\blactar\b|\blacto\b|\bamamant\w{1,5}\b|\b(?:dando|doy|da|dar|darle|sigo dando|le doy) (?:de )?(?:el |la )?(?:pecho|seno|teta|mamar|teti(?:ta|ca)|leche materna)\b|\bleche materna\b|\b(?:pos|post) ?parto\b|\brecien parid[oa]\b|\b(?:acabo de|recien|hace poco) (?:di a luz|dar a luz|tener (?:a )?(?:mi |un )?bebe|tuve (?:a )?(?:mi |un )?bebe)\b|\btuve (?:a )?(?:mi |un )?bebe\b/,
      ],
      // "Mi bebé ya tiene dos años y no le doy pecho", "ya dejé de lactar".
      unless: [
        /\b(?:deje|dejo|termine|pare) de (?:lact\w{1,5}|amamant\w{1,5}|dar(?:le)? (?:de )?(?:el |la )?(?:pecho|seno|teta|mamar))/,
        /\b(?:no|ya no|nunca) (?:(?:le|lo|la|estoy|ando) ){0,2}(?:lact\w{1,5}|amamant\w{1,5}|(?:doy|dando|damos) (?:de )?(?:el |la )?(?:pecho|seno|teta|mamar))/,
      ],
    },
  ],
};
