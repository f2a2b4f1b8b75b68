import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HEADS } from "../../../src/agents/somnio/concerns.ts";
import { FLOW_RULES } from "../../../src/agents/somnio/flow-rules.ts";
import { INFORMATIONAL_RULES } from "../../../src/agents/somnio/informational-rules.ts";
import { LOCALES } from "../../../src/core/locale/locale.ts";
import { wordsOf } from "../../../src/nlu/clauses/acknowledgement.ts";
import { SET_PHRASES, withSetPhrases } from "../../../src/nlu/clauses/set-phrases.ts";
import { foldText } from "../../../src/nlu/text/fold-text.ts";
import { mayMatch } from "../../../src/nlu/text/pattern-gate.ts";
import { type Need, needOf } from "../../../src/nlu/text/pattern-needs.ts";
import { BEGINS, CLOSES, ENDS, OPENS } from "../../../src/nlu/text/text-grams.ts";
import { playedToday } from "../../support/share-of-the-day.ts";

/** A need as a person writes it: `a&b`, `a|b`; `<` and `>` are the borders of a word, `^` and `$` those of the text. */
function written(need: Need | null): string | null {
  if (need === null) return null;
  if (typeof need === "string") {
    return need.replaceAll(BEGINS, "<").replaceAll(ENDS, ">").replaceAll(OPENS, "^").replaceAll(CLOSES, "$");
  }
  return "every" in need ? `(${need.every.map(written).join("&")})` : `(${need.some.map(written).join("|")})`;
}

describe("what a text must hold for a pattern", () => {
  test.each<[RegExp, string | null]>([
    [/hola/, "hola"],
    [/\bhola\b/, "><hola><"],
    [/^hola$/, "^<hola>$"],
    [/^hola$/m, "<hola>"],
    [/(?<!\p{L})hola(?!\p{L})/u, "<hola>"],
    [
      /\b(?:quiero|deme) (?:el|la) frasco\b/,
      "(><quiero el frasco><|><quiero la frasco><|><deme el frasco><|><deme la frasco><)",
    ],
    [
      /\b(?:quiero|deme|mande) (?:el|la|los)\b/,
      "((><quiero |><deme |><mande )&(o el><|o la><|o los><|e el><|e la><|e los><))",
    ],
    [/que (?:vale|cuesta)/, "(que vale|que cuesta)"],
    [/holas?/, "(holas|hola)"],
    [/hola+ amiga/, "(hola&a amiga)"],
    [/dios \w+ pague/, "(dios & pague)"],
    [/hay(?:lo){2}/, "(haylo&lo)"],
    [/(?:muy )?buenas/, "(muy buenas|buenas)"],
    [/(?:no ){0,2}gracias/, "gracias"],
    [/gracias|\d+/, "(gracias|(0&0))"],
    [/(?:calle|cra)\s\d/, "(calle 0|cra 0)"],
    [/\w@\w/, "@"],
    [/tel[eé]fono/u, "telEfono"],
    [/SEÑOR[aa]/iu, "seNora"],
    [/cas[oa]/, "(caso|casa)"],
    [/cas[a-z]as/, "(cas&as)"],
    [/👍?bien/u, "bien"],
    [/ж|ц/iu, null],
    [/gracias|/, null],
    [/[aeiou]\w*/, null],
    [/no(?! gracias)/, "no"],
    [/no(?= gracias)/, "( gracias&no)"],
    [/(?<=muchas )gracias/, "(muchas &gracias)"],
    [/(?<word>hola)\k<word>/, "hola"],
    [/(hola)\1/, "hola"],
    [/\u0061bc hola/, " hola"],
    [/\p{L}hola/u, "hola"],
    [/hola\?/, "hola?"],
    [/[\]h]ola/, "(]ola|hola)"],
    [/Hola/i, "hola"],
    [/hola/y, null],
  ])("%s", (pattern, need) => {
    expect(written(needOf(pattern))).toEqual(need);
  });
});

/** All that the shipped agent asks of a folded text by way of a gate. */
const PATTERNS = [
  ...HEADS.flatMap(({ signs, states = [] }) => [
    ...signs.flatMap(({ all, unless = [] }) => [...all, ...unless]),
    ...states,
  ]),
  ...[...INFORMATIONAL_RULES, ...FLOW_RULES].flatMap(({ patterns, unless = [], unlessAnywhere = [] }) => [
    ...patterns,
    ...unless,
    ...unlessAnywhere,
  ]),
  ...SET_PHRASES.map(([phrase]) => phrase),
  ...LOCALES.flatMap((locale) => wordsOf(locale).phrases.map(([phrase]) => phrase)),
];

