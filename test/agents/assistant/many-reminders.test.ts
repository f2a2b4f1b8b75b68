import { expect, test } from "vitest";
import { assistant } from "../../../src/agents/assistant/assistant.ts";
import { openConversation } from "../../../src/doors/test.ts";

test("the 25th time of a day is not set, and the customer hears why and how to go on", async () => {
  const chat = openConversation(assistant, { clock: { now: () => new Date("2026-11-25T04:50:00Z") } });
  for (let minute = 10; minute < 34; minute += 1)
    expect((await chat.says(`recuérdeme tomar agua mañana a las 9:${minute} de la mañana`)).join()).toContain("Listo");
  const refused = (await chat.says("recuérdeme tomar agua mañana a las 9:40 de la mañana")).join();
  expect(refused).toMatch(/Ese día ya tiene 24 recordatorios.*otro día/u);
  expect((await chat.state()).reminders).toHaveLength(24);
  // One that moves within the day needs no room, and another day has some.
  expect((await chat.says("recuérdeme tomar agua el viernes a las 9 de la mañana")).join()).toContain("Listo");
});
