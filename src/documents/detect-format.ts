import { fileTypeFromBuffer } from "file-type";
import { decodeText } from "./decode-text.ts";
import { DocumentError } from "./fault.ts";

const BY_SIGNATURE: Readonly<Record<string, "pdf" | "docx" | "xlsx">> = {
  "application/pdf": "pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
};

/** Office files that are protected by a password, and those of before 2007, share one container. */
const COMPOUND_FILE = "application/x-cfb";
const ENCRYPTED_PACKAGE = "EncryptedPackage";

/** `text`: the words of a file that has no signature of its own. */
export type Detected =
  | { readonly format: "pdf" | "docx" | "xlsx" }
  | { readonly format: "csv" | "html" | "text"; readonly text: string };

/**
 * What a file is, by its bytes; its name decides only between text, CSV and HTML. A sender's word for the type is not
 * believed. Throws `empty`, `encrypted` or `unknown_format`.
 */
export async function detectFormat(bytes: Uint8Array, name: string | null): Promise<Detected> {
  if (bytes.length === 0) throw new DocumentError("empty");
  const known = await fileTypeFromBuffer(bytes).catch(() => undefined); // A broken file has no type; that is an answer.
  if (known?.mime === COMPOUND_FILE) throw new DocumentError(isEncrypted(bytes) ? "encrypted" : "unknown_format");
  const format = known && BY_SIGNATURE[known.mime];
  if (format) return { format };
  if (known !== undefined && !/^(?:text\/|application\/xml$)/u.test(known.mime))
    throw new DocumentError("unknown_format");
  const text = decodeText(bytes);
  if (text === null) throw new DocumentError("unknown_format");
  if (text.trim() === "") throw new DocumentError("empty");
  if (/\.html?$/iu.test(name ?? "") || /^\s*(?:<!doctype html|<html)/iu.test(text.slice(0, 1_000))) {
    return { format: "html", text };
  }
  return { format: /\.(?:csv|tsv)$/iu.test(name ?? "") ? "csv" : "text", text };
}

/** The container names its streams in UTF-16. In a copy, because Node's search for UTF-16 never ends at an odd address. */
function isEncrypted(bytes: Uint8Array): boolean {
  return Buffer.from(bytes).includes(ENCRYPTED_PACKAGE, 0, "utf16le");
}
