import type { RunToClaim } from "../../core/conversation/claim-from.ts";
import type { EventId, RunId } from "../../core/ids.ts";
import type { MessageContent } from "../../core/inbound/content.ts";
import type { ConversationEvent, InputType } from "../../core/inbound/event.ts";

interface Entry {
  readonly inputType: InputType;
  /** The last number that an event of the conversation has. */
  readonly afterSeq: number;
  readonly now: Date;
  readonly newId: () => string;
}

/** Events as an enqueue writes them, numbered after those before. */
export function eventsOf(
  contents: readonly MessageContent[],
  { inputType, afterSeq, now, newId }: Entry,
): ConversationEvent[] {
  return contents.map((content, index) => ({
    ...{ id: newId() as EventId, seq: afterSeq + index + 1, inputType, content, context: null },
    source: inputType === "message" || inputType === "echo" ? "whatsapp" : "system",
    ...{ sourceMessageId: null, occurredAt: now, receivedAt: now },
  }));
}

/** The first attempt of a run that these events begin. */
export function newRun(events: readonly ConversationEvent[], now: Date, newId: () => string): RunToClaim {
  const run = {
    ...{ id: newId() as RunId, attempts: 1, failures: 0, createdAt: now },
    ...{ agentId: null, agentVersion: null, fallbackSent: false, stopped: null },
  };
  return { run, events, asked: null, journal: [] };
}
