import { findIn } from "../text/pattern-gate.ts";
import type { FieldKind } from "./field-kinds.ts";

/** What customers may not have (requirement A13), and the words for it. */
const THINGS: readonly (readonly [FieldKind, string])[] = [
  ["email", "correos?(?:\\s+electr[oó]nico)?|e-?mails?|mail"],
  ["neighbourhood", "barrio"],
  ["surname", "(?:segundo\\s+)?apellidos?"],
  ["id_number", "c[eé]dula"],
  ["directions", "indicaci[oó]n(?:es)?(?:\\s+(?:extras?|adicionales?|especiales?))?|puntos?\\s+de\\s+referencia"],
];

const NONE =
  "no(?:\\s+(?:lo|la|las|los|le|yo|me))?\\s+(?:tengo|manejo|uso|utilizo|poseo|cuento\\s+con|hay|tiene|tenemos|recuerdo|s[eé]|aplica|existe|aparece|acuerdo)|ningun[oa]|n\\/?\\.?a\\.?(?!\\p{L})|nada|no(?=\\s*(?:$|[,.;\\n]))";
const WORDS_BETWEEN = "(?:(?:ning[uú]n|ninguna|un|una|el|la|lo|de|eso|ese|esa|con|mi)\\s+){0,2}";

export interface Negation {
  readonly kind: FieldKind;
  readonly raw: string;
}

/** "no tengo correo", "sin barrio", "correo: no tengo", "el correo no lo uso". */
const NEGATIONS = THINGS.map(
  ([kind, thing]) =>
    [
      kind,
      new RegExp(
        `(?<!\\p{L})(?:yo\\s+)?(?:no\\s+(?:tengo|manejo|uso|utilizo|poseo|cuento\\s+con|hay|tiene|s[eé]|me\\s+acuerdo\\s+del?|recuerdo)|sin|no(?=\\s+(?:correo|e-?mail)\\s*(?:$|[,.;\n])))\\s+${WORDS_BETWEEN}(?:${thing})(?!\\p{L})|(?<!\\p{L})(?:de\\s+)?(?:(?:mi|el|la|en|y)\\s+){0,2}?(?:${thing})\\s*(?:es\\s+)?[:=-]?\\s*(?:(?:la\\s+verdad|yo|pues|eso|s[ií]|no\\s+se[nñ]ora?)\\s+)?(?:${NONE})(?![\\p{L}@])(?!\\s*(?:es|est[aá]|era|se|ha|me|le|va|llega|funciona)(?![\\p{L}]))`,
        "iu",
      ),
    ] as const,
);

/** "no tengo correo ni barrio": the part behind the first thing. */
const NOR = new RegExp(
  `^\\s*(?:,\\s*)?(?:ni|tampoco)\\s+(?:(?:tengo|manejo|uso|hay|s[eé])\\s+)?${WORDS_BETWEEN}(?:${THINGS.map(([, thing]) => `(${thing})`).join("|")})(?!\\p{L})`,
  "iu",
);

const DENIES = /(?<!\p{L})(?:no|sin|nada|ningun[oa]|n\/?\.?a)(?!\p{L})/iu;

/** The fields that the message says are absent. */
export function findNegations(text: string): Negation[] {
  if (!DENIES.test(text)) return [];
  return NEGATIONS.flatMap(([kind, pattern]) => {
    const match = findIn(pattern, text);
    if (match === null) return [];
    const also = findIn(NOR, text.slice(match.index + match[0].length));
    // biome-ignore lint/suspicious/noUnnecessaryConditions: no group may have matched
    const other = also === null ? undefined : THINGS[also.slice(1).findIndex((one) => one !== undefined)]?.[0];
    const own = { kind, raw: match[0] };
    return also === null || other === undefined ? [own] : [own, { kind: other, raw: also[0] }];
  });
}

/** Only "there is none", for the last question: "no tengo", "no manejo eso". */
const BARE_NONE =
  /^(?:ah\s+)?(?:(?:no|pues|la\s+verdad|yo|se[nñ]or(?:a|ita)?)[\s,]+){0,3}(?:(?:(?:de\s+)?(?:eso|ese|esa|esas?\s+cosas?)\s+)?no\s+(?:lo\s+|la\s+)?(?:tengo|manejo|uso|utilizo|cuento\s+con|hay|existe)(?:\s+(?:eso|de\s+eso|ninguno|nada|de\s+esos?))?|ning[uú]n[oa]|no\s+aplica|n\/a|sin\s+eso)(?:[\s,]+(?:gracias|se[nñ]or(?:a|ita)?|por\s+ahora|pues))?[\s.!]*$/iu;

const BARE_NO = /^(?:no|nop|nones|nada)(?:[\s,]+(?:se[nñ]or(?:a|ita)?|gracias|no))?[\s.!]*$/iu;

/** `isOnlyThis`: nothing else was asked, so "no" alone answers it. */
export function isBareNone(text: string, isOnlyThis: boolean): boolean {
  return BARE_NONE.test(text.trim()) || (isOnlyThis && BARE_NO.test(text.trim()));
}

export const NEGATABLE: readonly FieldKind[] = THINGS.map(([kind]) => kind);
