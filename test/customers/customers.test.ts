import { describe, expect, test } from "vitest";
import { announceShare, SEED_OF_THE_DAY } from "../support/share-of-the-day.ts";
import { CLASSES } from "./classes/all.ts";
import { Draw } from "./draw.ts";
import { playClass } from "./play.ts";

/** Customers of each class; the whole is as many as one likes, from any seed. */
const DAILY = 24;
const COUNT = Number(process.env["RECADO_CUSTOMERS"] ?? DAILY);
const WHOLE = "RECADO_CUSTOMERS=5000 node bin/test.js test/customers";

describe("fresh customers of each class, another lot each day", () => {
  for (const customers of CLASSES) {
    test(customers.name, async () => {
      const failed = await playClass(customers, SEED_OF_THE_DAY, COUNT);
      const told = failed.map((one) => JSON.stringify(one)).join("\n");
      expect(
        failed.filter(({ verdict }) => verdict === "harmful"),
        told,
      ).toEqual([]);
      // A small lot may have one more than its share.
      const allowed = customers.floor === 1 ? 0 : Math.ceil((1 - customers.floor) * COUNT) + 1;
      expect(failed.length, told).toBeLessThanOrEqual(allowed);
      announceShare({ stage: customers.name, played: COUNT, of: 5_000, seed: SEED_OF_THE_DAY, whole: WHOLE });
    }, 3_600_000);
  }
});

test("the same seed is the same customer", () => {
  for (const { tell } of CLASSES) expect(tell(new Draw(7))).toEqual(tell(new Draw(7)));
});
