import { expect, test } from "vitest";
import { openConversation } from "../../src/doors/test.ts";
import { createSandboxConversation } from "../../src/lab/memory/sandbox-conversation.ts";
import { reminderContract, remindingAgent, TUESDAY } from "../contracts/reminder-contract.ts";

reminderContract("reminders of a conversation in memory", async () => ({
  async open(agent) {
    const conversation = createSandboxConversation(agent, {}, { startMs: TUESDAY.getTime() });
    const heard: string[] = [];
    return {
      async says(text) {
        heard.push(...(await conversation.hear([text])).heard);
      },
      async passes(ms) {
        for (const turn of await conversation.wait(ms / 1_000)) heard.push(...turn.heard);
      },
      heard: async () => heard,
      tasks: async () => conversation.tasks().map(({ title }) => title),
      waiting: async () => conversation.reminders().map(({ key }) => key),
    };
  },
  async close() {},
}));

test("an author's test hears a reminder when it waits, and sees it before", async () => {
  const agent = remindingAgent({
    cita: (now) => [{ key: "cita", at: new Date(now.getTime() + 20 * 3_600_000), text: "Mañana es su cita." }],
  });
  const conversation = openConversation(agent, { clock: { now: () => new Date("2027-02-02T15:00:00-05:00") } });
  await conversation.says("cita");
  expect(conversation.state().reminders).toEqual([
    { key: "cita", at: new Date("2027-02-03T11:00:00-05:00"), text: "Mañana es su cita.", rule: null, template: null },
  ]);
  expect(await conversation.waits("1d")).toEqual(["Mañana es su cita."]);
  expect(conversation.state().reminders).toEqual([]);
});

test("a text for a time outside the window is refused with the way out, before anything is promised", async () => {
  const agent = remindingAgent({
    cita: (now) => [{ key: "cita", at: new Date(now.getTime() + 30 * 3_600_000), text: "Mañana es su cita." }],
  });
  const conversation = openConversation(agent);
  await expect(conversation.says("cita")).rejects.toThrow(
    /reminders\[0\] "cita" at: .* outside the 24-hour window.*: give the reminder a template/,
  );
});
