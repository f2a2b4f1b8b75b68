/** Parts of patterns that several heads share; all of it on folded text. */

const AN_ADULT =
  "mama|papa|madre|padre|espos[oa]|marido|mujer|senora?|novi[oa]|herman[oa]|ti[oa]|abuel\\w{1,4}|suegr[oa]|amig[oa]|vecin[oa]|prim[oa]";
/** Words for children; "hijo" may be forty. */
export const CHILD =
  "(?:nin[oa]s?|ninit[oa]s?|bebes?|bebit[oa]s?|bebe[sc]it[oa]s?|bb|menor(?:es)?(?: de edad)?|adolescentes?|infantes?|criaturas?|chiquit[oa]s?|pelad(?:it)?[oa]s?|pelaos?|pela[ií]t[oa]s?|recien nacid[oa]s?|gemel[oa]s|melliz[oa]s|trilliz[oa]s|chinit[oa]s?|chinitic[oa]s?|culicagad[oa]s?|sardin[oa]s?|muchachit[oa]s?|jovencit[oa]s?|pequenit[oa]s?|pequen[oa]s?(?= (?:se|de|tiene|hij)))";
export const OFFSPRING =
  "(?:hij(?:o|a|it[oa])s?|niet(?:o|a|ecit[oa]|it[oa])s?|sobrin(?:o|a|it[oa])s?|ahijad[oa]s?|hermanit[oa]s?|primit[oa]s?|hijastr[oa]s?|bisniet[oa]s?|entenad[oa]s?)";
export const ANIMAL =
  "(?:perr(?:o|a|it[oa]|ic[oa])s?|gat(?:o|a|it[oa]|ic[oa])s?|mascot(?:a|ita|ica)s?|cachorr(?:o|a|it[oa])s?|michi|firulais|canin[oa]s?|felin[oa]s?|conej[oa]s?|caballos?|yeguas?|lor[oa]s?|animal(?:it[oa]|es)?)";
/** Words for a third person. */
export const SOMEBODY = `(?:${CHILD}|${OFFSPRING}|${ANIMAL}|${AN_ADULT}|alguien|una persona|el|ella)`;

/** Three or more: one is a dose, two a mistake. */
export const MANY =
  "(?:tod[oa]s?|(?:\\w+ )?(?:fras|tar)\\w{1,6}|medi[oa] (?:frasco|tarro|caja|pote)|much[oa]s|muchisim[oa]s|vari[oa]s|demasiad[oa]s|bastantes|un(?:as?)? (?:monton|punad[oa]|poco|pocas|cuantas)|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|treinta|cuarenta|cincuenta|sesenta|noventa|[3-9]|[1-9]\\d)";
