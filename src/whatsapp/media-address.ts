/**
 * Where the bytes of a customer's file may be fetched from. The address comes out of an answer and
 * the token travels to it, so only two are trusted: Meta's own, and the server that we were told to
 * use instead of Graph.
 */
const META_HOSTS = /^(lookaside\.fbsbx\.com|([a-z0-9-]+\.)+fbcdn\.net|([a-z0-9-]+\.)+whatsapp\.net)$/;
const GRAPH_HOSTS = /^(graph\.facebook\.com|([a-z0-9-]+\.)+graph\.facebook\.com)$/;

export type MediaAddress =
  | { readonly kind: "trusted"; readonly url: URL }
  | { readonly kind: "refused"; readonly detail: string };

/** @param baseUrl the Graph base URL that this process uses: a fake's own origin is trusted as well, with its own protocol */
export function checkMediaAddress(written: string, baseUrl: string): MediaAddress {
  if (!URL.canParse(written)) return { kind: "refused", detail: "its address is not a URL" };
  const url = new URL(written);
  if (url.username !== "" || url.password !== "")
    return { kind: "refused", detail: "its address carries a user or password" };
  const base = new URL(baseUrl);
  if (!GRAPH_HOSTS.test(base.hostname) && url.origin === base.origin) return { kind: "trusted", url };
  if (url.protocol !== "https:") return { kind: "refused", detail: `its address is ${url.protocol}// and not https` };
  if (url.port !== "") return { kind: "refused", detail: `its address names the port ${url.port}` };
  if (!META_HOSTS.test(url.hostname))
    return { kind: "refused", detail: `its host is not one of Meta's: ${url.hostname}` };
  return { kind: "trusted", url };
}
