import type { DocumentReader } from "../core/ports/documents.ts";
import { createDocumentReader } from "./create-document-reader.ts";

/** The reader of this build, with the standard limits. Its thread starts with the first file. */
export function openDocumentReader(): DocumentReader {
  return createDocumentReader({ worker: new URL("./document-worker.js", import.meta.url) });
}
