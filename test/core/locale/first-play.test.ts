/** Messages that were written before the packs' lists, and play once: how many a pack reads as its writer meant them. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LOCALES, type Locale } from "../../../src/core/locale/locale.ts";
import { readMoney } from "../../../src/core/locale/money.ts";
import { packOf } from "../../../src/core/locale/pack-of.ts";
import { readConsent } from "../../../src/core/turn/consent.ts";
import { readAcknowledgement } from "../../../src/nlu/clauses/acknowledgement.ts";
import { findPhone } from "../../../src/nlu/extract/read-phone.ts";

function readAs(kind: string, text: string, locale: Locale): string {
  if (kind === "phone") return `phone=${findPhone(text, locale).phone?.value ?? ""}`;
  if (kind === "price") {
    const amount = readMoney(text, locale);
    return `price=${amount === null ? "" : amount / 10 ** packOf(locale).currency.decimals}`;
  }
  if (readConsent(text, locale) === "out") return "opt_out";
  const said = readAcknowledgement(text, locale);
  if (said === "yes" || said === "fine") return "yes";
  if (said === "no" || said === "no_thanks") return "no";
  return said === "courtesy" ? "thanks" : "none";
}

/**
 * Left as they are. In Colombia the agent's own rules read a refusal in words; a landline reaches no
 * customer on WhatsApp.
 */
const LEFT: Readonly<Record<Locale, readonly string[]>> = {
  "es-CO": [
    ...["confirmo", "me parece", "todavía no", "no quiero", "qué va", "nada", "mejor no", "así no", "está mal"],
    ...["no me interesa", "por ahora no", "ni por el chiras", "no confirmo", "gracias mi señora", "601 555 1234"],
  ],
  "es-MX": [],
  "pt-BR": ["(11) 3265-4321"],
  "en-US": [],
};

test.each(LOCALES)("%s reads what its customers write", (locale) => {
  const lines = readFileSync(new URL(`first-play.${locale}.tsv`, import.meta.url), "utf8")
    .trim()
    .split("\n");
  const faults = lines.flatMap((line) => {
    const [expected = "", text = ""] = line.split("\t");
    const read = readAs(expected.split("=")[0] ?? "", text, locale);
    return read === expected ? [] : [`${text}: ${read}, not ${expected}`];
  });
  const unexpected = faults.filter((fault) => !LEFT[locale].some((text) => fault.startsWith(`${text}: `)));
  expect(unexpected).toEqual([]);
});
