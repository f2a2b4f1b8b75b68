import { RELATIVE } from "../words/relatives.ts";

/**
 * How many units the persons of a message want together: "somos tres y queremos uno cada una", "mi mamá y mi tía quieren, una
 * para cada una", "él quiere uno y yo otro". null when it says no such thing, or asks. `folded` is folded.
 */
export function readShares(folded: string): number | null {
  if (folded.includes("?") || !WISHES.test(folded) || OF_A_DOSE.test(folded)) return null;
  if (ONE_EACH.test(folded)) return countPersons(folded);
  return ONE_AND_ANOTHER.test(folded) ? 2 : null;
}

const WISHES = /\b(?:quier[eo]|queremos|necesit|compra|pid|pedi|llev|encarg|mand|envi|seria|deme|somos)/;
/** "Tomamos una cada uno", "no quieren": these words order nothing. */
const OF_A_DOSE = /\b(?:tom[aeo]|pastilla|tableta|capsula|noche|dia\b|no (?:quier|somos|necesit)|si (?:quier|somos))/;
const ONE = "(?:un[oa]?|1)(?: (?:solo )?(?:frasc[a-z]{1,5}|tarr[a-z]{1,5}|unidad))?";
const ONE_EACH = new RegExp(
  `\\b${ONE} (?:para )?(?:cada (?:un[oa]|quien|cual)|por (?:persona|cabeza))\\b|\\bcada un[oa] (?:quiere|necesita|lleva|pide) ${ONE}(?= |$)`,
);
const ONE_AND_ANOTHER = new RegExp(
  `\\b(?:el|ella|mi ${RELATIVE}|yo) (?:quiere|quiero|necesita|necesito|lleva|llevo|pide|pido) ${ONE}(?: ,)? (?:y|e) (?:tambien )?(?:yo|el|ella|mi ${RELATIVE}) (?:(?:quiero|quiere|necesito|necesita) )?(?:otr[oa]|${ONE})(?= |$)`,
);
const PERSONS = /\bsomos (dos|tres|2|3)\b/;
const KIN_AND_KIN = new RegExp(
  `\\b(?:(?:mi|la|el) ${RELATIVE}|yo|ella|el)(?: [a-z]+)? (?:y|e) (?:(?:mi|la|el) ${RELATIVE}|yo|ella|el)(?= |$)`,
);
const MORE_KIN = new RegExp(`\\b(?:(?:mi|la|el) ${RELATIVE}|yo)(?: [a-z]+)? ,`);

function countPersons(folded: string): number | null {
  const [, said] = PERSONS.exec(folded) ?? [];
  if (said !== undefined) return said === "dos" || said === "2" ? 2 : 3;
  return KIN_AND_KIN.test(folded) && !MORE_KIN.test(folded.slice(0, folded.search(KIN_AND_KIN))) ? 2 : null;
}
