/** Requirements F8, F11: points and rows keep their place. */
import { expect, test } from "vitest";
import { recordArtifact } from "../../../src/core/artifacts/artifact.ts";
import type { DocEnvelope } from "../../../src/core/artifacts/envelope.ts";
import { distil } from "../../../src/core/artifacts/facts.ts";
import { makeDocExtract } from "../../../src/core/artifacts/make-doc-extract.ts";
import { readCitedText } from "../../../src/core/artifacts/read-cited-text.ts";

const PRICES: DocEnvelope = {
  question: "sácame la tabla de precios",
  answer: null,
  chunks: [
    {
      id: "S1",
      documentId: "d1",
      ref: "p. 2",
      text: "Nuestra lista de precios vale hasta marzo.",
    },
    {
      id: "S2",
      documentId: "d1",
      ref: "p. 4",
      text: "Las devoluciones se aceptan por 30 días.",
    },
  ],
  tables: [
    {
      documentId: "d1",
      ref: "p. 3",
      rows: [
        ["Producto", "Precio"],
        ["Vela", "$20.000"],
        ["", ""],
        ["Jabón", "$9.000"],
      ],
      isLayoutGuessed: true,
    },
  ],
};

function recorded(envelope: DocEnvelope) {
  const made = makeDocExtract(envelope);
  if (made.kind === "not_made") throw new Error(made.reason);
  const artifact = recordArtifact(made.draft, {
    sessionId: "s1",
    turnKey: "t1",
    query: envelope.question,
    route: "llm_only",
    trigger: { explicit_request: true, matched_phrases: [], structural_signals: [], tie_break: null },
    now: new Date("2026-11-23T12:00:00Z"),
  });
  if (artifact === null) throw new Error("the draft breaks its contract");
  return artifact;
}

test("without a model, rows come with their page, and become facts of that page", () => {
  const artifact = recorded(PRICES);
  expect(artifact.content).toMatchObject({
    extracted_points: [{ text: "Nuestra lista de precios vale hasta marzo.", ref: "p. 2" }],
    table_extract: [
      { header: ["Producto", "Precio"], cells: ["Vela", "$20.000"], ref: "p. 3", layout_guessed: true },
      { cells: ["Jabón", "$9.000"], ref: "p. 3" },
    ],
    page_refs: ["p. 2", "p. 3"],
  });
  expect(distil(artifact)).toMatchObject([
    { fact: "Producto: Vela; Precio: $20.000", source: "d1#p. 3", confidence: "medium" },
    { fact: "Producto: Jabón; Precio: $9.000", source: "d1#p. 3", confidence: "medium" },
  ]);
});

test("a page that a model writes is left out; the page of its chunk stands", () => {
  const answer = readCitedText(
    "Las devoluciones se aceptan por 30 días [S2]. Las devoluciones están en la página 9 [S2]. Se aceptan por 60 días [S2].",
  );
  const artifact = recorded({ ...PRICES, question: "qué dice de devoluciones", answer });
  expect(artifact.content).toMatchObject({
    extracted_points: [{ text: "Las devoluciones se aceptan por 30 días.", ref: "p. 4" }],
  });
});

test("nothing that was read makes no extract", () => {
  expect(makeDocExtract({ ...PRICES, chunks: [], tables: [] })).toEqual({ kind: "not_made", reason: "nothing_read" });
});
