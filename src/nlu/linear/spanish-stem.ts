/**
 * A Spanish word without its inflection: plural, gender, diminutive, verb endings, attached
 * pronouns. It need not be a root of the language, only the same for `envío`, `envíos`, `envían`,
 * `enviarme`. Words are folded (`normaliseText`). No cut leaves fewer than three letters.
 */
export function stemWord(word: string): string {
  if (word.length <= 3 || !/^[a-z]+$/.test(word)) return word;
  const bare = word.replace(HUNG_PRONOUN, "$1").replace(PLURAL, "");
  for (const ending of ENDINGS) {
    const stem = bare.slice(0, -ending.length);
    if (stem.length >= 3 && bare.endsWith(ending)) return stem;
  }
  return bare;
}

const HUNG_PRONOUN = /^([a-z]{2,}(?:[aei]r|ando|iendo))(?:(?:me|te|se|nos)?(?:lo|la|le)s?|me|te|se|nos)$/;

/** `compramos` and `compráis` keep theirs: it belongs to the ending of the verb. */
const PLURAL = /(?<!mo)(?<=[aeo])s$/;

/** Longest first. */
const ENDINGS = [
  "amientos imientos amiento imiento aciones uciones iciones acion ucion icion",
  "ecitos ecitas ecito ecita citos citas cito cita itos itas ito ita",
  "aremos eremos iremos ariamos eriamos iriamos asteis isteis abamos iamos",
  "arian erian irian arias erias irias aria eria iria aran eran iran aras eras iras are ere ire ara era ira",
  "ieron iendo aron ando aste iste abas aban aba ados adas idos idas ado ada ido ida",
  "adores adoras ador adora mente amos emos imos ias ian",
  "ar er ir as es os an en ia ie io a e o s",
]
  .join(" ")
  .split(" ")
  .sort((one, other) => other.length - one.length);
