import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import type { MessageContent } from "../../../src/core/inbound/content.ts";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";

/** A customer of a shop who wants to be reminded, on a Monday at 10:00 in Bogotá. */
function customer() {
  const chat = createSandboxConversation(somnioFlow, {}, { startMs: Date.UTC(2026, 10, 23, 15) });
  return {
    chat,
    async hear(said: string | MessageContent) {
      const turn = await chat.hear([said]);
      const contents = (turn.decision?.messages ?? []).flatMap(({ content }) => content ?? []);
      return {
        heard: turn.heard.join("\n"),
        buttons: contents.flatMap((one) => (one.type === "buttons" ? one.buttons : [])),
      };
    },
    waits: () => chat.reminders().map(({ key, at, text }) => ({ key, at: at.toISOString(), text })),
  };
}

const WISH = "recuérdeme llamarlos mañana a las 8 de la mañana";
const BUTTON = { id: "remind:request:1", title: "Cambiar" };
const TAP: MessageContent = { type: "button", title: BUTTON.title, payload: BUTTON.id };
const AT_8 = { key: "request:1", at: "2026-11-24T13:00:00.000Z", text: `⏰ Recordatorio: «${WISH}»` };
const AT_9 = { ...AT_8, at: "2026-11-24T14:00:00.000Z" };
const ASKS = `Claro. ¿A qué hora se lo recuerdo entonces?\n«${WISH}»`;

test.each([
  ["a tap", TAP],
  ["the written word", "cambiar"],
])(
  "the time is said back with a button; %s on it asks again, and the next time moves the one reminder",
  async (_, said) => {
    const { hear, waits } = customer();
    const set = await hear(WISH);
    expect(set).toEqual({
      heard: "Claro que sí, se lo recuerdo el martes 24 de noviembre, 8:00 a. m.",
      buttons: [BUTTON],
    });
    expect(waits()).toEqual([AT_8]);
    expect(await hear(said)).toEqual({ heard: ASKS, buttons: [] });
    expect(waits()).toEqual([AT_8]);
    const moved = await hear("a las 9 de la mañana");
    expect(moved).toEqual({
      heard: "Claro que sí, se lo recuerdo el martes 24 de noviembre, 9:00 a. m.",
      buttons: [BUTTON],
    });
    expect(waits()).toEqual([AT_9]);
  },
);

test("a time that may be two is asked for again, and the answer to that moves it", async () => {
  const { hear, waits } = customer();
  await hear(WISH);
  await hear(TAP);
  const again = await hear("el martes por ahí");
  expect(again.heard).toMatch(/^¿.*\n«recuérdeme llamarlos/);
  expect(waits()).toEqual([AT_8]);
  await hear("mañana a las 9 de la mañana");
  expect(waits()).toEqual([AT_9]);
});

test("a time that this chat cannot keep, words without a time and silence leave the reminder as it was", async () => {
  const { hear, waits, chat } = customer();
  await hear(WISH);
  await hear(TAP);
  expect((await hear("el viernes a las 8 de la mañana")).heard).toContain("dentro de las próximas 24 horas");
  await hear(TAP);
  expect((await hear("¿cuánto vale?")).heard).toMatch(/\$\s?\d/);
  expect(waits()).toEqual([AT_8]);
  const said = await chat.wait(24 * 3_600);
  expect(said.flatMap(({ heard }) => heard).join("\n")).toContain("Recordatorio: «recuérdeme llamarlos");
  // No reminder waits, and the customer taps the old button.
  expect((await hear(TAP)).heard).toContain("en un solo mensaje qué y a qué hora");
  expect(waits()).toEqual([]);
});

test("the word alone, behind other words of ours, corrects nothing", async () => {
  const { hear, waits } = customer();
  await hear(WISH);
  await hear("¿cuánto vale?");
  expect((await hear("cambiar")).heard).not.toContain("¿A qué hora se lo recuerdo entonces?");
  expect(waits()).toEqual([AT_8]);
});
