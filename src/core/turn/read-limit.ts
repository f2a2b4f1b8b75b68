import type { Decision } from "../agent/agent.ts";
import type { Session } from "../agent/session.ts";
import type { Locale } from "../locale/locale.ts";
import { packOf } from "../locale/pack-of.ts";
import { plainDecision } from "./part-decision.ts";

/**
 * The most that one turn reads, so that one customer's messages delay no other: an ordinary text of
 * 2,000 characters takes about 13 ms. The chat record has all of them.
 */
export const READ_LIMIT = { messages: 20, characters: 8_000 } as const;

/**
 * No person writes so many in a row: a person of the shop should look, and until then none of them
 * is read.
 */
export const TOO_MANY_UNREAD = 100;

export interface ToRead {
  /** The newest, in their order. */
  readonly read: readonly string[];
  /** How many older ones are not read. */
  readonly unread: number;
}

/** The newest message is always among those that are read. */
export function newestToRead(messages: readonly string[]): ToRead {
  let characters = 0;
  let first = messages.length;
  while (first > 0 && messages.length - first < READ_LIMIT.messages) {
    characters += messages[first - 1]?.length ?? 0;
    if (characters > READ_LIMIT.characters && first < messages.length) break;
    first -= 1;
  }
  return { read: messages.slice(first), unread: first };
}

/** A person reads on: the customer is told, and the shop gets a task that says why. */
export function handOverUnread(
  unread: number,
  { mode, datosCapturados, packSeleccionado }: Session,
  locale: Locale,
): Decision {
  const { texts } = packOf(locale);
  const about = { code: "unread_messages", values: { count: String(unread) } };
  const input = { title: texts.tasks.unread_messages(unread), priority: "high", mode, about };
  return {
    ...plainDecision(`${unread} messages were not read: a person goes on`, {
      messages: [{ text: texts.unread, templateId: null }],
      tools: [
        {
          callId: "create_task",
          tool: "create_task",
          input: { ...input, data: datosCapturados, pack: packSeleccionado },
        },
      ],
    }),
    timerSignals: [{ type: "cancel", reason: "a person goes on" }],
    handoff: { reason: `the customer wrote more than ${unread} messages in a row` },
  };
}
