import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeMarkup, fillText } from "../../../src/core/outbound/markup.ts";
import { templateHole } from "../../../src/core/outbound/template-hole.ts";

const JOINER = "\u2060";

/** What WhatsApp would show as markup in a text, by the rules that it publishes: a second reading, none of ours. */
function markupIn(text: string): string[] {
  const around = "[\\s\\p{P}\\p{S}]";
  const pair = (marker: string, inner: string) =>
    new RegExp(`(?<=^|${around})${marker}(?=\\S)${inner}(?<=\\S)${marker}(?=$|${around})`, "gu");
  return [
    ...["\\*", "_", "~", "`"].flatMap((marker) => text.match(pair(marker, "[^\\n]*?")) ?? []),
    ...(text.match(/```[\s\S]+?```/g) ?? []),
    ...(text.match(/^(?:> ?|[*-] |\d+\. )/gm) ?? []),
  ];
}

/** Words with markers in all places, as people and mischief write them. */
const pieces = fc.constantFrom(
  "*",
  "_",
  "~",
  "`",
  "```",
  ">",
  "- ",
  "* ",
  "1. ",
  " ",
  "\n",
  "hola",
  "ñ",
  "a",
  "7",
  "👍",
  ".",
  JOINER,
);
const values = fc.oneof(
  fc.array(pieces, { maxLength: 12 }).map((all) => all.join("")),
  fc.string({ unit: "grapheme" }),
);

test.each([
  ["*Ana*"],
  ["_Ana_"],
  ["~Ana~"],
  ["`Ana`"],
  ["```Ana```"],
  ["Ana (*la mejor*)"],
  ["***Ana***"],
  ["> Ana"],
  ["- Ana"],
  ["* Ana"],
  ["12. Ana"],
  ["Calle 1\n> Ana"],
])("%j is markup, and none once it is escaped", (value) => {
  expect(markupIn(value)).not.toEqual([]);
  expect(markupIn(escapeMarkup(value))).toEqual([]);
});

test("no value becomes markup", () => {
  fc.assert(
    fc.property(values, (value) => {
      expect(markupIn(escapeMarkup(value))).toEqual([]);
    }),
  );
});

test("nothing but joiners is added, and nothing is taken away", () => {
  fc.assert(
    fc.property(values, (value) => {
      expect(escapeMarkup(value).replaceAll(JOINER, "")).toBe(value.replaceAll(JOINER, ""));
    }),
  );
});

test("twice is once", () => {
  fc.assert(
    fc.property(values, (value) => {
      expect(escapeMarkup(escapeMarkup(value))).toBe(escapeMarkup(value));
    }),
  );
});

test("plain text is never touched", () => {
  const plain = fc
    .string({ unit: "grapheme" })
    .map((text) => text.replace(/[*_~`]/g, ""))
    .filter((text) => !/^(?:>|- |\d+\. )/m.test(text));
  fc.assert(
    fc.property(plain, (text) => {
      expect(escapeMarkup(text)).toBe(text);
    }),
  );
});

test.each([
  "María José Ñáñez",
  "Cra. 7 # 12-34, apto 501",
  "ana_maria.r@correo.co",
  "2*3*4",
  "$79.900",
  "-5 °C",
  "3.5 kg",
])("%j is plain text", (text) => {
  expect(escapeMarkup(text)).toBe(text);
});

test("a value does not end the markup around it", () => {
  const oneLine = values.map((value) => value.replace(/\s+/g, " ").trim()).filter((value) => value !== "");
  fc.assert(
    fc.property(oneLine, (name) => {
      expect(markupIn(fillText`Gracias, *${name}*. Son $79.900.`)).toEqual([`*${escapeMarkup(name)}*`]);
    }),
  );
});

test("a text is filled with its values, in order, and only they are escaped", () => {
  const starred = `${JOINER}*${JOINER}tres${JOINER}*${JOINER}`;
  expect(fillText`*${1}* y _${"dos"}_, ${"*tres*"}`).toBe(`*1* y _dos_, ${starred}`);
  expect(fillText`nada`).toBe("nada");
});

test.each(["{{precio}}", "{{", "{{{nombre}}}", "Casa {{azul}} {{2}}"])(
  "%j in a value is no variable of ours",
  (value) => {
    const escaped = escapeMarkup(value);
    expect(templateHole({ type: "text", body: `Va para ${escaped}.` })).toBeNull();
    expect(escaped.replaceAll(JOINER, "")).toBe(value);
    expect(escapeMarkup(escaped)).toBe(escaped);
  },
);
