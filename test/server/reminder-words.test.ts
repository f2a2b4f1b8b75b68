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
  [
    "todos los lunes a las 8",
    /Por ahora puedo recordarlo una sola vez\. ¿Se lo recuerdo el lunes \d+ de [a-z]+.*, 8:00 a\. m\.\?/,
  ],
  ["cada 8 horas", /Por ahora puedo recordarlo una sola vez/],
  ["mañana", /¿A qué hora se lo recuerdo\?/],
  ["mañana entre 3 y 5 de la tarde", /¿A qué hora exacta se lo recuerdo\?/],
  ["más tarde", /exactamente/],
])("a reminder for %j is not made, and the way out is said", async (when, sentence) => {
  const { api } = openDoor();
  const refused = await api("POST", PATH, { ...REMINDER, when });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ code: "request_invalid", detail: expect.stringMatching(sentence) });
});

test("a reminder that is made says in words when it is due, by the customer's clock", async () => {
  const { api, double } = openDoor();
  double.store.scheduled.create = async (_, given) => ({
    kind: "scheduled",
    isNew: true,
    message: {
      ...given,
      timeZone: given.timeZone ?? "America/Bogota",
      status: "pending",
      reason: null,
      runId: null,
      agentKey: null,
      createdAt: new Date("2026-11-25T10:20:00-05:00"),
      settledAt: null,
    } satisfies StoredScheduledMessage,
  });
  const made = await api("POST", PATH, { ...REMINDER, dueAt: "2099-11-27T13:00:00Z", timeZone: "America/Bogota" });
  expect([made.status, await made.json()]).toEqual([
    201,
    expect.objectContaining({ dueAtInWords: "viernes 27 de noviembre de 2099, 8:00 a. m." }),
  ]);
});
