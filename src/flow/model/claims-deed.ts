import type { LocalePack } from "../../core/locale/locale-pack.ts";
import { wordsOf } from "./said-words.ts";

interface DeedWords {
  /** Says of the speaker that something was done. Reads lower case with its accents, or folded words. */
  readonly done: { readonly accented: readonly RegExp[]; readonly folded: readonly RegExp[] };
  /** Says that a note for a person was left: true where one goes with the turn. */
  readonly noted: RegExp;
}

/**
 * Words of each language that claim a deed. In Spanish and Portuguese an accent tells "le confirmé" from "confirme".
 */
const DEEDS: Readonly<Record<LocalePack["language"], DeedWords>> = {
  spanish: {
    done: {
      accented: [
        /(?<!\p{L})(?:confirm|registr|cancel|envi|despach|actualic|apliqu|agend|reserv|reembols|cre|modifiqu|cambi|apart|descont|program|cobr|compr)é(?!\p{L})/u,
      ],
      folded: [
        /\b(?:qued[oa]n?|esta[n]?|ha[n]? sido|fue(?:ron)?|ya (?:se|le|lo|la)|he|hemos|hicimos|hice)\s+(?:\w+\s+){0,2}?(?:confirm|registr|cancel|envi|despach|actualiz|agend|reserv|reembols|cre|modific|cambi|apart|aplic|pag|recib|aprob|activ|program|procesad|list|hech|puest|devuelt|complet)\w{0,6}/,
        /\bya\s+(?:(?:le|lo|la|los|las|se|su)\s+){0,2}(?:\w+amos|\w+imos)\b|\b(?:recibimos|verificamos|aprobamos|aplicamos|procesamos|registramos|confirmamos) (?:su|el|la|tu)\b/,
      ],
    },
    noted: /(?<!\p{L})(?:anot|avis|dej|notifiqu|escal|inform)é(?!\p{L})/u,
  },
  portuguese: {
    done: {
      accented: [
        /(?<!\p{L})(?:(?:confirm|registr|cancel|envi|despach|atualiz|apliqu|agend|reserv|reembols|cri|modifiqu|mud|separ|descont|program|cobr|compr|pagu)ei|fiz|recebi)(?!\p{L})/u,
      ],
      folded: [
        /\b(?:ficou|ficaram|esta[o]?|foi|foram|ja (?:se|lhe)?|temos|tenho|fizemos)\s+(?:\w+\s+){0,2}?(?:confirm|registr|cancel|envi|despach|atualiz|agend|reserv|reembols|cri|modific|mud|separ|aplic|pag|receb|aprov|ativ|program|process|pront|feit|devolv|complet)\w{0,6}/,
        /\b(?:confirmamos|registramos|cancelamos|enviamos|agendamos|reservamos|recebemos|aprovamos|processamos|reembolsamos) (?:seu|sua|o|a)\b/,
      ],
    },
    noted: /(?<!\p{L})(?:anotei|avisei|deixei|notifiquei|informei)(?!\p{L})/u,
  },
  english: {
    done: {
      accented: [],
      folded: [
        /\b(?:i|we)(?: ve| have| just| already| now){0,3} (?:confirmed|registered|cancell?ed|sent|shipped|updated|scheduled|booked|reserved|refunded|created|changed|applied|charged|bought|ordered|processed|approved|placed|received|activated|paid)\b/,
        /\b(?:is|are|was|were|has been|have been|s been) (?:\w+ ){0,2}?(?:confirmed|registered|cancell?ed|sent|shipped|updated|scheduled|booked|reserved|refunded|created|changed|applied|charged|processed|approved|placed|activated|done|completed)\b/,
      ],
    },
    noted:
      /(?<!\p{L})(?:i|we)(?:['’]ve| have| just| already){0,3} (?:noted|told|left|notified|informed|escalated)(?!\p{L})/u,
  },
};

export function claimsDeed(text: string, language: LocalePack["language"], hasNote: boolean): boolean {
  const { done, noted } = DEEDS[language];
  const lower = text.normalize("NFC").toLowerCase();
  const folded = wordsOf(text).join(" ");
  const isClaimed =
    done.accented.some((pattern) => pattern.test(lower)) || done.folded.some((pattern) => pattern.test(folded));
  return isClaimed || (!hasNote && noted.test(lower));
}
