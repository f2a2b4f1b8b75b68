import type { Head } from "./head.ts";
import { CHILD, OFFSPRING } from "./words.ts";

const FOR = "(?:para|pa|en)";
const MINE = "(?:mi|mis|un|una|unos|unas|el|la|los|las|su|nuestr[oa])";
const TAKES =
  "(?:tom\\w{1,6}|consum\\w{1,4}|us(?:a|e|an|ar|arl[oa])|sirv\\w{1,3}|funciona\\w?|(?:dar|darle|darles|darsel[oa]s?|doy|den|demos|demosle)|recomiend\\w{1,2}|apto|permitid\\w|puede[ns]?)";
const GROWN = /\b(?:1[89]|[2-9]\d) anos\b|\b(?:mayor(?:es)? de edad|adult[oa]s?|universi\w+|casad[oa])\b/;
const YEARS =
  "(?:[1-9]|1[0-7]|un|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieciseis|diecisiete)";

/**
 * The goods are meant for a child, or a child asks. A child who is only mentioned ("mi niño no me
 * deja dormir") does not count.
 */
export const MINOR_HEAD: Head = {
  concern: "minor",
  signs: [
    {
      name: "for a child",
      all: [
        new RegExp(
          `\\b(?:${FOR}|(?:compr|llev|d|regal)arle a) (?:${MINE} )?(?:\\w+ )?${CHILD}\\b|\\b${CHILD}\\b(?: \\w+){0,5} ${TAKES}\\b|\\b${TAKES}(?: \\w+){0,5} ${CHILD}\\b|\\b(?:mi|el|la|mis|los) ${CHILD}\\b(?: \\w+){0,6} no (?:\\w+ )?(?:duerm\\w{1,3}|logra|puede|descansa)\\b|^(?:y )?(?:${FOR} )?(?:${MINE} )?${CHILD}(?: \\?| pueden?(?: \\?)?)?$`,
        ),
      ],
      unless: [
        GROWN,
        /(?<!\b(?:para|pa|a|al|de|con|y|es) )\bmi (?:nin[oa]|bb|bebe) (?:,|cuant|como|hola|por favor|que|gracias|linda)/,
        /\b(?:gracias|hola|si|no|listo|dale|buenas?) (?:, )?mi nin[oa]\b/,
        /\b(?:deja|dejan) (?:de )?dormir\b/,
      ],
    },
    {
      name: "for a son, a daughter or a grandchild",
      all: [
        new RegExp(
          `\\b(?:${TAKES}|${FOR})(?: \\w+){0,4} (?:mi|mis|su|el|la|un|una) (?:\\w+ )?${OFFSPRING}\\b|\\b(?:mi|mis|el|la) (?:\\w+ )?${OFFSPRING}\\b(?: \\w+){0,8} (?:${TAKES}|no (?:\\w+ )?(?:duerm\\w{1,3}|concilia|descansa))\\b`,
        ),
        /\b(?:tom\w{1,6}|consum\w{1,4}|dar\w{0,5}|sirv\w{1,3}|puede[ns]?|duerm\w{1,3}|bueno|recomiend\w{1,2}|anos|meses|apto|es para)\b/,
      ],
      unless: [
        GROWN,
        /\b(?:recib\w{1,4}|recog\w{1,4}|pued\w{1,2} (?:recib|recog|pagar|pasar|reclam)|paga\w?|me (?:recomend|dijo|conto|regal)\w{0,3}|a nombre de|se llama)\b/,
      ],
    },
    {
      name: "an age below eighteen",
      all: [
        new RegExp(
          `\\b(?:tengo|tiene|tienen|cumpli|cumplio|cumple|de|con|apenas|solo) (?:\\w+ )?${YEARS} an(?:os|itos)\\b(?! (?:de |con |sin |que |dur|suf|pad|cas|tom|viv|trab|en ))|\\b(?:tiene|bebe de|nacid[oa] de|hij[oa] de|nin[oa] de) (?:\\w+ )?${YEARS} mes(?:es|ecitos)\\b`,
        ),
      ],
      unless: [
        /\b(?:hace|llevo|lleva|desde hace|durante|por) (?:\w+ ){0,3}an(?:os|itos)\b|\b(?:insomnio|problema|garantia|experiencia|mercado|duermo|casados?|viviendo|empresa|local|negocio)\b|\bembaraz/,
      ],
    },
    {
      name: "asks from what age on",
      all: [
        /\b(?:desde|a partir de|de|a|para|hay|que|cual) (?:\w+ ){0,3}edad(?:es)?\b|\bedad minima\b|\b(?:soy|es|son|para|si soy) menor(?:es)?\b|\bmenor(?:es)? de (?:edad|1[0-8]|dieciocho|doce|\d)\b|\b(?:uso|version|dosis|presentacion) (?:pediatric|infantil)\w?|\bpediatr\w+/,
      ],
      unless: [
        /\b(?:tercera edad|mayor(?:es)? de edad|edad avanzada|a mi edad|a su edad|por la edad|de edad)\b(?!.*\bmenor)/,
      ],
    },
  ],
};
