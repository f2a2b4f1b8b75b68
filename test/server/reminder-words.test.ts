import { expect, test } from "vitest";
import type { StoredScheduledMessage } from "../../src/core/outbound/scheduled-message.ts";
import { CONVERSATION_ID, openDoor } from "./open-door.ts";

const REMINDER = {
  conversationId: CONVERSATION_ID,
  text: "su cita",
  idempotencyKey: "cita-1",
  actor: "maria@tienda.co",
};
const PATH = "/internal/agent/reminders";

test.each([
  ["cada 20 minutos", /como mucho una vez por hora/],
  ["mañana", /¿A qué hora se lo recuerdo\?/],
  ["mañana entre 3 y 5 de la tarde", /¿A qué hora exacta se lo recuerdo\?/],
  ["más tarde", /exactamente/],
])("a reminder for %j is not made, and the way out is said", async (when, sentence) => {
  const { api } = openDoor();
  const refused = await api("POST", PATH, { ...REMINDER, when });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ code: "request_invalid", detail: expect.stringMatching(sentence) });
});

/** The door takes every reminder in, and stores none. */
function openTakingDoor() {
  const door = openDoor();
  door.double.store.scheduled.create = async (_, given) => ({
    kind: "scheduled",
    isNew: true,
    message: {
      ...given,
      timeZone: given.timeZone ?? "America/Bogota",
      seriesId: given.rule === null ? null : given.id,
      skipped: 0,
      status: "pending",
      reason: null,
      runId: null,
      agentKey: null,
      createdAt: new Date("2026-11-25T10:20:00-05:00"),
      settledAt: null,
    } satisfies StoredScheduledMessage,
  });
  return door;
}

test.each([
  ["todos los lunes a las 8", "FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0", "cada semana, los lunes, a las 8:00 a. m."],
  ["cada 8 horas", "FREQ=HOURLY;INTERVAL=8", "cada 8 horas"],
  [
    "el 30 de cada mes a la 1 pm",
    "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYHOUR=13;BYMINUTE=0;BYSETPOS=-1",
    "cada mes, el 30, a la 1:00 p. m.",
  ],
])("a recurring reminder for %j keeps its rule, and says it in words", async (when, rule, ruleInWords) => {
  const made = await openTakingDoor().api("POST", PATH, { ...REMINDER, when });
  expect([made.status, await made.json()]).toEqual([201, expect.objectContaining({ rule, ruleInWords })]);
});

test.each([
  ["en-GB,en;q=0.9", "every week, on Mondays, at 8:00 AM"],
  ["fr", "cada semana, los lunes, a las 8:00 a. m."],
])("a reader who asks for %s reads the rule in that language, or in Spanish", async (language, ruleInWords) => {
  const asked = { ...REMINDER, when: "todos los lunes a las 8" };
  const made = await openTakingDoor().api("POST", PATH, asked, { "accept-language": language });
  expect(await made.json()).toMatchObject({ ruleInWords });
});

test("a reminder that is made says in words when it is due, by the customer's clock", async () => {
  const { api } = openTakingDoor();
  const made = await api("POST", PATH, { ...REMINDER, dueAt: "2099-11-27T13:00:00Z", timeZone: "America/Bogota" });
  expect([made.status, await made.json()]).toEqual([
    201,
    expect.objectContaining({ dueAtInWords: "viernes 27 de noviembre de 2099, 8:00 a. m." }),
  ]);
});
