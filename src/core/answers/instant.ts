import * as z from "zod";

/** A moment. A row of a table brings a `Date`, a JSON row its text; an answer writes ISO 8601 in UTC. */
export const Instant = z
  .preprocess((value) => (typeof value === "string" ? new Date(value) : value), z.date())
  .meta({ example: "2026-03-02T15:04:05.000Z" });