/** Not `test`, which goes on where a pattern with the flag g was found last. */
const isFoundIn = (pattern: RegExp, text: string) => text.search(pattern) >= 0;

const lines = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8").split("\n");
const TEXTS = [
  ...lines("../../flow/paraphrases.txt"),
  ...["fresh", "last", "measured", "tuned"].flatMap((name) => lines(`../gold/${name}.tsv`)),
].map(foldText);
const FILE = "test/nlu/text/pattern-gate.test.ts";

test("no gate stands before a pattern that would be found, in any message that we have", () => {
  let matches = 0;
  let spared = 0;
  const played = playedToday("messages before the gates", [...new Set(TEXTS)], { oneIn: 3, file: FILE });
  for (const text of played) {
    for (const pattern of PATTERNS) {
      const isPossible = mayMatch(pattern, text);
      if (!isPossible) spared += 1;
      if (!isFoundIn(pattern, text)) continue;
      matches += 1;
      if (!isPossible) expect.unreachable(`${pattern} is found in "${text}"`);
    }
  }
  expect(matches).toBeGreaterThan(300);
  // Most patterns are spared: that is what it is for.
  expect(spared / (played.length * PATTERNS.length)).toBeGreaterThan(0.97);
});

test("nor in words that are made of the patterns' own", () => {
  const words = [...new Set(PATTERNS.flatMap(({ source }) => source.match(/[a-z]{2,}/g) ?? []))];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }), (some) => {
      const text = some.join(" ");
      for (const pattern of PATTERNS) if (isFoundIn(pattern, text)) expect(mayMatch(pattern, text)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test("a phrase is put into words behind its gate as without one, in any message that we have", () => {
  const plainly = (text: string) =>
    SET_PHRASES.reduce((said, [phrase, word]) => said.replace(phrase, word), text)
      .replace(/ +/g, " ")
      .trim();
  let changed = 0;
  for (const text of new Set(TEXTS)) {
    const said = plainly(text);
    if (said !== text) changed += 1;
    expect(withSetPhrases(text)).toBe(said);
  }
  expect(changed).toBeGreaterThan(50);
});

test("nor where the customer writes with capitals and marks, and the pattern takes any case", () => {
  const anyCase = PATTERNS.map(({ source }) => new RegExp(source, "i"));
  const marked: Readonly<Record<string, string>> = { a: "Á", e: "é", i: "Í", o: "ó", u: "Ü", n: "Ñ", s: "S", k: "K" };
  let matches = 0;
  for (const [at, text] of [...new Set(TEXTS)].entries()) {
    const written = Array.from(text, (letter, place) => ((at + place) % 7 === 0 ? (marked[letter] ?? letter) : letter));
    const shouted = at % 2 === 0 ? text.toUpperCase() : written.join("");
    for (const pattern of anyCase) {
      if (!pattern.test(shouted)) continue;
      matches += 1;
      if (!mayMatch(pattern, shouted)) expect.unreachable(`${pattern} is found in "${shouted}"`);
    }
  }
  expect(matches).toBeGreaterThan(300);
});

test("a word of two letters, a digit and a border of a word each stand in a gate, and one letter does not", () => {
  expect(mayMatch(/\bno\b/, "hola")).toBe(false);
  expect(mayMatch(/\bno\b/, "noche")).toBe(false);
  expect(mayMatch(/\bno\b/, "bueno")).toBe(false);
  expect(mayMatch(/\bno\b/, "pues no, gracias")).toBe(true);
  expect(mayMatch(/no/, "bueno")).toBe(true);
  expect(mayMatch(/x/, "hola")).toBe(true);
  expect(mayMatch(/(?:calle|kra)\s\d/iu, "calle abajo")).toBe(false);
  expect(mayMatch(/(?:calle|kra)\s\d/iu, "Calle 7")).toBe(true);
  expect(mayMatch(/tel[eé]fono/iu, "mi TELÉFONO es")).toBe(true);
  expect(mayMatch(/tel[eé]fono/iu, "mi correo es")).toBe(false);
});
