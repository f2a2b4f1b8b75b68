import mammoth from "mammoth";
import type { Document, DocumentLimits } from "../core/documents/document.ts";
import { checkZip } from "./check-zip.ts";
import { DocumentError } from "./fault.ts";
import { documentOfHtml } from "./read-html.ts";

/** A Word file by its headings and paragraphs: it has no pages before it is printed. */
export async function readDocx(bytes: Uint8Array, limits: DocumentLimits): Promise<Document> {
  checkZip(bytes, limits.unpackedBytes);
  return documentOfHtml("docx", await htmlOf(bytes));
}

async function htmlOf(bytes: Uint8Array): Promise<string> {
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(bytes) },
      // Pictures would come as text of many megabytes; files that the document only names are not opened.
      { convertImage: mammoth.images.imgElement(async () => ({ src: "" })), externalFileAccess: false },
    );
    return value;
  } catch (cause) {
    throw new DocumentError("broken", { cause });
  }
}
