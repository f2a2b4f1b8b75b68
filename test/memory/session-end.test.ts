import { expect, test } from "vitest";
import type { TimerPlan } from "../../src/core/time/timer-policy.ts";
import { openConversation } from "../../src/doors/test.ts";
import { createSandboxConversation } from "../../src/lab/memory/sandbox-conversation.ts";
import { decision, testAgent } from "../support/shop.ts";

const HOUR = 3_600;

function timedAgent(hours: number, sessionEnd?: { nightHour: number | null; quietHours: number }) {
  const seconds = { real: hours * HOUR, rapido: hours * HOUR, instantaneo: hours * HOUR };
  const timer: TimerPlan = { level: "vuelve", seconds };
  return testAgent(
    ({ dueTimer }) =>
      dueTimer == null
        ? decision("listo", { timerSignals: [{ type: "start" }], timer })
        : decision("¿Sigue ahí?", { timerSignals: [{ type: "cancel" }], timer: null }),
    sessionEnd === undefined ? {} : { sessionEnd },
  );
}

test("a session that never ends by night keeps its timer and its mode over the night", async () => {
  const conversation = openConversation(timedAgent(20, { nightHour: null, quietHours: 30 }));
  await conversation.says("hola");
  expect(await conversation.waits("19h")).toEqual([]);
  expect(conversation.state().session.status).toBe("active");
  expect(await conversation.waits("2h")).toEqual(["¿Sigue ahí?"]);
  await conversation.waits("4d");
  expect(conversation.state().session.status).toBe("closed");
});

test("a timer that could never fire costs no reply: it is not armed, and the trace says why and how to go on", async () => {
  const conversation = createSandboxConversation(timedAgent(30), {});
  const turn = await conversation.hear(["hola"]);
  expect(turn.heard).toEqual(["listo"]);
  expect(conversation.timer()).toBeNull();
  expect(turn.decision?.why.at(-1)).toMatch(
    /^timer "vuelve" of 108000 s is not armed: its session ends after at most 24 quiet hours; set a reminder$/,
  );
});

test("a timer that this evening does not reach is armed, and the trace says when its session ends", async () => {
  const conversation = createSandboxConversation(timedAgent(20), {});
  const turn = await conversation.hear(["hola"]);
  expect(conversation.timer()?.level).toBe("vuelve");
  expect(turn.decision?.why.at(-1)).toMatch(/fires after .*Z, when its session ends if the customer says nothing more/);
});
