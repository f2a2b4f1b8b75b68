import { DOCUMENT_LIMITS } from "../../../src/core/documents/document.ts";
import type { DocumentReader } from "../../../src/core/ports/documents.ts";
import { readOrRefuse } from "../../../src/documents/read-here.ts";

/** The real readers without their thread, whose code is built and not run from the source. */
export const READER_IN_THIS_THREAD: DocumentReader = {
  read: (bytes, name) => readOrRefuse(bytes, name, DOCUMENT_LIMITS),
  stop: async () => {},
};
