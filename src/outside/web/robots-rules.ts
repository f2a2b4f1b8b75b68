import robotsParser from "robots-parser";

// The types of the package describe an ES module; Node hands out the function itself.
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

/** How we name ourselves to the sites that we read. */
export const USER_AGENT = "recado";

type FetchOnce = (where: URL, init: RequestInit) => Promise<Response>;

/** Whether a site lets programs read its pages (RFC 9309). */
export interface RobotsRules {
  /** Fails when the site cannot be asked. */
  allow(page: URL, fetchOnce: FetchOnce, signal: AbortSignal): Promise<boolean>;
}

/** RFC 9309 §2.4: not used for longer than a day. */
const KEPT_MS = 3_600_000;
const MOST_SITES = 200;
/** RFC 9309 §2.5: at least 500 KiB are read. */
const READ_CHARACTERS = 512 * 1024;

interface Site {
  readonly readAtMs: number;
  allows(page: URL): boolean;
}

export function createRobotsRules(nowMs: () => number = () => performance.now()): RobotsRules {
  const sites = new Map<string, Site>();
  return {
    async allow(page, fetchOnce, signal) {
      const known = sites.get(page.origin);
      if (known !== undefined && nowMs() - known.readAtMs < KEPT_MS) return known.allows(page);
      const allows = await rulesOf(new URL("/robots.txt", page.origin), fetchOnce, signal);
      if (sites.size >= MOST_SITES) sites.clear();
      sites.set(page.origin, { readAtMs: nowMs(), allows });
      return allows(page);
    },
  };
}

/**
 * No file means that all is allowed. A site that cannot say so now is left alone until it can (RFC
 * 9309 §2.3.1): nothing is remembered of it.
 */
async function rulesOf(where: URL, fetchOnce: FetchOnce, signal: AbortSignal): Promise<(page: URL) => boolean> {
  const response = await fetchOnce(where, { signal, headers: { "user-agent": USER_AGENT } });
  if (response.status === 200) {
    const text = (await response.text()).slice(0, READ_CHARACTERS);
    const rules = parseRobots(where.href, text);
    return (page) => rules.isAllowed(page.href, USER_AGENT) !== false;
  }
  await response.body?.cancel();
  if (response.status < 500) return () => true;
  throw new Error(`${where.host} cannot say now whether programs may read it (robots.txt: HTTP ${response.status})`);
}
