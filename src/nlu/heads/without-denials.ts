/** Not the cause of something ("no estoy durmiendo por el embarazo"), and no doubt ("no sé si …"). */
const WORD =
  "(?!(?:pero|y|e|aunque|solo|sino|por|porque|que|si|durm\\w*|dorm\\w*|duerm\\w*|sueno|bien|descans\\w*|\\w{3,}ndo)\\b)[a-z]\\w*";
const DENIAL = new RegExp(
  `\\b(?:no|ningun[oa]|nadie)(?: de (?:l[oa]s|ell[oa]s|nosotr[oa]s))? (?:\\w{2} )?(?:estoy|esta|estamos|soy|es|somos|tomo|toma|tomamos|tengo|tiene|sufro|sufre|padezco|padece|uso|consumo)(?: ${WORD}){1,4}(?: ni(?: ${WORD}){1,4})*`,
  "g",
);

const MAY_DENY = /no |ninguna |nadie /;

/**
 * The folded words without what the customer says that they are not, have not and do not take ("no
 * estoy embarazada ni tomo nada"). What stands beside it is kept.
 */
export function withoutDenials(folded: string): string {
  return MAY_DENY.test(folded) ? folded.replace(DENIAL, "").replace(/ +/g, " ").trim() : folded;
}
