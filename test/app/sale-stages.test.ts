import { expect, test } from "vitest";
import { daysOf, inOrderOfSale } from "../../studio/src/screens/metrics/insight.ts";
import { codes } from "../../studio/src/text/es/codes.ts";

test("the stages of a funnel stand as a sale goes, and a mode of the shop's own after them", () => {
  const stages = ["handoff", "propio", "confirmado", "resumen", "conversacion", "collecting_data"];
  const placed = inOrderOfSale(
    stages.map((mode) => ({ mode })),
    Object.keys(codes),
  );
  expect(placed.map(({ mode }) => mode)).toEqual([
    "conversacion",
    "collecting_data",
    "resumen",
    "confirmado",
    "handoff",
    "propio",
  ]);
});

test("today is the day of the shop's own clock", () => {
  // 25 hours lie between them: no moment has the same day in both.
  const [first, last] = ["Pacific/Pago_Pago", "Pacific/Kiritimati"].map((zone) => daysOf("today", zone).from);
  expect(first).not.toBe(last);
});
