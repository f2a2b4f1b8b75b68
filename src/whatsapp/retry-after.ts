import type { IncomingHttpHeaders } from "node:http";
import { field, list } from "./loose-fields.ts";
import { readJson } from "./read-json.ts";

/** The longest pause that a header may impose: a wrong header must not stop a shop for a day. */
const LONGEST_MS = 60 * 60_000;

/**
 * How long an answer asks us to stay away: `Retry-After` in seconds or as a date (by the answer's
 * own clock), or the minutes of `X-Business-Use-Case-Usage`. The longest of them; null when there
 * is none.
 */
export function retryAfterMs(headers: IncomingHttpHeaders): number | null {
  const waits = [retryAfterHeader(headers), businessUseMs(headers["x-business-use-case-usage"])];
  const told = waits.filter((ms): ms is number => ms !== null && ms > 0);
  return told.length === 0 ? null : Math.min(LONGEST_MS, Math.max(...told));
}

function retryAfterHeader(headers: IncomingHttpHeaders): number | null {
  const written = headers["retry-after"]?.trim() ?? "";
  if (/^\d{1,6}$/.test(written)) return Number(written) * 1_000;
  const until = Date.parse(written);
  const said = Date.parse(headers.date ?? "");
  return Number.isNaN(until) || Number.isNaN(said) ? null : until - said;
}

/** `{ "<account id>": [{ "type": …, "estimated_time_to_regain_access": <minutes> }] }` */
function businessUseMs(written: string | string[] | undefined): number | null {
  const json = typeof written !== "string" ? null : readJson(Buffer.from(written, "utf8"));
  if (json?.kind !== "json" || typeof json.value !== "object" || json.value === null) return null;
  const minutes = Object.values(json.value)
    .flatMap((uses: unknown) => list.parse(uses))
    .map((use) => field(use, "estimated_time_to_regain_access"))
    .filter((told): told is number => typeof told === "number" && Number.isFinite(told));
  return minutes.length === 0 ? null : Math.max(...minutes) * 60_000;
}
