/**
 * Secrets that people paste. Each pattern has a mark of its own kind: "40 characters in a row" would also be a
 * fingerprint, an order number or a link (L-34).
 */
const SECRETS: readonly RegExp[] = [
  /\bsk-[A-Za-z0-9_-]{16,256}/gu,
  /\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{20,255}/gu,
  /\bgithub_pat_[A-Za-z0-9_]{20,255}/gu,
  /\bxox[abprs]-[A-Za-z0-9-]{10,255}/gu,
  /\bAKIA[A-Z0-9]{16}\b/gu,
  /\bBearer [A-Za-z0-9._~+/=-]{16,4096}/gu,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,8192}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/gu,
];

export function redactSecrets(text: string): { readonly text: string; readonly isRedacted: boolean } {
  const redacted = SECRETS.reduce((left, secret) => left.replace(secret, "[REDACTED]"), text);
  return { text: redacted, isRedacted: redacted !== text };
}
