import { expect, test } from "vitest";
import { grouped, masked, withoutPhones } from "../../studio/src/text/phone-number.ts";

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
  ["escríbame al +55 11 91234-5678, por favor", "escríbame al +55 ••• ••• 5678, por favor"],
  ["3001112233", "••• ••• 2233"],
  ["Calle 10 # 5-20", "Calle 10 # 5-20"],
  ["desde 2026-11-24 08:30", "desde 2026-11-24 08:30"],
])("%s is shown as %s where phones are covered", (words, shown) => {
  expect(withoutPhones(words)).toBe(shown);
});
