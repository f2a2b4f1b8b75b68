import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitText } from "../../../src/core/outbound/split-text.ts";

describe("a long text is cut", () => {
  test("not at all when it fits, and blanks around it are dropped", () => {
    expect(splitText("  Hola  ")).toEqual(["Hola"]);
    expect(splitText("a".repeat(4_096))).toHaveLength(1);
    expect(splitText("🙂".repeat(4_096))).toHaveLength(1);
  });

  test.each([
    ["between paragraphs first", "Uno dos. Tres.\n\nCuatro cinco seis.", 20, ["Uno dos. Tres.", "Cuatro cinco seis."]],
    ["else between lines", "Uno dos tres\ncuatro cinco seis", 20, ["Uno dos tres", "cuatro cinco seis"]],
    ["else after a sentence", "¿Le sirve? Sí… claro que sí señora", 20, ["¿Le sirve? Sí…", "claro que sí señora"]],
    ["also after one that is quoted or bold", '"¡Hola!" dijo y se fue', 14, ['"¡Hola!"', "dijo y se fue"]],
    ["else between words", "uno dos tres cuatro", 10, ["uno dos", "tres", "cuatro"]],
    ["and in a word only where there is nothing else", "abcdefghij", 4, ["abcd", "efgh", "ij"]],
    ["never between the halves of an emoji", "🙂🙂🙂", 2, ["🙂🙂", "🙂"]],
    [
      "before a crumb is made of it: a border near its beginning is the last choice",
      "A.\n\nuno dos tres",
      12,
      ["A.\n\nuno dos", "tres"],
    ],
    ["before an address, not in it", "abcde:https://x.co/abcdef", 20, ["abcde:", "https://x.co/abcdef"]],
    [
      "before an address also where markers left over make a block around it",
      "```x y```https://x.co/a.b?c\n```x y```",
      20,
      ["```x", "y", "```", "https://x.co/a.b?c", "```x y```"],
    ],
    ["around what is bold", "Son *tres cajas de una* vez", 16, ["Son", "*tres cajas de", "una* vez"]],
    ["before what is bold, when it fits in one", "Son muchas *tres cajas* vez", 16, ["Son muchas", "*tres cajas* vez"]],
    ["before a block of code", "Vea esto: ```a b c d e f g```", 20, ["Vea esto:", "```a b c d e f g```"]],
  ])("%s", (_how, text, most, parts) => {
    expect(splitText(text, most)).toEqual(parts);
  });

  const prose = fc
    .array(
      fc.constantFrom(
        "hola",
        "¿cómo?",
        "🙂",
        "*tres cajas*",
        "https://x.co/a.b?c",
        ". ",
        "\n",
        "\n\n",
        " ",
        "```x y```",
      ),
      {
        maxLength: 60,
      },
    )
    .map((words) => words.join(""));

  test("into parts that fit, are not empty, and have lost nothing but blanks at their borders", () => {
    fc.assert(
      fc.property(
        fc.oneof(prose, fc.string({ unit: "grapheme", maxLength: 200 })),
        fc.integer({ min: 1, max: 40 }),
        (text, most) => {
          const parts = splitText(text, most);
          let from = 0;
          for (const part of parts) {
            expect(part.trim()).not.toBe("");
            expect(Array.from(part).length).toBeLessThanOrEqual(most);
            const at = text.indexOf(part, from);
            expect(text.slice(from, at).trim()).toBe("");
            from = at + part.length;
          }
          expect(text.slice(from).trim()).toBe("");
        },
      ),
    );
  });

  test("never in an address that fits into a message", () => {
    fc.assert(
      fc.property(prose, fc.integer({ min: 20, max: 40 }), (text, most) => {
        const addresses = (all: readonly string[]) => all.flatMap((one) => one.match(/https:\/\/\S{1,20}/g) ?? []);
        fc.pre(addresses([text]).every((one) => one.length < 19));
        expect(addresses(splitText(text, most))).toEqual(addresses([text]));
      }),
    );
  });
});
