import { setTimeout as wait } from "node:timers/promises";
import type { ChatClient, ChatRun } from "./chat-client.ts";
import type { HeardMessage } from "./heard-message.ts";

/** A script waits at most this long for a reply. At a human pace one is typed for up to 12 s. */
export const REPLY_DEADLINE_MS = 20_000;
const LOOK_AGAIN_MS = 120;

/** A `failed` run is not over: its next attempt may still answer. */
const OVER = new Set(["completed", "dead_letter", "waiting_confirmation"]);

export interface Exchange {
  readonly replies: HeardMessage[];
  /** The runs that the message made, oldest first. */
  readonly runs: ChatRun[];
  readonly isComplete: boolean;
}

/** One customer's chat: what was heard already, and which runs are known. */
export class ChatReplies {
  readonly #client: ChatClient;
  #lastN = 0;
  #knownRuns = new Set<string>();
  /** The latest message with something to tap, until the customer has said something. */
  #offer: HeardMessage | null = null;

  constructor(client: ChatClient) {
    this.#client = client;
  }

  /** Passes over what stands on the phone from before. */
  async skipHistory(): Promise<void> {
    await this.#hear();
    const conversationId = await this.#client.findConversation();
    if (conversationId === null) return;
    for (const { id } of await this.#client.listRuns(conversationId)) this.#knownRuns.add(id);
  }

  /**
   * Says `text` (the number of a choice taps it) and waits until every run that it made is over and
   * every reply has arrived, or the deadline. Each reply is shown as it comes and restarts the
   * deadline; the ledger, not silence, says when the last one has come.
   */
  async exchange(text: string, show: (reply: HeardMessage) => void): Promise<Exchange> {
    let deadlineMs = performance.now() + REPLY_DEADLINE_MS;
    await this.#say(text);
    const replies: HeardMessage[] = [];
    const collect = async () => {
      for (const reply of await this.#hear()) {
        replies.push(reply);
        deadlineMs = performance.now() + REPLY_DEADLINE_MS;
        show(reply);
      }
    };
    for (;;) {
      const settled = await this.#settledRuns();
      await collect();
      if (settled !== null) return { replies, runs: settled, isComplete: true };
      if (performance.now() > deadlineMs) return { replies, runs: [], isComplete: false };
      await wait(LOOK_AGAIN_MS);
    }
  }

  /** Messages that came without a request. */
  async overheard(): Promise<HeardMessage[]> {
    return this.#hear();
  }

  async #say(text: string): Promise<void> {
    const offer = this.#offer;
    this.#offer = null;
    const number = /^[0-9]{1,2}$/.test(text) ? Number(text) : 0;
    if (offer?.choices?.[number - 1] === undefined) return this.#client.say(text);
    await this.#client.choose(number, offer.wamid);
  }

  async #hear(): Promise<HeardMessage[]> {
    const items = (await this.#client.hear(this.#lastN)).filter(({ n }) => n > this.#lastN);
    this.#lastN = items.at(-1)?.n ?? this.#lastN;
    this.#offer = items.findLast(({ choices }) => choices !== undefined) ?? this.#offer;
    return items;
  }

  /** The new runs once all of them are over and nothing is on its way; null before. */
  async #settledRuns(): Promise<ChatRun[] | null> {
    const conversationId = await this.#client.findConversation();
    if (conversationId === null) return null;
    const runs = await this.#client.listRuns(conversationId);
    const fresh = runs.filter(({ id }) => !this.#knownRuns.has(id));
    if (fresh.length === 0 || fresh.some(({ status }) => !OVER.has(status))) return null;
    // A yes wakes the run that asked: that one gives the reply.
    const isWoken =
      fresh.some(({ outcome }) => outcome === "confirmed") && runs.some(({ status }) => !OVER.has(status));
    if (isWoken) return null;
    if (await this.#client.isSending(conversationId)) return null;
    for (const { id } of fresh) this.#knownRuns.add(id);
    return fresh.reverse();
  }
}
