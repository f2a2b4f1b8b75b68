import type { Sign } from "./head.ts";

const PERSON_MEANT =
  "(?:(?:a|de) (?:mi|mis|un|una|el|la|los|las|ese|esa|otr[oa]|algun[oa]?|su) \\w+|a alguien|a el|a ella|l[oa]s? duerm\\w+|le|les|se l[oa]s?|dormirl[oa]s?|ech\\w{1,4}sel[oa]|darsel[oa])";
const PUTS =
  "(?:ech(?:o|ar|e|arle|arsel[oa]|amos|ele)|pong?o|pon(?:er|erle|ersel[oa])|mezcl(?:o|ar|arle|arsel[oa])|met(?:o|er|erle|ersel[oa])|disuelvo|disolver\\w{0,4}|revuelvo|revolver\\w{0,4}|doy|dar(?:le|sel[oa]|les)?|aplic(?:o|ar|arle)|suministr\\w{1,5}|camufl\\w{1,4})";
const MIXES =
  "(?:ech(?:o|ar|e|arle|arsel[oa]|amos|ele)|pong?o|pon(?:er|erle|ersel[oa])|mezcl(?:o|ar|arle|arsel[oa])|met(?:o|er|erle|ersel[oa])|disuelvo|disolver\\w{0,4}|revuelvo|revolver\\w{0,4}|camufl\\w{1,4})";
const FOOD =
  "(?:bebida|trago|traguito|tinto|cafe|cafecito|jugo|cerveza|pola|polita|sopa|comida|almuerzo|agua|aguapanela|gaseosa|tetero|aguardiente|guaro|vino|ron|coctel|chocolate|te)";

/** Goods that would be used against a person, and a person who is in danger from another. */
export const HARM_TO_OTHERS: readonly Sign[] = [
  {
    name: "to be given to a person in secret",
    all: [
      new RegExp(`\\b${PUTS}\\b`),
      new RegExp(`\\b${PERSON_MEANT}\\b`),
      /\b(?:a escondidas|en secreto|sin (?:decir|avisar|contar)le\w?|sin que (?:\w+ ){0,4}(?:de|den|diera|dieran|sepa|sepan|note|noten|notara|entere|enteren|sospeche\w?|quiera)\b|sin (?:su )?(?:permiso|consentimiento)|para que no (?:se de cuenta|sepa|note))\b/,
    ],
    unless: [/\b(?:regal\w+|sorpresa|mande|envi\w+|entreg\w+|llegue)\b/],
  },
  {
    name: "to be put into another's drink",
    all: [
      new RegExp(
        `\\b${MIXES}\\b(?: \\w+){0,6} (?:en|al|a la|a el) (?:el |la |su |un |una )?${FOOD}\\b|\\b(?:en|al|a la) (?:el |la |su |un |una )?${FOOD}\\b(?: \\w+){0,5} ${MIXES}\\b`,
      ),
      /\b(?:(?:a|de) (?:mi|mis|un|una|el|la|ese|esa|otr[oa]|algun[oa]?) (?!agua|comida|cafe|jugo|sopa|hora|noche|manana|tarde|vez|cena)\w+|a alguien|a otr[oa]|le ech\w+|se l[oa]s? ech\w+|echarsel[oa]|le pongo|ponersel[oa])\b/,
    ],
    unless: [
      /\b(?:me (?:la|lo)|puedo (?:tomar|disolver)|tomarmel[oa]|mi (?:hij|nin|bebe|niet|mam|abuel)\w* (?:no )?(?:puede|traga|pasa))\b/,
    ],
  },
  {
    name: "to drug a person",
    all: [
      /\b(?:dopar|drogar|escopolaminar|narcotizar|noquear|sedar|envenenar)(?:l[oa]s?)?(?: a)?(?: (?:mi|un|una|el|la|alguien|mis|ese|esa|otr[oa]|l[oa]s)\b|(?= ,|$| \?| para| y\b))|\b(?:dopar|drogar|sedar|noquear)l[oa]s?\b|\b(?:escopolamina\w*|burundanga)\b|\bdormir(?:l[oa]s?)? (?:a (?:\w+ ){1,3})?(?:para|pa) (?:\w+ )?(?:robar|sacar|quitar|violar|aprovech|abus|tocar|que no (?:me )?(?:pegue|golpee|joda|moleste))\w*/,
    ],
    unless: [
      /\bno (?:me )?(?:quiero|vaya a) (?:\w+ )?(?:dopar|drogar)/,
      /\b(?:me|uno se) (?:va a |voy a )?(?:dopar|drogar)(?:me)?\b/,
    ],
  },
  {
    name: "another is to sleep for a bad end",
    all: [
      /\b(?:quiero|necesito|quisiera|busco|para|pa) (?:que )?(?:\w+ ){1,4}(?:se (?:duerma|quede|prive)|quede(?:n)? (?:dormid|profund|fundid|noquead|privad)\w)|\bdormirl[oa]s?\b|\bdormir a (?:mi|ese|esa|un|una|el|la)\b/,
      /\b(?:no (?:\w+ )?(?:joda|moleste|se de cuenta|me pegue|me golpee|despierte|pueda|me haga)|me (?:pega|golpea|maltrata)|robar\w*|sacarle|quitarle|aprovech\w+|abusar|escap\w+|volarme|poder (?:irme|salir|escapar)|poderme ir|sin (?:que|decirle|su))\b/,
    ],
    unless: [/\bno (?:se )?despierte (?:en la noche|a cada rato|tanto|de noche)/],
  },
  {
    name: "is being hurt by another",
    all: [
      /\b(?:me|nos) (?:pega|pegaba|golpea|golpeo|maltrata|viola|violo|amenaza|amenazo|encierra|tiene (?:encerrada|amenazada)|quiere matar|va a matar|intento matar)\b|\bmiedo (?:de|a) que me (?:mate|pegue|golpee|haga dano)\b|\bviolencia (?:intrafamiliar|domestica|de genero)\b/,
    ],
    unless: [
      /\bme pega (?:\w+ )?(?:el (?:sol|frio|calor|sueno|insomnio|viento)|la (?:luz|gripa|pereza)|un sueno|sueno|duro (?:el|la)|(?:muy |super )?bien|(?:la )?(?:letra|tecla))\b|\b(?:sueno|insomnio|cansancio|teclado)\b (?:me|se me) pega\b|\b(?:jefe|jefa|profe|trancon|trafico|calor|insomnio|sueno|dolor|frio)\b (?:\w+ ){0,3}me va a (?:matar|ahorcar)\b|\bcasi me pega por no\b|\bme golpea (?:el|la) (?:precio|bolsillo|economia)\b/,
    ],
  },
];
