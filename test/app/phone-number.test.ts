import { expect, test } from "vitest";
import { grouped, looksLikePhone, masked } from "../../studio/src/text/phone-number.ts";

test.each([
  ["573001112233", "+57 ••• ••• 2233", "+57 300 111 2233"],
  ["5511912345678", "+55 ••• ••• 5678", "+55 11 91234 5678"],
  ["525512345678", "+52 ••• ••• 5678", "+52 55 1234 5678"],
  ["13055550101", "+1 ••• ••• 0101", "+1 305 555 0101"],
  ["593991234567", "+593 ••• ••• 4567", "+593991234567"],
  ["4915112345678", "+49 ••• ••• 5678", "+4915112345678"],
])("%s is shown as %s, and whole as %s", (phone, hidden, shown) => {
  expect([masked(phone), grouped(phone)]).toEqual([hidden, shown]);
});

test("a number without its country shows no country", () => {
  expect(masked("300 111 2233")).toBe("••• ••• 2233");
});

test.each([
  ["+55 11 91234-5678", true],
  ["3001112233", true],
  ["Calle 10 # 5-20", false],
  ["2026-11-24", false],
])("%s looks like a phone: %s", (value, isOne) => {
  expect(looksLikePhone(value)).toBe(isOne);
});
