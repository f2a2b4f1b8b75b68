import { expect, test } from "vitest";
import { entryFaults } from "../../src/core/knowledge/knowledge-entry.ts";
import { readMarkdown } from "../../src/core/knowledge/read-markdown.ts";

test("a file is an entry: its name is the id, quoted lines are questions, and the rest is said", () => {
  const { entries, faults } = readMarkdown(
    "factura.md",
    "# Factura electrónica\n> ¿dan factura?\n> facturan a una empresa\n\nSí, cada compra va con **factura**.\n\n\n\nMás en [la página](https://ejemplo.co).\n",
  );
  expect(faults).toEqual([]);
  expect(entries).toEqual([
    {
      id: "factura",
      title: "Factura electrónica",
      asks: ["¿dan factura?", "facturan a una empresa"],
      text: "Sí, cada compra va con *factura*.\n\nMás en la página: https://ejemplo.co.",
      until: null,
    },
  ]);
});

test("each heading of a longer file is an entry of its own, and the head holds for all of them", () => {
  const text = "---\nuntil: 2026-12-24\n---\n## Envíos\nLlegan en dos días.\n## Año nuevo\nCerramos el 1 de enero.\n";
  const { entries, faults } = readMarkdown("varios.md", text);
  expect(faults).toEqual([]);
  expect(entries.map(({ id, until }) => [id, until])).toEqual([
    ["envios", "2026-12-24"],
    ["ano-nuevo", "2026-12-24"],
  ]);
  expect(entryFaults(entries)).toEqual([]);
});

test.each([
  ["Solo texto", "no heading begins an entry"],
  ["---\nid: uno\n# Uno\ntexto", "does not end"],
  ["---\nautor: Marta\n---\n# Uno\ntexto", 'the head holds "autor: Marta"'],
  ["---\nid: uno\n---\n# Uno\ntexto\n# Dos\ntexto", "one id for 2 entries"],
])("a file that is not understood is told in a sentence: %j", (text, fault) => {
  expect(readMarkdown("x.md", text).faults.join("\n")).toContain(fault);
});
