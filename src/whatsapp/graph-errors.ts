import type { SendAgain } from "../core/outbox.ts";

/**
 * Graph's error codes as data (whatsapp.md §3): when may the very same message be accepted? Meta says to decide by the code, never by title, subcode or HTTP status. The lists hold what was *refused*:
 * an answer that leaves doubt never gets here.
 */
const SOON = [
  131056, // one user, too many messages: 4^n seconds
  130429,
  4,
  80007, // throughput, calls of the app, calls of the account
  131057,
  133004,
  2494100, // maintenance, server away
  1,
  2,
  131000,
  131016, // "something went wrong", with a 4xx: an explicit refusal
];

const NEVER = [
  131047, // more than 24 hours since the customer wrote: only a template may leave
  131026, // not on WhatsApp, or an old client
  100,
  131008,
  131009,
  131021,
  131051,
  135000, // our own mistake in the request
  131052,
  131053, // media
  131048,
  131049,
  131050,
  130472,
  130403,
  131062, // limits and choices of people: asking again makes it worse
];

const ONCE_MENDED = [
  190,
  0,
  3,
  10,
  200,
  131005, // token and permissions
  368,
  130497,
  131031,
  131042,
  131064, // account restricted, country, payment
  131037,
  131045,
  133010, // registration
];

const AGAIN: ReadonlyMap<number, SendAgain> = new Map([
  ...SOON.map((code) => [code, "soon"] as const),
  ...ONCE_MENDED.map((code) => [code, "once_mended"] as const),
  ...NEVER.map((code) => [code, "never"] as const),
]);

/**
 * @param code `error.code`, null where the answer had none
 * @param isTransient `error.is_transient`: Meta's own word on a code that we do not know
 */
export function graphAgain(code: number | null, isTransient: boolean): SendAgain {
  const known = code === null ? undefined : AGAIN.get(code);
  return known ?? (isTransient ? "soon" : "never");
}
