/** Who speaks to a customer says "usted" from the first text to the last: no sentence in our sources says "tú". */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SOURCES = fileURLToPath(new URL("../../src/", import.meta.url));
const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));

/** Sentences in Spanish; patterns and words to recognise have no capital. */
const SENTENCE = /["`]([¡¿A-ZÁÉÍÓÚÑ][^"`\\\n]*)["`]/gu;
const IS_SPANISH = /[áéíóúñ¿¡]|(?:^|\s)(?:el|la|los|las|que|con|para|su|le)(?:\s|$)/u;
/** What customers may say is quoted to them. */
const QUOTED = /«[^»]*»/gu;
const INFORMAL = new RegExp(
  [
    "(?<!\\p{L})(?:tú|ti|contigo|te|tu|tus|tuyo|tuya|quieres|puedes|tienes|necesitas|prefieres|deseas|sabes|eres|dime|cuéntame|escríbeme|envíame|avísame)(?!\\p{L})",
    "(?<!\\p{L})me (?:l[oa]s? )?\\p{L}{2,}(?:as|es|ás|és)(?!\\p{L})",
  ].join("|"),
  "iu",
);

/** Portuguese has its own words, and the Studio's operators choose theirs. */
const OTHERS = /portuguese|\.test\.|lab\/customers|nlu\//u;

test("no sentence of ours says tú", () => {
  const said = files
    .filter((name) => !OTHERS.test(name))
    .flatMap((name) => {
      const text = readFileSync(`${SOURCES}${name}`, "utf8").replaceAll(/^\s*(?:\/?\*|\/\/).*$/gmu, "");
      return [...text.matchAll(SENTENCE)].map(([, sentence = ""]) => [name, sentence.replace(QUOTED, "")] as const);
    })
    .filter(([, sentence]) => IS_SPANISH.test(sentence));
  expect(said.length).toBeGreaterThan(300);
  expect(said.filter(([, sentence]) => INFORMAL.test(sentence))).toEqual([]);
});
