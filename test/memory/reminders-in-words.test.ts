import { expect, test } from "vitest";
import { readWhen } from "../../src/doors/language.ts";
import { openConversation } from "../../src/doors/test.ts";
import { decision, testAgent } from "../support/shop.ts";

/** Reads the time of a reminder out of each message, and says it back. */
const reminder = testAgent(({ message, now }) => {
  const when = readWhen(message, { now });
  if (when.kind === "ask") return decision(when.question);
  const rule = when.kind === "recurring" ? { rule: when.rule } : {};
  const set = { key: "agua", at: when.at, ...rule, text: "Riegue las matas.", isRequested: true } as const;
  return decision(`Listo: ${when.words}`, { reminders: [set] });
});

/** Tuesday, 10:00 in Bogotá. */
const clock = { now: () => new Date("2027-02-02T10:00:00-05:00") };

test("a recurring wish in words is said back as a rule, and comes again", async () => {
  const conversation = openConversation(reminder, { clock });
  const answer = await conversation.says("recuérdame cada 8 horas regar las matas");
  expect(answer).toEqual(["Listo: cada 8 horas (la primera vez, el martes 2 de febrero, 6:00 p. m.)"]);
  expect(conversation.state().reminders).toMatchObject([{ key: "agua", rule: "FREQ=HOURLY;INTERVAL=8" }]);
  expect(await conversation.waits("23h")).toEqual(["Riegue las matas.", "Riegue las matas."]);
});

test("a wish for one time is said back as an instant, and comes once", async () => {
  const conversation = openConversation(reminder, { clock });
  expect(await conversation.says("hoy a las 8 de la noche")).toEqual(["Listo: martes 2 de febrero, 8:00 p. m."]);
  expect(await conversation.waits("23h")).toEqual(["Riegue las matas."]);
});

test.each([
  ["mañana", /¿A qué hora/],
  ["cada 20 minutos", /¿Cada cuánto/],
  ["más tarde", /exactamente/],
])("for %j the time is asked for, and nothing is set", async (words, question) => {
  const conversation = openConversation(reminder, { clock });
  expect(await conversation.says(words)).toEqual([expect.stringMatching(question)]);
  expect(conversation.state().reminders).toEqual([]);
});
