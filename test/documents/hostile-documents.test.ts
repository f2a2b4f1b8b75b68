import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { DOCUMENT_FAULTS, DOCUMENT_LIMITS, faultSentence } from "../../src/core/documents/document.ts";
import { createDocumentReader } from "../../src/documents/create-document-reader.ts";
import { readOrRefuse } from "../../src/documents/read-here.ts";
import { docxOf, PDF_LOCK, paragraph, pdfOf, xlsxOf, zipOf } from "../support/documents/make-files.ts";

const entry = new URL("../../dist/documents/document-process.js", import.meta.url);
const reader = createDocumentReader({ entry });
const within = (limits: Partial<typeof DOCUMENT_LIMITS>) =>
  createDocumentReader({ entry, limits: { ...DOCUMENT_LIMITS, ...limits } });

afterAll(() => reader.stop());

const PAGE = [{ x: 50, y: 700, text: "Hola" }];
const MB = 1024 * 1024;
const refused = (fault: string) => ({ kind: "refused", fault });

test.each([
  ["an empty file", Buffer.alloc(0), null, "empty"],
  ["a CSV file of blank lines", Buffer.from("\n \n"), "a.csv", "empty"],
  ["a workbook of empty sheets", xlsxOf({ Hoja1: [[null]] }), null, "empty"],
  ["a Word file without a word", docxOf(paragraph("")), null, "empty"],
  ["a PDF of pictures", pdfOf([[], []]), null, "scanned"],
  ["a PDF with a password", pdfOf([PAGE], PDF_LOCK), null, "encrypted"],
  ["a zip with a password", zipOf([{ name: "xl/workbook.xml", content: "x" }], 1), "a.xlsx", "unknown_format"],
  ["a PDF cut in the middle of its head", pdfOf([PAGE]).subarray(0, 12), null, "broken"],
  ["a Word file cut in the middle", docxOf(paragraph("Hola".repeat(2_000))).subarray(0, 600), null, "broken"],
  [
    "a picture",
    Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    ),
    "a.pdf",
    "unknown_format",
  ],
  ["a program", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1]), "precios.csv", "unknown_format"],
])("%s is refused", async (_, bytes, name, fault) => {
  expect(await reader.read(bytes, name)).toEqual(refused(fault));
});

test("an Office file with a password says so", async () => {
  const container = Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.alloc(2_048),
    Buffer.from("EncryptedPackage", "utf16le"),
    Buffer.alloc(1_024),
  ]);
  expect(await reader.read(container, "precios.xlsx")).toEqual(refused("encrypted"));
  const atOddAddress = Buffer.concat([Buffer.alloc(1), container]).subarray(1);
  expect(await readOrRefuse(atOddAddress, "precios.xlsx", DOCUMENT_LIMITS)).toEqual(refused("encrypted"));
});

test("a file over the limits is refused before it is read", async () => {
  expect(await within({ bytes: 10 }).read(Buffer.alloc(11, "a"), null)).toEqual(refused("too_big"));
  expect(await within({ pages: 2 }).read(pdfOf([PAGE, PAGE, PAGE]), null)).toEqual(refused("too_many_pages"));
  expect(await within({ ms: 1 }).read(pdfOf([PAGE]), null)).toEqual(refused("too_slow"));
});

test("a file that unpacks into much more than it is, is refused, also when it lies about its size", async () => {
  const bomb = { name: "word/media/a.xml", content: Buffer.alloc(40 * MB) };
  const limited = within({ unpackedBytes: 20 * MB });
  expect(await limited.read(docxOf(paragraph("Hola"), [bomb]), null)).toEqual(refused("too_much_inside"));
  expect(await limited.read(docxOf(paragraph("Hola"), [{ ...bomb, statedSize: 5 }]), null)).toEqual(
    refused("too_much_inside"),
  );
});

test.each([
  ["many cells", "a.csv", Array.from({ length: 200_000 }, (_, at) => `a${at};b${at};c${at};d${at}`).join("\n")],
  ["many paragraphs that are never closed", "a.html", `<html><body>${"<p>a".repeat(500_000)}`],
  ["many lines", "a.txt", "a\n\n".repeat(1_000_000)],
])(
  "a file of %s that takes all memory ends the process that reads it, not ours, and the next file is read",
  async (_, name, text) => {
    const small = within({ memoryMb: 24 });
    expect(await small.read(Buffer.from(text), name)).toEqual(refused("too_much_inside"));
    expect(await small.read(Buffer.from("Hola"), null)).toMatchObject({ kind: "read" });
    await small.stop();
  },
);

test("a file that is read when its shop is stopped is read to its end", async () => {
  const stopped = within({});
  const reading = stopped.read(pdfOf([PAGE]), null);
  await stopped.stop();
  expect(await reading).toMatchObject({ kind: "read" });
});

test("a page nested without end is answered", async () => {
  const reading = await within({ ms: 2_000 }).read(Buffer.from(`<html><body>${"<div>".repeat(100_000)}Hola`), "a.html");
  expect(["read", "refused"]).toContain(reading.kind);
});

test("whatever bytes come, under whatever name, the answer is a document or a fault", async () => {
  const seeds = [pdfOf([PAGE]), docxOf(paragraph("Hola")), xlsxOf({ A: [["a", 1]] }), Buffer.from("a;b\n1;2")];
  const spoilt = fc
    .tuple(fc.constantFrom(...seeds), fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 20 }))
    .map(([seed, changes]) => {
      const bytes = Buffer.from(seed);
      for (const [at, value] of changes) bytes[at % bytes.length] = value;
      return bytes;
    });
  const names = fc.constantFrom(null, "a.csv", "a.html", "a.pdf", "a.docx", "\u0000");
  await fc.assert(
    fc.asyncProperty(fc.oneof(spoilt, fc.uint8Array({ maxLength: 300 })), names, async (bytes, name) => {
      const reading = await readOrRefuse(bytes, name, DOCUMENT_LIMITS);
      if (reading.kind === "refused") expect(DOCUMENT_FAULTS).toContain(reading.fault);
      else expect(reading.document.chunks.length).toBeGreaterThan(0);
    }),
    { numRuns: 200 },
  );
});

test("the customer hears of each fault what to do", () => {
  for (const fault of DOCUMENT_FAULTS) expect(faultSentence(fault)).toMatch(/^[A-ZN].{10,}[.?]$/u);
});
