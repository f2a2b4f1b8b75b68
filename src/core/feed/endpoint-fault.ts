import { FEED_KINDS, type FeedKind } from "./feed-policy.ts";

/** Why events cannot be posted there, in one sentence; null when they can. */
export function endpointFault(text: string, mayBePrivate: boolean): string | null {
  if (text.length > 2_000) return "url: must have at most 2,000 characters";
  if (!URL.canParse(text)) return `url: ${JSON.stringify(text.slice(0, 64))} is no address: https://example.com/recado`;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return "url: must hold no user name and no password";
  if (url.protocol === "https:" || (url.protocol === "http:" && mayBePrivate)) return null;
  return "url: must begin with https://, because events name customers' orders (http:// needs RECADO_FEED_PRIVATE=yes)";
}

export function isFeedKind(text: string): text is FeedKind {
  return FEED_KINDS.some((kind) => kind === text);
}
