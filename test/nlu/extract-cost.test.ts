import { expect, test } from "vitest";
import { extractFields } from "../../src/nlu/extract/extract-fields.ts";
import { foldText } from "../../src/nlu/fold-text.ts";

/** Long near-misses of each reader, and what strangers paste: what makes a bad pattern explode. */
const HOSTILE = [
  "cra 7 ",
  "calle 5 # ",
  "calle 5 bis a sur ",
  "avenida las ",
  "mz 4 ",
  "torre 3 apto ",
  "vereda el ",
  "conjunto los ",
  "3 0 1 ",
  "301 555 ",
  "+57 ",
  "12.345.",
  "a@a.",
  "a@",
  "a.a.a",
  "cédula 1.",
  "no tengo el ",
  "correo la ",
  "sin la el ",
  "mi nombre es ",
  "me llamo soy ",
  "Ana María ",
  "vivo en la ",
  "en el barrio ",
  "la ciudad de ",
  "departamento de ",
  "frente a la ",
  "indicaciones: ",
  "San José del ",
  "mándemelo a la ",
  "¿?¿?",
  ", , ,",
  " - ",
  "\n",
  "\u200b\u202e",
  "á\u0301",
  "🙂‍↔️",
  "ﷺ",
].map((seed) => seed.repeat(Math.ceil(4_096 / seed.length)));

test("a hostile message of full length costs milliseconds to read", () => {
  for (const text of HOSTILE) {
    for (const isAsked of [true, false]) {
      const before = process.cpuUsage();
      extractFields(text, { known: {}, isAsked, missing: ["email"] });
      foldText(text);
      const { user } = process.cpuUsage(before);
      // Processor time, so that a busy machine counts for nothing. Measured 1–20 ms; a pattern that backtracks takes seconds.
      expect(user / 1_000, JSON.stringify(text.slice(0, 20))).toBeLessThan(250);
    }
  }
});
