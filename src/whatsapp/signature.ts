import { createHmac, timingSafeEqual } from "node:crypto";

const HEADER_SHAPE = /^sha256=([0-9a-f]{64})$/i;

/** Whether the bytes are worth reading: without the shape of a signature they are not. */
export function hasSignatureShape(header: string | undefined): boolean {
  return HEADER_SHAPE.test(header ?? "");
}

/** The value of `X-Hub-Signature-256` for these bytes: `sha256=` and 64 lower-case hexadecimal digits. */
export function signBody(secret: string, raw: Uint8Array): string {
  return `sha256=${createHmac("sha256", secret).update(raw).digest("hex")}`;
}

/**
 * Whether one of the app secrets made this signature over exactly these bytes. Meta signs the
 * escaped text that it sends, so the bytes must come from the socket: JSON that was parsed and
 * written again fails at the first accent, emoji or e-mail address.
 *
 * Every secret is tried even after a match, so that the time taken does not tell which one is in
 * use. An empty secret is skipped, because an attacker could sign with it.
 */
export function isSignatureValid(secrets: readonly string[], raw: Uint8Array, header: string | undefined): boolean {
  const hex = HEADER_SHAPE.exec(header ?? "")?.[1];
  if (hex === undefined) return false;
  const claimed = Buffer.from(hex, "hex");
  let isValid = false;
  for (const secret of secrets) {
    if (secret === "") continue;
    const isMatch = timingSafeEqual(createHmac("sha256", secret).update(raw).digest(), claimed);
    isValid = isMatch || isValid;
  }
  return isValid;
}
