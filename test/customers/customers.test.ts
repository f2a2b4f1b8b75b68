import { describe, expect, test } from "vitest";
import { announceShare, SEED_OF_THE_DAY } from "../support/share-of-the-day.ts";
import { CLASSES } from "./classes/all.ts";
import { Draw } from "./draw.ts";
import { playClass } from "./play.ts";

/** Customers of each class, the next lot each day, so that one day plays none of the day before. */
const DAILY = 8;
const ALL = 5_000;
const COUNT = Number(process.env["RECADO_CUSTOMERS"] ?? DAILY);
/** The seed of the first customer of all. */
const FIRST_OF_ALL = 20_261_126;
const FIRST = FIRST_OF_ALL + (process.env["RECADO_CUSTOMERS"] === undefined ? (SEED_OF_THE_DAY * DAILY) % ALL : 0);
const WHOLE = `RECADO_CUSTOMERS=${ALL} node bin/test.js test/customers`;

describe("fresh customers of each class, another lot each day", () => {
  for (const customers of CLASSES) {
    test(customers.name, async () => {
      const failed = await playClass(customers, FIRST, COUNT);
      const told = failed.map((one) => JSON.stringify(one)).join("\n");
      expect(
        failed.filter(({ verdict }) => verdict === "harmful"),
        told,
      ).toEqual([]);
      // A small lot may have one more than its share.
      const allowed = customers.floor === 1 ? 0 : Math.ceil((1 - customers.floor) * COUNT) + 1;
      expect(failed.length, told).toBeLessThanOrEqual(allowed);
      announceShare({ stage: customers.name, played: COUNT, of: ALL, seed: SEED_OF_THE_DAY, whole: WHOLE });
    }, 3_600_000);
  }
});

test("the same seed is the same customer", () => {
  for (const { tell } of CLASSES) expect(tell(new Draw(7))).toEqual(tell(new Draw(7)));
});
