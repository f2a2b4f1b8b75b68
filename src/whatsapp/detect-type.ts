export const UNKNOWN_TYPE = "application/octet-stream";

/**
 * The type of a file by its own bytes. Bytes without a signature that read as text are text; other
 * types are unknown.
 */
export async function detectType(bytes: Uint8Array): Promise<string> {
  const { fileTypeFromBuffer } = await import("file-type"); // // Loaded only here: a worker that meets no file starts without it.
  const known = await fileTypeFromBuffer(bytes).catch(() => undefined); // A broken file has no type; that is an answer.
  if (known !== undefined) return known.mime;
  return isText(bytes) ? "text/plain" : UNKNOWN_TYPE;
}

function isText(bytes: Uint8Array): boolean {
  if (bytes.byteLength === 0 || bytes.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false; // // Not UTF-8, so not text.
  }
}
