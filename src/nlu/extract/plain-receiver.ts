/** Who receives the parcel, in the words in which people tell it, written as the plain labels that every reader knows. */
import { RELATIVE } from "../relatives.ts";
import { isFirstName } from "./first-names.ts";
import { isSurname } from "./surnames.ts";

const WORD = "\\p{L}[\\p{L}'’-]{1,20}";

/** "D mi mamá", "d la señora". */
const SHORT_OF = /(?<=\p{L}\s)d(?=\s(?:mi|mis|la|el|su|l[oa]s)\s)/giu;
/** "Carmen Pinto vda. de Rojas": written out, since its dot would end the sentence. "vda. El Salado" is a vereda. */
const WIDOW = /(?<=\p{L}\s)(?:vda?|vd)\.?\s{0,2}(?=de\s(\p{L}{2,20}))/giu;
/** "A nombre de mi mamá, que ella recibe: Carmen Botina", "a nombre de mi tía, Ana Ruiz". */
const KIN_THEN_NAME = new RegExp(
  `(?<!\\p{L})a\\s{1,3}nombre\\s{1,3}de\\s{1,3}(?:mi|la|el)\\s{1,3}${RELATIVE}(?!\\p{L})(?:[^:.\\n]{0,40}:|\\s{0,2},)\\s{0,2}(?=(${WORD})\\s(?:\\p{L}{1,3}\\s){0,2}${WORD})`,
  "giu",
);
/** "Que lo reciba Pedro Nel Rincón", "que la recoja Ana Ruiz". */
const MAY_RECEIVE = new RegExp(
  `(?<!\\p{L})que\\s{1,3}(?:l[oa]s?\\s{1,3})?(?:reciba|recoja)\\s{1,3}(?:(?:el|la)\\s{1,3}se[nñ]ora?\\s{1,3})?(?=(${WORD})\\s(?:\\p{L}{1,3}\\s){0,2}${WORD})`,
  "giu",
);

export function withReceiver(text: string): string {
  return text
    .replace(SHORT_OF, "de")
    .replace(WIDOW, (said, name: string) => (isSurname(name) ? "viuda " : said))
    .replace(KIN_THEN_NAME, (said, first: string) =>
      isFirstName(first) || said.includes(":") ? "a nombre de: " : said,
    )
    .replace(MAY_RECEIVE, (said, first: string) => (isFirstName(first) ? "recibe " : said));
}

const NUMBER = "\\+?\\d[\\d .-]{8,16}\\d";
const KIN = `(?:ella|[eé]l|(?:mi|la|el)\\s${RELATIVE})`;
/** "Mi cel es … y el de mi mamá …, llamen al de ella": the second one is the number of the parcel. */
const TWO_NUMBERS = new RegExp(
  `(?<!\\p{L})(?:mi|el\\sm[ií]o)\\s[^,;.\\d]{0,30}${NUMBER}[\\s,]{1,3}(?:y|pero)\\s(?=el\\s(?:\\p{L}{3,8}\\s)?de\\s${KIN}\\s[^,;.\\d]{0,12}${NUMBER})`,
  "iu",
);
const CALL_THE_OTHER = new RegExp(
  `(?<!\\p{L})(?:llam|marqu|timbr|comun[ií]qu|escrib)\\p{L}{1,5}\\s(?:\\p{L}{2,6}\\s)?al\\sde\\s${KIN}(?!\\p{L})`,
  "iu",
);

export function withPhoneToCall(text: string): string {
  return CALL_THE_OTHER.test(text) ? text.replace(TWO_NUMBERS, "") : text;
}
