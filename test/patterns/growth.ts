import type { Pattern } from "./collect-patterns.ts";

/** What costs less at its largest is no danger, and too short to be measured. */
const FLOOR_MS = 5;
/** Twice the text: linear work doubles, quadratic work is four times as much. */
const CLEARLY_MORE_THAN_LINEAR = 3;
/** Measures the whole and the half in turn: what a busy machine takes from one round, it gives back in another. */
const ROUNDS = 8;
/** Rounds of a pattern that takes this long together differ by too little to matter. */
const SURE_MS = 400;

/** Small steps at first: what grows exponentially, or with the third power, shows itself before it hangs. */
const SIZES = [16, 24, 32, 48, 64, 128, 512, 1_024, 4_096, 8_192];

const UNITS = [
  ...[" ", "\t", "\n", ";", ",", '"', "'", ".", "-", "_", "/", "@", "#", ":", "=", "%", "{", "}", "<", "*", "~", "\\"],
  ...[
    "1",
    "a",
    "A",
    "á",
    "ñ",
    "😀",
    "0 ",
    "1 ",
    "a ",
    " a",
    "a.",
    "1-",
    "1.",
    ", ",
    "; ",
    "a,",
    "{{",
    "a@",
    "/a",
    "a-",
    "+1",
    "=a&",
    "a\n",
  ],
];

export interface Growth {
  readonly pattern: string;
  readonly fill: string;
  readonly size: number;
  readonly ms: number;
  readonly ratio: number;
}

/** Where a pattern's cost grows clearly faster than its text; null when nowhere. */
export function worstGrowth(pattern: Pattern, cap: number): Growth | null {
  const run = runnerOf(pattern);
  const sizes = SIZES.filter((one) => one <= cap);
  for (const [head, unit] of fillsFor(pattern)) {
    for (const size of sizes) {
      const text = textOf(head, unit, size);
      if (isCheap(run, text)) continue;
      const grown = growthOf(run, text, textOf(head, unit, size / 2));
      if (grown === null) continue;
      const name = `${pattern.place} /${pattern.source}/${pattern.flags}`;
      return { pattern: name, fill: `${head}|${unit}`, size, ...grown };
    }
  }
  return null;
}

const texts = new Map<string, string>();

/** Most patterns meet the same texts: each is made once. */
function textOf(head: string, unit: string, size: number): string {
  const name = `${size} ${head}|${unit}`;
  const known = texts.get(name);
  if (known !== undefined) return known;
  const made = `${`${head}${unit.repeat(Math.ceil(size / unit.length))}`.slice(0, size)}\u0001`;
  texts.set(name, made);
  return made;
}

/** What takes less by the clock takes less of the processor. Nearly all do, and the clock is read for next to nothing. */
function isCheap(run: (text: string) => unknown, text: string): boolean {
  const before = performance.now();
  run(text);
  return performance.now() - before < FLOOR_MS;
}

/** All matches, from all places where one may begin; a sticky pattern is asked at one place alone. */
function runnerOf({ source, flags }: Pattern): (text: string) => unknown {
  const pattern = new RegExp(source, flags.includes("y") || flags.includes("g") ? flags : `${flags}g`);
  if (!flags.includes("y")) return (text) => text.replace(pattern, "");
  return (text) => {
    pattern.lastIndex = 0;
    return pattern.exec(text);
  };
}

/** Repeated units, and the pattern's own words before and between them. */
function fillsFor({ source }: Pattern): [string, string][] {
  const words = [
    ...new Set(source.replace(/\\[a-zA-Z]|\\p\{[^}]*\}|\(\?<?[:=!]/g, " ").match(/[\p{L}\d]{2,}/gu) ?? []),
  ].slice(0, 4);
  const signs = [...new Set(source.match(/[;,"'@.:=\-_/&<>{}#%+*]/g) ?? [])].slice(0, 6);
  const units = [
    ...new Set([...UNITS, ...words, ...words.map((word) => `${word} `), ...signs, ...signs.map((sign) => `1${sign}`)]),
  ];
  return [
    ...units.map((unit): [string, string] => ["", unit]),
    ...words.slice(0, 2).flatMap((word) => [" ", "1", "a", "a "].map((unit): [string, string] => [word, unit])),
  ];
}

/** Milliseconds of the processor, so that a machine that is busy with something else changes nothing. */
function timeOf(run: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage();
  run(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of several times each; null as soon as they say that the cost is small, or grows with the text. */
function growthOf(run: (text: string) => unknown, whole: string, half: string): { ms: number; ratio: number } | null {
  let [ms, halfMs, spentMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  for (let round = 0; round < ROUNDS && spentMs < SURE_MS; round += 1) {
    const [one, other] = [timeOf(run, whole), timeOf(run, half)];
    spentMs += one + other;
    ms = Math.min(ms, one);
    halfMs = Math.min(halfMs, other);
    if (ms < FLOOR_MS || (round > 0 && ms / halfMs < CLEARLY_MORE_THAN_LINEAR)) return null;
  }
  return { ms, ratio: ms / halfMs };
}
