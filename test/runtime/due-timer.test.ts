import { expect, test } from "vitest";
import type { MessageContent } from "../../src/core/inbound/content.ts";
import type { ConversationEvent } from "../../src/core/inbound/event.ts";
import type { ClaimedTurn } from "../../src/core/turn/turn.ts";
import { ingest } from "../../src/runtime/phases/ingest.ts";

const at = new Date("2025-03-03T15:00:00Z");
const event = (inputType: ConversationEvent["inputType"], content: MessageContent): ConversationEvent => ({
  id: "e" as ConversationEvent["id"],
  seq: 1,
  source: inputType === "timer" ? "system" : "whatsapp",
  inputType,
  content,
  context: null,
  sourceMessageId: null,
  occurredAt: at,
  receivedAt: at,
});
const due = (level: string, sessionId: string) => event("timer", { type: "timer", level, sessionId });
const said = event("message", { type: "text", body: "el de 2" });
const liked = event("message", { type: "reaction", emoji: null, targetWamid: "wamid.x" });

/** What a turn over these events hears, while session "now" is active. */
const hears = (...events: ConversationEvent[]) =>
  ingest(
    {
      turn: {
        ...{ events, session: { id: "now" }, ourLastMessages: [], questions: [] },
        settings: { locale: "es-CO" },
      } as unknown as ClaimedTurn,
      understood: new Map(),
    },
    () => null,
  );

test.each([
  ["a timer of the active session sets a turn off", [due("L3", "now")], { level: "L3" }],
  ["the newest of two counts", [due("L2", "now"), due("L3", "now")], { level: "L3" }],
  ["one of a session that is over sets off nothing", [due("L3", "before")], null],
  ["words come first, whichever came first (A33)", [due("L3", "now"), said], null],
  ["what opens no turn does not hold it back", [due("L3", "now"), liked], { level: "L3" }],
])("%s", (_, events, dueTimer) => {
  const input = hears(...events);
  expect(input.dueTimer).toEqual(dueTimer);
  expect(input.messages).toEqual(events.includes(said) ? ["el de 2"] : []);
});
