/** Requirements F8, F11: points and rows keep their place. */
import { expect, test } from "vitest";
import { recordArtifact } from "../../../src/core/artifacts/artifact.ts";
import type { DocEnvelope } from "../../../src/core/artifacts/envelope.ts";
import { distil } from "../../../src/core/artifacts/facts.ts";
import { makeDocExtract } from "../../../src/core/artifacts/make-doc-extract.ts";
import { readCitedText } from "../../../src/core/artifacts/read-cited-text.ts";
import { Random } from "../../support/random.ts";
import { SEED_OF_THE_DAY } from "../../support/share-of-the-day.ts";

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

test("without a model, rows come with their page, and become facts of that page (L-33)", () => {
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
  expect(artifact.warnings).toEqual(["claims_left_out:2"]);
});

test("generated answers: no point without a chunk that says it, no page of the model, no extract below its minimum", () => {
  // All 100,000: `RECADO_WHOLE=1 node bin/test.js test/core/artifacts/doc-extract.test.ts`.
  const played = process.env["RECADO_WHOLE"] === "1" ? 100_000 : 3_000;
  const random = new Random(SEED_OF_THE_DAY);
  const pick = <One>(all: readonly One[]): One => all[random.below(all.length)] as One;
  let made = 0;
  for (let count = 0; count < played; count += 1) {
    const sentences = Array.from({ length: 1 + random.below(8) }, () => {
      const { id, text } = pick(PRICES.chunks);
      const bare = text.slice(0, -1);
      return pick([
        () => `${bare} [${id}].`,
        () => `${bare} [S${1 + random.below(12)}].`,
        () => `${bare.replace(/\d+/u, String(31 + random.below(900)))} [${id}].`,
        () => `${bare} (p. ${random.below(99)}) [${id}].`,
        () => `En la página ${random.below(99)}: ${bare} [${id}].`,
        () => `${bare}.`,
        () => `Se puede pagar con cripto [${id}].`,
      ])();
    });
    const chunks = PRICES.chunks.slice(0, random.below(3));
    const tables = random.below(2) === 0 ? [] : PRICES.tables;
    const question = pick(["qué dice de devoluciones", "sácame la tabla de precios"]);
    const extract = makeDocExtract({
      chunks,
      tables,
      question,
      answer: readCitedText(sentences.join(pick([" ", "\n"]))),
    });
    if (extract.kind === "not_made") continue;
    made += 1;
    expect(chunks.length + tables.length).toBeGreaterThan(0);
    const { content, citations } = extract.draft;
    expect(content.extracted_points.length).toBeGreaterThan(0);
    const places = [...chunks, ...tables].map(({ ref }) => ref);
    expect(places).toEqual(expect.arrayContaining([...content.page_refs]));
    for (const citation of citations) expect(places).toContain("ref" in citation ? citation.ref : "");
    for (const { text, ref } of content.extracted_points) {
      expect(text).not.toMatch(/p[aá]gina \d|p\. \d|\[S\d|cripto/u);
      const said = [
        ...chunks.filter((chunk) => chunk.ref === ref).map((chunk) => chunk.text),
        ...tables.flatMap((table) => (table.ref === ref ? table.rows.flat() : [])),
      ].join(" ");
      for (const number of text.match(/\d+/gu) ?? []) expect(said).toContain(number);
      expect(said).not.toBe("");
    }
  }
  expect(made).toBeGreaterThan(played / 20);
}, 600_000);

test("nothing that was read makes no extract", () => {
  expect(makeDocExtract({ ...PRICES, chunks: [], tables: [] })).toEqual({ kind: "not_made", reason: "nothing_read" });
});
