/**
 * JSON as Meta puts it on the wire: ASCII only, and with `/`, `<`, `%` and `@` escaped too. The
 * signature covers these bytes, so a receiver that parses and writes them again gets another
 * signature.
 */
export function wireJson(value: unknown): Uint8Array {
  const escaped = JSON.stringify(value)
    .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .replace(/[/<%@]/g, (sign) => ESCAPES[sign] ?? sign);
  return Buffer.from(escaped, "ascii");
}

const ESCAPES: Readonly<Record<string, string>> = { "/": "\\/", "<": "\\u003C", "%": "\\u0025", "@": "\\u0040" };
