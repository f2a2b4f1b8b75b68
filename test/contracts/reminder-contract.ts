import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Agent, Decision } from "../../src/core/agent/agent.ts";
import type { DecidedReminder, OpenReminder } from "../../src/core/outbound/reminder.ts";
import type { TemplateContent } from "../../src/core/outbound/scheduled-message.ts";
import { decision, testAgent } from "../support/shop.ts";

/** One customer's conversation, wherever it is kept. */
export interface ReminderStage {
  says(text: string): Promise<void>;
  /** Lets time pass; what comes due happens. */
  passes(ms: number): Promise<void>;
  /** All that the customer heard, oldest first. */
  heard(): Promise<readonly string[]>;
  /** The keys of the reminders that wait, the next one first. */
  waiting(): Promise<readonly string[]>;
  /** What the shop's people are asked to do, oldest first. */
  tasks(): Promise<readonly string[]>;
}

export interface ReminderKeeper {
  open(agent: Agent): Promise<ReminderStage>;
  close(): Promise<void>;
}

/** Tuesday, 10:00 in Bogotá: an hour at which a shop may write to people. */
export const TUESDAY = new Date("2027-02-02T10:00:00-05:00");

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const TEMPLATE: TemplateContent = {
  type: "template",
  ...{ name: "cita", language: "es", category: "utility", components: [] },
};

/** Sets what `script` says under each text, and answers "listo". */
export function remindingAgent(
  script: Readonly<Record<string, (now: Date) => readonly DecidedReminder[]>>,
  more: (text: string) => Partial<Decision> = () => ({}),
): Agent {
  return testAgent(
    ({ message, now }) => {
      const reminders = script[message]?.(now) ?? [];
      return decision("listo", { reminders, ...more(message) });
    },
    { messageTemplates: [{ name: "cita", language: "es", category: "utility", variables: 0 }] },
  );
}

const later = (now: Date, ms: number) => new Date(now.getTime() + ms);

