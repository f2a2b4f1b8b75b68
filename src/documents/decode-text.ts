/**
 * The text of a file that says nothing of its encoding: by its byte order mark, else UTF-8, else Windows-1252, which
 * spreadsheets in Spanish still write. Null when the bytes are no text.
 */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8. Every byte is a character in Windows-1252, so control characters tell text from data.
    const text = new TextDecoder("windows-1252").decode(bytes);
    return /[^\P{Cc}\s]/u.test(text) ? null : text;
  }
}
