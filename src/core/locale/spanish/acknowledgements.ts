import type { AcknowledgementWords } from "../locale-pack.ts";

/** Patterns and words are folded: no accents, doubled letters once. */
export const SPANISH_ACKNOWLEDGEMENTS: AcknowledgementWords = {
  yes: "si sip sipi sipis sii sep sips sisas sisenor claro dale dele listo hagale hagamosle deuna obvio afirmativo seguro porfavor porfa aja ajam ujum uhum acepto aceptado correcto correctisimo mismosdatos exacto exactamente asies esoes deacuerdo yes yep oka todobien mesirve meparecebien conmuchogusto",
  fine: "ok oki okis okay okey okok vale bueno bien ya perfecto entendido entiendo comprendo genial super excelente buenisimo chevere bacano estabien",
  no: "no nop nel nones nanay negativo paranada ninguno ninguna",
  courtesy:
    "gracias agradezco agradecida agradecido amable bendiciones bendiga bendigale chao chaito adios hastaluego tenga igualmente xd lol quedoatenta mm hm pilas saludos",
  thanks: "gracias amable",
  fillers:
    "muy mil muchas muchisimas tan pues senor senora senorita amigo amiga don dona doctor doctora parce parcero veci vecina vecino mija mijo linda sumerce le te se me la lo los buen buena feliz dia tarde noche fin semana todo toda y e ah oh uy amor reina corazon vida hermano hermana nina ay eh bn eso esta asi dios a usted ustedes de nada es con entonces ahi",
  besideNo:
    "pues senor senora senorita amigo amiga veci vecina vecino mija mijo parce sumerce linda muchas mil muy ay ah uy eh",
  endsATalk: "listo dale dele oka todobien",
  phrases: [
    [/\bde una(?: vez)?\b/g, "deuna"],
    [/\bclaro que si\b/g, "claro"],
    // It announces something, and agrees to nothing.
    [
      /\b(?:ya|ahora|ahorita|enseguida|en un momento) (?:mismo |casi )?(?:se l[oa]s?|le|les|te) (?:mando|envio|paso|escribo|doy|comparto) (?:l[oa]s|mis|todos los|el|la) (?:datos|direcion|informacion)\b/g,
      "quedoatenta",
    ],
    [/\bpara nada\b/g, "paranada"],
    [/\b(?:que|q) (?=(?:amable|bien|bueno|tenga|dios|le vaya|este|pase|buen)\b)/g, ""],
    [/\ble vaya (?:muy )?bien\b/g, "hastaluego"],
    [
      /\b(?:que )?(?:pase|tenga|este) (?:un |una |muy )?(?:feliz|buen|buena|lindo|linda|bien)(?: (?:dia|tarde|noche|fin de semana))?\b/g,
      "hastaluego",
    ],
    [/\b(?:quedo|estoy|estare|quedamos) (?:atent[oa]s?|pendiente)\b/g, "quedoatenta"],
    [/\bya (?:me |lo |la |nos )?(?:llego|recibi)(?: (?:todo|bien|el pedido|mi pedido))?\b/g, "quedoatenta"],
    [
      /\b(?:son |siguen (?:siendo )?|con |a )?(?:l[oa]s? )?mism[oa]s?(?: datos| direcion| de siempre| de antes)?\b|\b(?:todo )?(?:sigue|esta|queda) igual\b|\btodo igual\b/g,
      "mismosdatos",
    ],
    [
      /\bque (?:mi )?dios (?:me |los )?(?:l[oae]s?|te) (?:bendiga|pague|guarde)\b|\b(?:mi )?dios (?:me )?(?:l[oae]s?|te) (?:bendiga|pague|guarde)\b/g,
      "bendiga",
    ],
    // "Ajá, ¿y entonces?" asks what comes next.
    [/(?<=\w ,? ?)y entonces$/g, "yentonces"],
    // "Nada, gracias" declines; "de nada" answers thanks.
    [/(?<!\b(?:de|por|con) )\bnada ,? ?(?:muchas |mil )?gracias\b/g, "no gracias"],
    [/\btodo (?:ok|okey|bien|perfecto|correcto|listo)\b/g, "correcto"],
    [/\bmi (amor|reina|corazon|vida|nina)\b/g, "$1"],
    [/\basi es\b/g, "asies"],
    [/\beso (?:es|si)\b/g, "esoes"],
    [/\bes (?:correcto|asi|eso)\b/g, "correcto"],
    [/\b(?:esta|estan|todo|toda) (?:todo |muy )?(?:correcto|perfecto|en orden)\b/g, "correcto"],
    [/\b(?:todo (?:esta )?|esta todo )(?:muy )?bien\b/g, "todobien"],
    [/\besta (?:muy )?bien\b/g, "estabien"],
    [/\bme parece (?:muy )?(?:bien|perfecto|excelente)\b/g, "meparecebien"],
    [/\bde acuerdo\b/g, "deacuerdo"],
    [/\bcon (?:mucho )?gusto\b/g, "conmuchogusto"],
    [/\bpor fa(?:vor|vorcito|cito)?\b/g, "porfavor"],
    [/\b(?:hasta (?:luego|pronto|manana)|feliz noche)\b/g, "hastaluego"],
    [/\b(?:por|x) (?:toda |todo )?(?:la|su|tu|el) (?:informacion|atencion|ayuda|respuesta|tiempo|dato)\b/g, ""],
    [/\bgracias por todo\b/g, "gracias"],
  ],
  spelling: null,
  numbers: ["un uno una", "dos", "tres", "cuatro", "cinco", "seis"],
};
