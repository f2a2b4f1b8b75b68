import { expect, test } from "vitest";
import { DEFAULT_WORKSPACE, type EventId } from "../../src/core/ids.ts";
import { requestsOf } from "../../src/core/inbound/input-class.ts";
import { bindCrm } from "../../src/core/ports/crm.ts";
import type { ToolScope } from "../../src/core/ports/tools.ts";
import { MEMORY_CRM } from "../../src/lab/memory/memory-crm.ts";
import { SHOP_TOOLS } from "../../src/tools/shop-tools.ts";
import { CUSTOMER_SCOPE } from "../support/tool-scope.ts";

/** Tuesday the 3rd, 10:00 in Bogotá. */
const NOW = new Date("2026-11-03T15:00:00Z");

function heard(body: string, more: Partial<ToolScope> = {}): ToolScope {
  return {
    ...CUSTOMER_SCOPE,
    ...{ now: NOW, lastCustomerMessageAt: NOW, granted: ["create_reminder", "schedule_meeting"] },
    requests: requestsOf([{ type: "text", body }]),
    said: [{ eventId: "event-1" as EventId, text: body, saidAt: NOW }],
    newId: () => "0195d6a0-0000-7000-8000-00000000c0ff",
    ...more,
  };
}

/** What a model calls. */
const calls = (input: Readonly<Record<string, unknown>>, scope: ToolScope, tool = "create_reminder") =>
  SHOP_TOOLS.execute({ tool, input, idempotencyKey: "key", scope, signal: new AbortController().signal });

const luz = (at: string, rule: string | null = null) => ({ text: "pagar la luz", at, rule });

test("the time that the customer named is set, at night too", async () => {
  const named = heard("recuérdame pagar la luz hoy a las 11 de la noche");
  expect(await calls(luz("2026-11-03T23:00:00-05:00"), named)).toMatchObject({
    kind: "ok",
    effect: { kind: "set_reminder", write: { isRequested: true } },
  });
  const rule = "FREQ=DAILY;BYHOUR=5;BYMINUTE=0";
  const daily = heard("recuérdame la pastilla todos los días a las 5 de la mañana");
  expect(await calls(luz("2026-11-04T05:00:00-05:00", rule), daily)).toMatchObject({ kind: "ok" });
});

test("an hour of the night that the customer did not name is not set, whatever a model reads", async () => {
  const vague = heard("recuérdame mañana bien tempranito pagar la luz");
  expect(await calls(luz("2026-11-04T05:00:00-05:00"), vague)).toMatchObject({ kind: "error", code: "hour_not_named" });
  expect(await calls(luz("2026-11-04T08:00:00-05:00"), vague)).toMatchObject({ kind: "ok" });
  // A model that mistakes the afternoon for the night.
  const other = heard("recuérdame pagar la luz hoy a las 3 de la tarde");
  expect(await calls(luz("2026-11-04T03:00:00-05:00"), other)).toMatchObject({ kind: "error", code: "hour_not_named" });
  // The customer said yes to the question that names it.
  expect(
    await calls(luz("2026-11-04T05:00:00-05:00"), heard("sí", { approval: { confirmationId: "c-1" } })),
  ).toMatchObject({ kind: "ok" });
});

test("the night is that of the customer's own clock", async () => {
  const scope = heard("recuérdame luego pagar la luz");
  const inMadrid = { ...luz("2026-11-04T02:00:00Z"), timeZone: "Europe/Madrid" };
  // 21:00 in Bogotá is night; 3:00 in Madrid is, too.
  expect(await calls(inMadrid, scope)).toMatchObject({ kind: "error", code: "hour_not_named" });
  expect(await calls({ ...luz("2026-11-04T08:00:00Z"), timeZone: "Europe/Madrid" }, scope)).toMatchObject({
    kind: "ok",
  });
});

test("a customer who opted out is promised nothing", async () => {
  const scope = heard("recuérdame pagar la luz hoy a las 3 de la tarde", { hasOptedOut: true });
  expect(await calls(luz("2026-11-03T15:00:00-05:00"), scope)).toMatchObject({ kind: "denied" });
});

test("a day holds 24 times, those that this very turn sets counted", async () => {
  const body = "recuérdame pagar la luz hoy a las 3 de la tarde";
  const at = "2026-11-03T15:00:00-05:00";
  const reminders = Array.from({ length: 23 }, (_, n) => ({
    ...{ key: `k${n}`, at: new Date(NOW.getTime() + n * 60_000), text: "x", rule: null },
  }));
  expect(await calls(luz(at), heard(body, { reminders }))).toMatchObject({ kind: "ok" });
  const made = [{ tool: "create_reminder", input: luz("2026-11-03T14:00:00-05:00") }];
  expect(await calls(luz(at), heard(body, { reminders, made }))).toMatchObject({
    kind: "error",
    code: "reminders_of_the_day_full",
  });
  // Moving one of them needs no room of its own.
  const full = [...reminders, { key: "last", at: new Date(at), text: "x", rule: null }];
  expect(await calls({ ...luz(at), key: "last" }, heard(body, { reminders: full }))).toMatchObject({ kind: "ok" });
  expect(await calls(luz(at), heard(body, { reminders: full }))).toMatchObject({ code: "reminders_of_the_day_full" });
  const fifty = Array.from({ length: 50 }, (_, n) => ({
    ...{ key: `k${n}`, at: new Date(NOW.getTime() + n * 86_400_000), text: "x", rule: null },
  }));
  expect(await calls(luz(at), heard(body, { reminders: fifty }))).toMatchObject({ code: "reminders_full" });
});

test("a far reminder whose template cannot be sent is set all the same, and a person hears of it", async () => {
  const template = { name: "recordatorio", language: "es_CO" };
  const far = { ...luz("2026-11-06T08:00:00-05:00"), template };
  const crm = bindCrm({ ...MEMORY_CRM, templates: async () => [] }, DEFAULT_WORKSPACE);
  const scope = heard("recuérdame pagar la luz el viernes a las 8", { crm });
  expect(await calls(far, scope)).toMatchObject({
    kind: "ok",
    effect: [
      { kind: "set_reminder", write: { text: expect.stringContaining("pagar la luz") } },
      { kind: "create_task", priority: "high", about: { code: "reminder_template" } },
    ],
  });
  // Within the window the text alone reaches the customer.
  const near = { ...luz("2026-11-03T20:00:00-05:00"), template };
  expect(await calls(near, heard("recuérdame pagar la luz hoy a las 8 de la noche", { crm }))).toMatchObject({
    kind: "ok",
    effect: { kind: "set_reminder" },
  });
  // Without any template nothing could ever say it.
  expect(await calls({ ...far, template: null }, scope)).toMatchObject({ kind: "error", code: "reminder_invalid" });
});

test("a meeting is reminded of under the same limits, and its words end in one stop", async () => {
  const scope = heard("agéndame una cita con Ana hoy a las 3 de la tarde");
  const meeting = {
    ...{ title: "Cita", people: ["Ana"], startsAt: "2026-11-03T15:00:00-05:00", at: "2026-11-03T14:00:00-05:00" },
  };
  const set = await calls(meeting, scope, "schedule_meeting");
  expect(set).toMatchObject({ kind: "ok", output: { text: "Cita, con Ana, martes 3 de noviembre, 3:00 p. m." } });
  const early = { ...meeting, at: "2026-11-04T04:00:00-05:00" };
  expect(await calls(early, scope, "schedule_meeting")).toMatchObject({ kind: "error", code: "hour_not_named" });
});
