import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../src/", import.meta.url));

/** What only a pack may say: a zone, a currency, a locale, the country's law, words to customers. */
const COUNTRY =
  /America\/[A-Z]|\bes-CO\b|"COP"|toLocale\w+\("|Ley 2300|Recordatorio:|language: "es"|\.default\("es"\)|colombianHolidays/;

/** Where a country is the subject, or stands as an example or a word of a door that is kept. */
const KNOWN: Readonly<Record<string, string>> = {
  "agents/": "Somnio is a shop in Colombia",
  "core/locale/": "the packs",
  "postgres/migrations/": "the column's default",
  "postgres/schema.sql": "the column's default",
  "postgres/functions/open-workspace.sql": "the column's default, before the row is there",
  "cli/doctor-checks.ts": "a silent recording that only tries the service",
  "cli/manage/settings": "an example in a help and in an error",
  "core/answers/currency.ts": "an example",
  "core/answers/order.ts": "an example",
  "core/outbound/reminder.ts": "an example in an error",
  "core/time/zone-words.ts": "what places are called: the names of their zones",
  "cli/eval/eval-dates.ts": "an example in an error",
  "doors/test.ts": "an example",
  "core/outbound/said-reminder.ts": "the assistant's own words, in Spanish alone so far",
  "postgres/shop/document-text.ts": "documents are searched with Spanish stems alone so far",
  "postgres/shop/documents.ts": "documents are searched with Spanish stems alone so far",
  "tools/personal/reminder-tools.ts": "an example in an error",
  "tools/personal/expense-tools.ts": "the assistant counts expenses in pesos alone so far",
  "flow/definition/format-cop.ts": "formatCop is a promise",
  "server/shop/agent-config.ts": "an example in an error",
  "server/shop/scheduled.ts": "an example in an error",
  "server/shop/insights.ts": "sv-SE writes a date as YYYY-MM-DD",
  "core/answers/agent-config.ts": "an example",
  "core/time/contact-hours.ts": "en-US names the parts of a date",
  "core/outbound/send-policy.ts": "the law that a comment names",
  "server/inbox/replies.ts": "a template's language, which Meta asks for",
  "tools/whatsapp/whatsapp-tools.ts": "a template's language, which Meta asks for",
};

test("no rule of the runtime knows a country but by its pack", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => /\.(?:ts|sql)$/.test(file));
  const found = files.filter((file) => COUNTRY.test(readFileSync(join(root, file), "utf8")));
  expect(found.filter((file) => !Object.keys(KNOWN).some((known) => file.startsWith(known)))).toEqual([]);
});