/** What the reminders of an agent come to, in memory and in PostgreSQL alike. */
export function reminderContract(name: string, begin: () => Promise<ReminderKeeper>): void {
  let keeper: ReminderKeeper;
  beforeAll(async () => {
    keeper = await begin();
  });
  afterAll(() => keeper?.close());

  describe(name, () => {
    test("a reminder is said at its time, once and word for word, after the night has ended the session", async () => {
      const stage = await keeper.open(
        remindingAgent({ cita: (now) => [{ key: "cita", at: later(now, 23 * HOUR), text: "Su cita es a las 11." }] }),
      );
      await stage.says("cita");
      expect(await stage.waiting()).toEqual(["cita"]);
      await stage.passes(22 * HOUR);
      expect(await stage.heard()).toEqual(["listo"]);
      await stage.passes(HOUR + MINUTE);
      expect(await stage.heard()).toEqual(["listo", "Su cita es a las 11."]);
      await stage.passes(HOUR);
      expect(await stage.heard()).toHaveLength(2);
      expect(await stage.waiting()).toEqual([]);
    });

    test("a reminder that is moved is said at its new time alone", async () => {
      const stage = await keeper.open(
        remindingAgent({
          cita: (now) => [{ key: "cita", at: later(now, 2 * HOUR), text: "Su cita es a las 12." }],
          mueva: (now) => [{ key: "cita", at: later(now, 5 * HOUR), text: "Su cita es a las 3." }],
        }),
      );
      await stage.says("cita");
      await stage.says("mueva");
      expect(await stage.waiting()).toEqual(["cita"]);
      await stage.passes(3 * HOUR);
      expect(await stage.heard()).toEqual(["listo", "listo"]);
      await stage.passes(2 * HOUR + MINUTE);
      expect(await stage.heard()).toEqual(["listo", "listo", "Su cita es a las 3."]);
    });

    test("a reminder that is cancelled is never said, and a key that does not wait is cancelled without harm", async () => {
      const stage = await keeper.open(
        remindingAgent({
          cita: (now) => [{ key: "cita", at: later(now, 2 * HOUR), text: "Su cita es a las 12." }],
          cancele: () => [
            { key: "cita", cancel: true },
            { key: "otra", cancel: true },
          ],
        }),
      );
      await stage.says("cita");
      await stage.says("cancele");
      expect(await stage.waiting()).toEqual([]);
      await stage.passes(3 * HOUR);
      expect(await stage.heard()).toEqual(["listo", "listo"]);
    });

    test("outside the 24-hour window the template is sent in place of the text", async () => {
      const stage = await keeper.open(
        remindingAgent({
          cita: (now) => [{ key: "cita", at: later(now, 48 * HOUR), text: "Su cita es hoy.", template: TEMPLATE }],
        }),
      );
      await stage.says("cita");
      await stage.passes(48 * HOUR + MINUTE);
      expect(await stage.heard()).toEqual(["listo", "[template cita]"]);
    });

    test("a template that is not registered as it is sent is told at once; the text stays, a template alone is not set", async () => {
      const unknown = { ...TEMPLATE, name: "otra" };
      const withValue = { type: "body" as const, parameters: [{ type: "text" as const, text: "hoy" }] };
      const stage = await keeper.open(
        remindingAgent({
          pronto: (now) => [{ key: "cita", at: later(now, 2 * HOUR), text: "Su cita es ya.", template: unknown }],
          lejos: (now) => [{ key: "lejos", at: later(now, 30 * HOUR), text: "Su cita es hoy.", template: unknown }],
          sola: (now) => [{ key: "sola", at: later(now, 2 * HOUR), template: unknown }],
          valores: (now) => [
            { key: "sola", at: later(now, 2 * HOUR), template: { ...TEMPLATE, components: [withValue] } },
          ],
          buena: (now) => [{ key: "sola", at: later(now, 50 * HOUR), template: TEMPLATE }],
        }),
      );
      await stage.says("pronto");
      expect([await stage.waiting(), await stage.tasks()]).toEqual([["cita"], []]);
      await stage.says("lejos");
      expect(await stage.waiting()).toEqual(["cita", "lejos"]);
      await stage.says("sola");
      await stage.says("valores");
      expect(await stage.waiting()).toEqual(["cita", "lejos"]);
      const may = (name: string) =>
        `Un recordatorio puede no llegarle a su cliente: la plantilla «${name}» no se puede enviar`;
      expect(await stage.tasks()).toEqual([may("otra"), may("otra"), may("cita")]);
      await stage.says("buena");
      expect(await stage.waiting()).toEqual(["cita", "lejos", "sola"]);
      await stage.passes(2 * HOUR + MINUTE);
      // The customer writes again in time: the text alone is enough.
      await stage.passes(20 * HOUR);
      await stage.says("hola");
      await stage.passes(8 * HOUR);
      expect((await stage.heard()).filter((text) => text !== "listo")).toEqual(["Su cita es ya.", "Su cita es hoy."]);
    });

    test("a template alone is sent as it is, also inside the window", async () => {
      const stage = await keeper.open(
        remindingAgent({ cita: (now) => [{ key: "cita", at: later(now, 2 * HOUR), template: TEMPLATE }] }),
      );
      await stage.says("cita");
      await stage.passes(2 * HOUR + MINUTE);
      expect(await stage.heard()).toEqual(["listo", "[template cita]"]);
    });

    test("a reminder that comes due at night is said when the shop may write again", async () => {
      const stage = await keeper.open(
        remindingAgent({ cita: (now) => [{ key: "cita", at: later(now, 12 * HOUR), text: "Su cita es mañana." }] }),
      );
      await stage.says("cita");
      await stage.passes(12 * HOUR + MINUTE);
      expect(await stage.heard()).toEqual(["listo"]);
      await stage.passes(9 * HOUR);
      expect(await stage.heard()).toEqual(["listo", "Su cita es mañana."]);
    });

    test("a reminder whose time the customer named is said at that time, by night and right after another", async () => {
      const asked = { isRequested: true, text: "Llame al banco." } as const;
      const stage = await keeper.open(
        remindingAgent({
          banco: (now) => [
            { key: "uno", at: later(now, 11 * HOUR), ...asked },
            { key: "dos", at: later(now, 12 * HOUR), ...asked },
          ],
        }),
      );
      await stage.says("banco");
      await stage.passes(11 * HOUR + MINUTE);
      await stage.passes(HOUR);
      expect(await stage.heard()).toEqual(["listo", "Llame al banco.", "Llame al banco."]);
    });

    test("a reminder outlives the session that set it, and goes to nobody who opted out", async () => {
      const stage = await keeper.open(
        remindingAgent({ cita: (now) => [{ key: "cita", at: later(now, 3 * HOUR), text: "Su cita es hoy." }] }, () => ({
          closesSession: true,
        })),
      );
      await stage.says("cita");
      expect(await stage.waiting()).toEqual(["cita"]);
      await stage.says("STOP");
      expect(await stage.waiting()).toEqual([]);
      await stage.says("cita");
      expect(await stage.waiting()).toEqual([]);
      await stage.passes(4 * HOUR);
      expect(await stage.heard()).not.toContain("Su cita es hoy.");
    });

    test("a customer who opted out and asks for a reminder is promised nothing, and hears how to take that back", async () => {
      const asked = { key: "luz", isRequested: true, text: "Pague la luz." } as const;
      const stage = await keeper.open(remindingAgent({ luz: (now) => [{ ...asked, at: later(now, HOUR) }] }));
      await stage.says("STOP");
      const before = (await stage.heard()).length;
      await stage.says("luz");
      expect((await stage.heard()).slice(before)).toEqual([expect.stringContaining("ALTA")]);
      expect(await stage.waiting()).toEqual([]);
      await stage.says("ALTA");
      await stage.says("luz");
      expect(await stage.waiting()).toEqual(["luz"]);
      expect((await stage.heard()).at(-1)).toBe("listo");
      await stage.passes(HOUR + MINUTE);
      expect((await stage.heard()).at(-1)).toBe("Pague la luz.");
    });

    test("a customer hears at most 24 reminders a day, however many an agent set", async () => {
      const ten = (from: number) => (now: Date) =>
        Array.from({ length: 10 }, (_, index) => ({
          ...{ key: `k${from + index}`, text: "Agua.", isRequested: true as const },
          at: later(now, (from + index + 1) * MINUTE),
        }));
      const script = Object.fromEntries([0, 10, 20].map((from) => [`desde ${from}`, ten(from)]));
      const stage = await keeper.open(remindingAgent(script));
      for (const text of Object.keys(script)) await stage.says(text);
      expect(await stage.waiting()).toHaveLength(30);
      for (let minute = 0; minute < 32; minute += 1) await stage.passes(MINUTE);
      expect((await stage.heard()).filter((text) => text === "Agua.")).toHaveLength(24);
      expect(await stage.waiting()).toEqual([]);
    });

    test("a reminder whose time has passed is not set, and takes back the one under its key", async () => {
      const stage = await keeper.open(
        remindingAgent({
          cita: (now) => [{ key: "cita", at: later(now, 2 * HOUR), text: "Su cita es a las 12." }],
          ayer: (now) => [{ key: "cita", at: later(now, -HOUR), text: "Su cita fue ayer." }],
        }),
      );
      await stage.says("cita");
      await stage.says("ayer");
      expect(await stage.waiting()).toEqual([]);
      await stage.passes(3 * HOUR);
      expect(await stage.heard()).toEqual(["listo", "listo"]);
    });

    test("a recurring reminder is said at each of its times until it is cancelled, and the agent sees the next", async () => {
      const seen: (readonly OpenReminder[] | undefined)[] = [];
      const stage = await keeper.open({
        ...remindingAgent({}),
        decide: ({ message, now, reminders }) => {
          seen.push(reminders);
          const daily = { key: "pastilla", at: later(now, HOUR), rule: "FREQ=DAILY;BYHOUR=11", template: TEMPLATE };
          if (message === "ponla") return decision("listo", { reminders: [daily] });
          const cancel = { key: "pastilla", cancel: true } as const;
          return decision("listo", { reminders: message === "quítala" ? [cancel] : [] });
        },
      });
      await stage.says("ponla");
      await stage.passes(HOUR + MINUTE);
      expect(await stage.waiting()).toEqual(["pastilla"]);
      await stage.passes(24 * HOUR);
      await stage.passes(24 * HOUR);
      expect(await stage.heard()).toEqual(["listo", "[template cita]", "[template cita]", "[template cita]"]);
      await stage.says("¿qué tengo?");
      const next = {
        key: "pastilla",
        at: new Date("2027-02-05T11:00:00-05:00"),
        text: "",
        rule: "FREQ=DAILY;BYHOUR=11",
      };
      expect([seen[0], seen.at(-1)]).toEqual([[], [next]]);
      await stage.says("quítala");
      expect(await stage.waiting()).toEqual([]);
      await stage.passes(25 * HOUR);
      expect(await stage.heard()).toHaveLength(6);
    });

    test("a recurring reminder that is moved to a single time is said at that time alone", async () => {
      const stage = await keeper.open(
        remindingAgent({
          ponla: (now) => [{ key: "agua", at: later(now, HOUR), rule: "FREQ=HOURLY;INTERVAL=5", text: "Agua." }],
          "solo una": (now) => [{ key: "agua", at: later(now, 3 * HOUR), text: "Agua, una vez." }],
        }),
      );
      await stage.says("ponla");
      await stage.passes(2 * HOUR);
      await stage.says("solo una");
      await stage.passes(3 * HOUR + MINUTE);
      await stage.passes(2 * HOUR);
      expect(await stage.heard()).toEqual(["listo", "Agua.", "listo", "Agua, una vez."]);
      expect(await stage.waiting()).toEqual([]);
    });

    test("50 reminders may wait for a customer; a turn that sets one more changes nothing", async () => {
      const ten = (from: number) => (now: Date) =>
        Array.from({ length: 10 }, (_, index) => ({
          ...{ key: `k${String(from + index).padStart(2, "0")}`, at: later(now, HOUR * 24 * 9), template: TEMPLATE },
        }));
      const script = Object.fromEntries([0, 10, 20, 30, 40].map((from) => [`desde ${from}`, ten(from)]));
      const stage = await keeper.open(
        remindingAgent({
          ...script,
          otra: (now) => [{ key: "otra", at: later(now, 2 * HOUR), text: "Una más." }],
          mueva: (now) => [{ key: "k00", at: later(now, 2 * HOUR), text: "Movida." }],
        }),
      );
      for (const text of Object.keys(script)) await stage.says(text);
      expect(await stage.waiting()).toHaveLength(50);
      await stage.says("mueva");
      expect(await stage.waiting()).toHaveLength(50);
      await stage.says("otra");
      expect(await stage.waiting()).not.toContain("otra");
      expect(await stage.heard()).toContain("FALLBACK");
    });
  });
}
