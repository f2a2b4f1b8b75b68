import { describe, expect, test } from "vitest";
import { readTypedAmount } from "../../src/core/locale/money.ts";
import { csvOf } from "../../studio/src/ui/csv.ts";
import { plainAmount, readAmount, writeAmount } from "../../studio/src/ui/values/amount.ts";

describe("an amount that a person types", () => {
  test.each([
    ["es-CO", "4.100", 4_100],
    ["es-CO", "$ 4.100", 4_100],
    ["es-CO", "4100", 4_100],
    ["es-CO", "52,5", 52.5],
    ["es-CO", "52.5", 52.5],
    ["es-CO", "1.234.567,89", 1_234_567.89],
    ["es-MX", "4,100", 4_100],
    ["es-MX", "18.35", 18.35],
    ["pt-BR", "5,42", 5.42],
  ])("is read as %s writes it: %s", (locale, typed, amount) => {
    expect(readAmount(typed, locale)).toBe(amount);
    expect(readAmount(writeAmount(amount, locale), locale)).toBe(amount);
  });

  test.each(["", "cuatro mil", "4,100.50", "1.2.3", "-5", "4,,1"])("is none: %j", (typed) => {
    expect(readAmount(typed, "es-CO")).toBeNull();
  });
});

describe("an amount that orders are searched by", () => {
  test.each([
    ["es-CO", "129.900", 129_900],
    ["es-CO", "$129,900", 129_900],
    ["es-CO", "129.900,00", 129_900],
    ["es-CO", "12,50", null],
    ["es-CO", "573001112233", null],
    ["es-CO", "45", null],
    ["pt-BR", "R$ 12,50", 1_250],
    ["pt-BR", "12.50", 1_250],
    ["pt-BR", "1.250", 125_000],
    ["pt-BR", "1.250,00", 125_000],
    ["en-US", "$1,299.00", 129_900],
    ["es-MX", "250", 25_000],
    ["es-MX", "calle 250", null],
  ] as const)("in %s: %s", (locale, typed, amount) => {
    expect(readTypedAmount(typed, locale)).toBe(amount);
  });
});

describe("a file for a spreadsheet", () => {
  test("divides its cells as the country's spreadsheets do, and has amounts with their cents", () => {
    const rows = [["Total", plainAmount(1_250, 2, "pt-BR")]];
    expect(csvOf(rows, "pt-BR")).toBe('Total;"12,50"');
    expect(csvOf([["Total", plainAmount(1_250, 2, "es-MX")]], "es-MX")).toBe("Total,12.50");
    expect(csvOf([["Total", plainAmount(129_900, 0, "es-CO")]], "es-CO")).toBe("Total;129900");
  });

  test.each(["=1+1", "+57 300", "-2", "@SUM(A1)", "\t=1"])("begins no formula with a customer's words: %j", (words) => {
    expect(csvOf([[words]], "es-CO").replace(/^"/, "")).toMatch(/^'/);
  });

  test("keeps a customer's words in one cell, whichever sign a spreadsheet divides at", () => {
    for (const locale of ["es-CO", "en-US"])
      expect(csvOf([["Calle 1; =2+3", "a,b", 'dice "ya"']], locale).match(/"[^"]*(?:""[^"]*)*"/g)).toHaveLength(3);
  });
});
