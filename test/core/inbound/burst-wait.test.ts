import fc from "fast-check";
import { expect, test } from "vitest";
import { burstWaitMs, LONGEST_WAIT } from "../../../src/core/inbound/burst-wait.ts";

const USUAL = 1_000;
const waitOf = (body: string) => burstWaitMs({ type: "text", body }, USUAL);

const opener = fc.constantFrom("cuánto", "cómo", "cuándo", "dónde", "tienen", "hacen");
const thing = fc.constantFrom(
  "vale el frasco",
  "se toma eso",
  "llega el pedido a Cali",
  "pago lo que compro",
  "envíos a Pasto",
);

test("a whole question waits for nothing, with its mark or without", () => {
  fc.assert(
    fc.property(opener, thing, fc.constantFrom("", "?", " ??"), (word, rest, mark) => {
      expect(waitOf(`${word} ${rest}${mark}`)).toBe(0);
    }),
  );
});

test("what breaks off waits longer", () => {
  const open = fc.constantFrom("y", "pero", "de", "para", "que", "mi", "quería saber", "...", ",");
  fc.assert(
    fc.property(fc.constantFrom("me llamo Ana", "vivo en Cali", "el pedido", "lo quiero"), open, (begun, end) => {
      expect(waitOf(/^\p{L}/u.test(end) ? `${begun} ${end}` : `${begun}${end}`)).toBe(LONGEST_WAIT * USUAL);
    }),
  );
});

test.each(["hola", "buenas tardes", "Hola buenas", "una pregunta", "👋"])("%s opens something", (text) => {
  expect(waitOf(text)).toBe(LONGEST_WAIT * USUAL);
});

test.each(["sí", "No", "2", "el de 3", "confirmo", "listo", "asesor"])("%s answers, and waits for nothing", (text) => {
  expect(waitOf(text)).toBe(0);
});

test("a datum waits as usual; a button never", () => {
  expect(waitOf("Carlos Rey")).toBe(USUAL);
  expect(waitOf("3009998877")).toBe(USUAL);
  expect(burstWaitMs({ type: "button", title: "Sí", payload: "si" }, USUAL)).toBe(0);
});
