import type { Document, DocumentLimits, DocumentReading } from "../core/documents/document.ts";
import { type Detected, detectFormat } from "./detect-format.ts";
import { DocumentError } from "./fault.ts";

/** Reads a file in this thread, for as long as it takes. Throws `DocumentError`. */
export async function readHere(bytes: Uint8Array, name: string | null, limits: DocumentLimits): Promise<Document> {
  if (bytes.length > limits.bytes) throw new DocumentError("too_big");
  return readAs(await detectFormat(bytes, name), bytes, limits);
}

/** Like `readHere`, with the fault as a value. */
export async function readOrRefuse(
  bytes: Uint8Array,
  name: string | null,
  limits: DocumentLimits,
): Promise<DocumentReading> {
  try {
    return { kind: "read", document: await readHere(bytes, name, limits) };
  } catch (thrown) {
    // A library that trips over a file says so in many ways; to the customer all of them are a broken file.
    return { kind: "refused", fault: thrown instanceof DocumentError ? thrown.fault : "broken" };
  }
}

/** The readers are loaded when the first file of their kind comes: they are large. */
async function readAs(detected: Detected, bytes: Uint8Array, limits: DocumentLimits): Promise<Document> {
  switch (detected.format) {
    case "pdf":
      return (await import("./read-pdf.ts")).readPdf(bytes, limits);
    case "docx":
      return (await import("./read-docx.ts")).readDocx(bytes, limits);
    case "xlsx":
      return (await import("./read-xlsx.ts")).readXlsx(bytes, limits);
    case "csv":
      return (await import("./read-csv.ts")).readCsv(detected.text);
    case "html":
      return (await import("./read-html.ts")).readHtml(detected.text);
    case "text":
      return (await import("./read-text.ts")).readText(detected.text);
  }
}
