import { beforeAll, expect, test } from "vitest";
import { collectLiterals, modulesThatBuild, type Pattern } from "./collect-patterns.ts";
import { worstGrowth } from "./growth.ts";

/** The longest header, query or path: the server's own limit. */
const REQUEST_CAP = 8_192;
/** The longest text that rules read of a customer. */
const TEXT_CAP = 4_096;

/** What never meets a long text, and why. */
const SHORT = [
  { of: /０-９|‐-―/, why: "libphonenumber's: it is given the digits of one phone, 16 at most" },
  { of: /^\\B\(\?=\(\\d\{3\}\)\+\$\)$/, why: "formatCop: it is given the digits of one number" },
];

/** Patterns that modules make out of words as they are loaded. */
const built: Pattern[] = [];
beforeAll(async () => {
  const Own = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Own, {
    construct(target, args, newTarget) {
      const made = Reflect.construct(target, args, newTarget);
      built.push({ place: "built at load", source: made.source, flags: made.flags });
      return made;
    },
  });
  try {
    for (const path of modulesThatBuild()) await import(path);
  } finally {
    globalThis.RegExp = Own;
  }
});

test("the collector finds what stands in the source and what is built of words", () => {
  const sources = collectLiterals().map(({ source }) => source);
  // One each of a line's beginning, of an argument and of a class with a slash in it.
  expect(sources).toContain("^sha256=([0-9a-f]{64})$");
  expect(sources).toContain("^Bearer +(\\S+) *$");
  expect(sources.length).toBeGreaterThan(300);
  expect(built.length).toBeGreaterThan(5);
});

test("no pattern that meets a request or a customer's text costs clearly more than twice for twice the text", () => {
  const once = new Map([...collectLiterals(), ...built].map((one) => [`/${one.source}/${one.flags}`, one]));
  const met = [...once.values()].filter(({ source }) => !SHORT.some(({ of }) => of.test(source)));
  const found = met.flatMap(
    (pattern) => worstGrowth(pattern, pattern.place.startsWith("server") ? REQUEST_CAP : TEXT_CAP) ?? [],
  );
  expect(found).toEqual([]);
}, 180_000);

test("a pattern that is quadratic, or worse, is found out", () => {
  const pattern = (source: string): Pattern => ({ place: "here", source, flags: "" });
  expect(worstGrowth(pattern("\\s*;\\s*q="), 8_192)).not.toBeNull();
  expect(worstGrowth(pattern("^(?:ab)*(?:ab)*(?:ab)*$"), 8_192)).not.toBeNull();
  expect(worstGrowth(pattern("\\d+(?!\\d)x"), 8_192)).not.toBeNull();
  expect(worstGrowth(pattern("^[a-z]+$"), 8_192)).toBeNull();
});
