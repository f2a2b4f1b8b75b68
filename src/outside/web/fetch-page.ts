import { errorText } from "../../core/errors.ts";
import { pinnedFetch } from "../pinned-fetch.ts";
import { AddressRefused } from "../public-address.ts";
import { type RobotsRules, USER_AGENT } from "./robots-rules.ts";

export type FetchedPage =
  | { readonly kind: "fetched"; readonly url: URL; readonly bytes: Uint8Array; readonly contentType: string }
  /** Nothing may be fetched there: no address of the web, one of a private network, or the site says no to programs. */
  | { readonly kind: "forbidden"; readonly detail: string }
  | { readonly kind: "missing"; readonly detail: string }
  | { readonly kind: "failed"; readonly detail: string };

interface Fetching {
  readonly robots: RobotsRules;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Tests alone fetch from this machine. */
  readonly mayBePrivate: boolean;
}

const MAX_REDIRECTS = 5;

/** Fetches a page. Each redirect is judged like the first address, so that none leads into a private network. */
export async function fetchPage(
  start: URL,
  { robots, maxBytes, signal, mayBePrivate }: Fetching,
): Promise<FetchedPage> {
  const fetchOnce = pinnedFetch({ mayBePrivate, maxBytes, showsRedirects: true });
  let url = start;
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      if (!/^https?:$/u.test(url.protocol) || url.username !== "" || url.password !== "") {
        return { kind: "forbidden", detail: `${url.protocol} with these parts is no address of the web` };
      }
      if (!(await robots.allow(url, fetchOnce, signal))) {
        return { kind: "forbidden", detail: `${url.host} does not let programs read this page (robots.txt)` };
      }
      const response = await fetchOnce(url, { signal, headers: { accept: ACCEPT, "user-agent": USER_AGENT } });
      const { status } = response;
      const target = response.headers.get("location");
      if (status >= 300 && status < 400) {
        if (target === null || !URL.canParse(target, url.href)) {
          return { kind: "failed", detail: `${url.host} answers ${status} without another address` };
        }
        url = new URL(target, url);
        continue;
      }
      if (status === 404 || status === 410) {
        await response.body?.cancel();
        return { kind: "missing", detail: `${url.host} has no such page (HTTP ${status})` };
      }
      if (status !== 200) {
        await response.body?.cancel();
        return { kind: "failed", detail: `${url.host} answers ${status}` };
      }
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { kind: "fetched", url, bytes, contentType: response.headers.get("content-type") ?? "" };
    }
    return { kind: "failed", detail: `${start.host} leads to more than ${MAX_REDIRECTS} other addresses` };
  } catch (thrown) {
    const detail = errorText(thrown);
    return { kind: thrown instanceof AddressRefused ? "forbidden" : "failed", detail };
  }
}

const ACCEPT = "text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.1";
