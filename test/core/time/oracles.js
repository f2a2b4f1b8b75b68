import { recognizeDateTime } from "@microsoft/recognizers-text-date-time";
import { RRuleTemporal } from "rrule-temporal";

/**
 * Every instant that Microsoft's recognizer thinks possible for a text, as a clock shows it (`2026-11-27T08:00`). It reads the clock of
 * this process alone, so `now` is given as what that clock would show.
 * @param {string} text
 * @param {string} now as `2026-11-25T10:20`
 * @returns {string[]}
 */
export function recognizedInstants(text, now) {
  const found = recognizeDateTime(text, "es-es", undefined, new Date(now));
  const values = found.flatMap(({ resolution }) => resolution?.values ?? []);
  const points = values.filter(({ type }) => type === "datetime" || type === "time" || type === "date");
  return points.map(({ type, value }) => {
    if (type === "time") return `T${value.slice(0, 5)}`;
    return type === "date" ? `${value}T` : value.slice(0, 16).replace(" ", "T");
  });
}

/**
 * The first instants of a rule from `start` on, by another implementation of RFC 5545.
 * @param {string} rule
 * @param {Date} start
 * @param {string} zone
 * @param {number} count
 * @returns {Date[]}
 */
export function ruleInstants(rule, start, zone, count) {
  const stamp = start.toISOString().replace(/[-:]|\.\d+/gu, "");
  const iterator = new RRuleTemporal({ rruleString: `DTSTART:${stamp}\nRRULE:${rule};COUNT=${count}`, tzid: zone });
  return iterator.all().map((at) => new Date(at.epochMilliseconds));
}
