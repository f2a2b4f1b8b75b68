import type { Head } from "./head.ts";
import { ANIMAL } from "./words.ts";

/** The goods are meant for an animal. A dog at the door ("cuidado con el perro") does not count. */
export const ANIMAL_HEAD: Head = {
  concern: "animal",
  signs: [
    {
      name: "for an animal",
      all: [
        new RegExp(
          `\\b(?:para|pa|a|le|en|con) (?:\\w+ ){0,2}${ANIMAL}\\b|\\b${ANIMAL}\\b(?: \\w+){0,6} (?:pued\\w{1,2}|tom\\w{1,5}|dar\\w{0,5}|sirv\\w{1,3}|duerm\\w{1,3}|no (?:\\w+ )?duerm\\w{1,3}|nervios[oa]|ansios[oa]|estresad[oa]|ladra|maull?a|teme|l[oa] (?:duerme|calma|relaja))\\b|\\b${ANIMAL}\\b.{1,60}\\bles? (?:doy|damos|(?:puedo|podria|podemos) dar)\\b|\\bveterinari[oa]s?\\b`,
        ),
        /\b(?:pued\w{1,2}|tom\w{1,5}|dar\w{0,5}|doy|den|sirv\w{1,3}|duerm\w{1,3}|dormir|es para|para (?:\w+ )?(?:perr|gat|mascot|animal|caball|conej|cachorr)\w*|veterinari\w|recomiend\w{1,2}|us(?:a|o|ar|arl[oa])|funciona\w?|nervios\w|teme|polvora|calma\w?|relaja\w?)\b/,
      ],
      unless: [
        /\b(?:cuidado|ojo) con\b|\b(?:muerde|bravo)\b|\b(?:llegar|entr\w{1,5}|timbr\w{1,4}|porton|reja|casa con) (?:\w+ ){0,4}perr/,
        /\b(?:el|la|mi|los) (?:perr|gat|caball|lor|vecin)\w{1,4} (?:\w+ ){0,4}no me deja/,
        /\bladr\w{1,5} (?:\w+ ){0,4}no me deja/,
        // A house beside one.
        /\b(?:al (?:pie|lado|frente)|diagonal|frente|cerquita|cerca|junto|detras|encima|arriba|abajo|bajos|enseguida|seguid[oa]|pasando)(?: de| a| por)? (?:la|una) veterinaria\b/,
      ],
    },
  ],
};
