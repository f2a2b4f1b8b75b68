/** Second parts of a country's address under which each owner has a name of its own. */
const SHARED_SECONDS = new Set(["com", "co", "org", "net", "gov", "gob", "gub", "edu", "ac", "mil"]);

/** The part of an address that one owner holds: `www.ins.gov.co` and `blog.ins.gov.co` are both `ins.gov.co`. */
export function domainOf(url: string): string {
  const parts = new URL(url).hostname.toLowerCase().split(".");
  const second = parts.at(-2) ?? "";
  const owned = parts.length > 2 && parts.at(-1)?.length === 2 && SHARED_SECONDS.has(second) ? 3 : 2;
  return parts.slice(-owned).join(".");
}
