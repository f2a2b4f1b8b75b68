/** Not the cause of something ("no estoy durmiendo por el embarazo"), and no doubt ("no sé si …"). */
const WORD =
  "(?!(?:pero|y|e|aunque|solo|sino|por|porque|que|si|durm\\w*|dorm\\w*|duerm\\w*|sueno|bien|descans\\w*|\\w{3,}ndo)\\b)[a-z]\\w*";
const DENIAL = new RegExp(
  `\\bno (?:\\w{2} )?(?:estoy|esta|estamos|soy|es|somos|tomo|toma|tomamos|tengo|tiene|sufro|sufre|padezco|padece|uso|consumo)(?: ${WORD}){1,4}(?: ni(?: ${WORD}){1,4})*`,
  "g",
);

/**
 * The folded words without what the customer says that they are not, have not and do not take ("no
 * estoy embarazada ni tomo nada"). What stands beside it is kept.
 */
export function withoutDenials(folded: string): string {
  return folded.includes("no ") ? folded.replace(DENIAL, "").replace(/ +/g, " ").trim() : folded;
}
