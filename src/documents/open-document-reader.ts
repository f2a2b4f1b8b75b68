import type { DocumentReader } from "../core/ports/documents.ts";
import { createDocumentReader } from "./create-document-reader.ts";

/** The reader of this build, with the standard limits. Its process starts with the first file. */
export function openDocumentReader(): DocumentReader {
  return createDocumentReader({ entry: new URL("./document-process.js", import.meta.url) });
}
