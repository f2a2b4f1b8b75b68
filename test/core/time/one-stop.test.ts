import { expect, test } from "vitest";
import { say } from "../../../src/agents/assistant/say.ts";
import { SAYS } from "../../../src/agents/assistant/texts.ts";
import { LOCALES } from "../../../src/core/locale/locale.ts";
import { packOf } from "../../../src/core/locale/pack-of.ts";
import { oneStop } from "../../../src/core/time/one-stop.ts";
import { sayInstant } from "../../../src/core/time/say-time.ts";

const NOW = new Date("2026-11-25T15:20:00Z");
const AT = new Date("2026-11-27T13:00:00Z");
const ZONE = "America/Bogota";

test.each([
  ["Se lo recuerdo el viernes, 8:00 a. m..", "Se lo recuerdo el viernes, 8:00 a. m."],
  ["Le entendí *3:00 p. m.*.", "Le entendí *3:00 p. m.*"],
  ["Allá es viernes, 8:00 a. m.. ¿Algo más?", "Allá es viernes, 8:00 a. m. ¿Algo más?"],
  ["Un momento...", "Un momento..."],
  ["Listo.", "Listo."],
  ["¿El viernes, 8:00 a. m.?", "¿El viernes, 8:00 a. m.?"],
])("%s is said as %s", (words, said) => {
  expect(oneStop(words)).toBe(said);
});

/** The words of every function of the assistant's texts, each of its holes filled with a time. */
function filled(time: string): string[] {
  return Object.values(SAYS).flatMap((text) => {
    if (typeof text === "string") return [];
    const values = Array.from({ length: text.length }, () => time);
    // A list of lines, where the function takes one.
    const lines = Array.from({ length: text.length }, () => [time]);
    return [values, lines, [time, ...lines.slice(1)], [...values.slice(0, 2), ...lines.slice(2)]].flatMap((given) => {
      try {
        return [String(Reflect.apply(text, undefined, given))];
      } catch {
        return [];
      }
    });
  });
}

test("whatever text of the assistant a time ends, one full stop follows it", () => {
  const time = sayInstant(AT, NOW, ZONE);
  const texts = filled(time);
  // The text as it is written has two: else this test looks at nothing.
  expect(texts.filter((text) => text.includes("m..")).length).toBeGreaterThan(4);
  for (const text of texts) expect(say(text, "").messages[0]?.text, text).not.toMatch(/m\.\*?\.(?!\.)/u);
});

test.each(LOCALES)("in %s the texts that say a time back end in one full stop", (locale) => {
  const { texts } = packOf(locale);
  const time = sayInstant(AT, NOW, ZONE, locale);
  for (const text of [texts.remindsAt, texts.saidBack])
    expect(oneStop(text.replace(/\{\{\w+\}\}/u, time))).not.toMatch(/\.\*?\.(?!\.)/u);
});
