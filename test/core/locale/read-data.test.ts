import { describe, expect, test } from "vitest";
import type { Locale } from "../../../src/core/locale/locale.ts";
import { formatMoney, readMoney } from "../../../src/core/locale/money.ts";
import { readConsent } from "../../../src/core/turn/consent.ts";
import { phraseRules } from "../../../src/nlu/intents/phrase-rules.ts";
import { createRuleClassifier } from "../../../src/nlu/intents/rule-classifier.ts";
import { createOfflineReader } from "../../../src/nlu/reading/offline-reader.ts";

const NOTHING = { lastAssistant: [], asked: [], isCollecting: true, data: {}, missing: ["name", "address"] };

async function told(locale: Locale, text: string, missing = NOTHING.missing) {
  const reader = createOfflineReader({
    locale,
    classifier: createRuleClassifier(phraseRules({ hours: ["what time", "a qué hora"], hi: ["hello"] })),
    fields: { given_name: "name", phone: "phone", address: "address", email: "email" },
    greeting: "hi",
  });
  return (await reader.read([text], { ...NOTHING, missing })).messages[0]?.fields;
}

test("a Mexican order's data: the phone of ten digits, the whole answer to one question", async () => {
  expect(await told("es-MX", "55 1234 5678")).toEqual({ phone: "525512345678" });
  expect(await told("es-MX", "me llamo Lupita Hernández")).toEqual({ name: "Lupita Hernández" });
  expect(await told("es-MX", "Av. Insurgentes Sur 1602, Col. Crédito", ["address"])).toEqual({
    address: "Av. Insurgentes Sur 1602, Col. Crédito",
  });
  expect(await told("es-MX", "¿a qué hora cierran?", ["address"])).toEqual({});
  expect(await told("es-MX", "ándale pues", ["name"])).toEqual({});
});

test("an American order's data, and what is no answer", async () => {
  expect(await told("en-US", "I'm at (415) 555-2671, jo@example.com", [])).toMatchObject({
    ...{ phone: "14155552671", email: "jo@example.com" },
  });
  expect(await told("en-US", "my name is Mary Ann")).toEqual({ name: "Mary Ann" });
  expect(await told("en-US", "1600 Main St, Apt 4", ["address"])).toEqual({ address: "1600 Main St, Apt 4" });
  for (const no of ["what time do you open", "yes please", "hello", "thanks!"]) {
    expect(await told("en-US", no, ["address"]), no).toEqual({});
  }
});

describe.each([
  ["es-CO", 79_900, "$79.900"],
  ["es-MX", 125_050, "$1,250.50"],
  ["pt-BR", 1_250, "R$ 12,50"],
  ["pt-BR", 5, "R$ 0,05"],
  ["en-US", 99, "$0.99"],
] as const)("%s", (locale, amount, written) => {
  test(`${amount} is written ${written} and read back`, () => {
    expect(formatMoney(amount, locale)).toBe(written);
    expect(readMoney(`${written}`, locale)).toBe(amount);
  });
});

test("a word that means something else abroad is an opt-out at home alone; a sentence is one everywhere", () => {
  for (const [word, home] of [
    ["pare", "pt-BR"],
    ["para", "pt-BR"],
    ["end", "en-US"],
    ["cancel", "en-US"],
    ["alto", "es-MX"],
  ] as const) {
    for (const locale of ["es-CO", "es-MX", "pt-BR", "en-US"] as const) {
      expect(readConsent(word, locale), `${word} in ${locale}`).toBe(locale === home ? "out" : null);
    }
  }
  for (const locale of ["es-CO", "es-MX", "pt-BR", "en-US"] as const) {
    for (const words of ["STOP", "sair", "BAJA", "stop messaging me", "não me mande mais mensagens"]) {
      expect(readConsent(words, locale), `${words} in ${locale}`).toBe("out");
    }
    for (const words of [
      "don't stop messaging me",
      "não quero parar de receber mensagens",
      "no quiero darme de baja",
    ]) {
      expect(readConsent(words, locale), `${words} in ${locale}`).toBeNull();
    }
  }
  expect(readConsent("alta", "pt-BR")).toBeNull();
  expect(readConsent("voltar", "es-CO")).toBeNull();
});
