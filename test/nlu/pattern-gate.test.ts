import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HEADS } from "../../src/agents/somnio/concerns.ts";
import { FLOW_RULES } from "../../src/agents/somnio/flow-rules.ts";
import { INFORMATIONAL_RULES } from "../../src/agents/somnio/informational-rules.ts";
import { foldText } from "../../src/nlu/fold-text.ts";
import { mayMatch } from "../../src/nlu/pattern-gate.ts";
import { literalsOf } from "../../src/nlu/pattern-literals.ts";

describe("the letters that every match of a pattern holds", () => {
  test.each<[RegExp, readonly string[] | null]>([
    [/hola/, ["hola"]],
    [/\b(?:quiero|deme) (?:el|la) frasco\b/, [" frasco"]],
    [/\b(?:cuanto|que) (?:vale|cuesta)/, ["vale", "cuesta"]],
    [/holas?/, ["hola"]],
    [/hola+ amiga/, ["hola"]],
    [/lo{2}/, ["lo"]],
    [/(?:muy )?buenas/, ["buenas"]],
    [/(?:no ){0,2}gracias/, ["gracias"]],
    [/gracias|\d+/, null],
    [/gracias|/, null],
    [/[aeiou]\w*/, null],
    [/no(?! gracias)/, ["no"]],
    [/no(?= gracias)/, [" gracias"]],
    [/(?<=muchas )gracias/, ["muchas "]],
    [/(?<word>hola)\k<word>/, ["hola"]],
    [/(hola)\1/, ["hola"]],
    [/\u0061bc hola/, [" hola"]],
    [/\p{L}hola/u, ["hola"]],
    [/hola\?/, ["hola?"]],
    [/[\]h]ola/, ["ola"]],
    [/hola/i, null],
    [/hola/y, null],
  ])("%s", (pattern, literals) => {
    const found = literalsOf(pattern);
    expect(found === null ? null : [...found]).toEqual(literals);
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
];

const lines = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8").split("\n");
const TEXTS = [
  ...lines("../flow/paraphrases.txt"),
  ...["fresh", "last", "measured", "tuned"].flatMap((name) => lines(`gold/${name}.tsv`)),
].map(foldText);

test("no gate stands before a pattern that would be found, in any message that we have", () => {
  let matches = 0;
  let spared = 0;
  for (const text of new Set(TEXTS)) {
    for (const pattern of PATTERNS) {
      const isPossible = mayMatch(pattern, text);
      if (!isPossible) spared += 1;
      if (!pattern.test(text)) continue;
      matches += 1;
      if (!isPossible) expect.unreachable(`${pattern} is found in "${text}"`);
    }
  }
  expect(matches).toBeGreaterThan(1_000);
  // Most patterns are spared: that is what it is for.
  expect(spared / (new Set(TEXTS).size * PATTERNS.length)).toBeGreaterThan(0.7);
});

test("nor in words that are made of the patterns' own", () => {
  const words = [...new Set(PATTERNS.flatMap(({ source }) => source.match(/[a-z]{2,}/g) ?? []))];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }), (some) => {
      const text = some.join(" ");
      for (const pattern of PATTERNS) if (pattern.test(text)) expect(mayMatch(pattern, text)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
