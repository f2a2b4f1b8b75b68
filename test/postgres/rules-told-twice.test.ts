import { afterAll, beforeAll, expect, test } from "vitest";
import { DELIVERY_RANK } from "../../src/core/outbound/outbox.ts";
import { allowedAtMs, nextTatMs, PAIR_RATE } from "../../src/core/outbound/pacing.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** What stands in the source and in SQL must say the same. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("the order of delivery reports is one order", async () => {
  const words = [...Object.keys(DELIVERY_RANK), "deleted", "", null];
  const rows = await database.rows("select word, delivery_rank(word) as rank from unnest($1::text[]) as word", [words]);
  const known: Readonly<Record<string, number>> = DELIVERY_RANK;
  expect(rows.map((row) => [row["word"], row["rank"]])).toEqual(words.map((word) => [word, known[word ?? ""] ?? 0]));
});

test("the pace of one customer is one pace", async () => {
  const base = Date.parse("2026-11-21T12:00:00Z");
  const cases: [tat: number | null, now: number][] = [
    [null, 0],
    [0, 0],
    [-100_000, 0],
    [6_000, 0],
    [264_000, 0],
    [270_001, 17],
  ];
  for (const [tat, now] of cases) {
    const [row] = await database.rows(
      "select recado_pair_allowed_at($1::timestamptz) as allowed, recado_next_pair_tat($1::timestamptz, $2::timestamptz) as next",
      [tat === null ? null : new Date(base + tat), new Date(base + now)],
    );
    const allowed = tat === null ? null : new Date(allowedAtMs(PAIR_RATE, base + tat));
    expect([row?.["allowed"], row?.["next"]]).toEqual([
      allowed,
      new Date(nextTatMs(PAIR_RATE, tat === null ? null : base + tat, base + now)),
    ]);
  }
});
