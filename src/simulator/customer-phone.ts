import type { Clock } from "../core/ports/clock.ts";
import { BoundedMap } from "./bounded-map.ts";
import type { ScreenMessage } from "./screen-message.ts";

/** What the business sent to one customer. */
export interface HeardMessage extends ScreenMessage {
  /** Grows by any step, never repeats: pass the last one as `after`. */
  readonly n: number;
  readonly wamid: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface Heard {
  readonly items: readonly HeardMessage[];
  readonly typing: boolean;
}

interface Screen {
  messages: HeardMessage[];
  typingUntilMs: number;
  readonly watchers: Set<() => void>;
}

const MAX_SCREENS = 10_000;
const MAX_MESSAGES = 200;
const MAX_WATCHERS = 1_000;
/** "typing…" vanishes with the next message, or after 25 s. */
const TYPING_MS = 25_000;

/** The customers' phones: one screen for each chat with each business number. */
export class CustomerPhones {
  readonly #clock: Clock;
  readonly #screens = new BoundedMap<string, Screen>(MAX_SCREENS);
  readonly #closing = new AbortController();
  #watcherCount = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  show(chat: string, message: HeardMessage): void {
    const screen = this.#screen(chat);
    screen.messages = [...screen.messages, message].slice(-MAX_MESSAGES);
    screen.typingUntilMs = 0;
    for (const wake of screen.watchers) wake();
  }

  showTyping(chat: string): void {
    this.#screen(chat).typingUntilMs = this.#clock.now().getTime() + TYPING_MS;
  }

  /** Messages after message number `after`. */
  read(chat: string, after: number): Heard {
    const screen = this.#screens.get(chat);
    if (screen === undefined) return { items: [], typing: false };
    const items = screen.messages.filter((message) => message.n > after);
    return { items, typing: screen.typingUntilMs > this.#clock.now().getTime() };
  }

  /** The latest message that fits, if there is one. */
  latest(chat: string, fits = (_message: HeardMessage): boolean => true): HeardMessage | undefined {
    return this.#screens.get(chat)?.messages.findLast(fits);
  }

  /** Like `read`, but waits up to `waitMs` for the first message, or until `signal` aborts. */
  async watch(chat: string, after: number, waitMs: number, signal?: AbortSignal): Promise<Heard> {
    const heard = this.read(chat, after);
    const mayWait = waitMs > 0 && !this.#closing.signal.aborted && this.#watcherCount < MAX_WATCHERS;
    if (heard.items.length > 0 || !mayWait || signal?.aborted === true) return heard;
    await this.#nextMessage(this.#screen(chat), waitMs, signal);
    return this.read(chat, after);
  }

  /** Ends every watch. */
  close(): void {
    this.#closing.abort();
  }

  #nextMessage(screen: Screen, waitMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        screen.watchers.delete(wake);
        this.#watcherCount--;
        this.#closing.signal.removeEventListener("abort", wake);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      const timer = setTimeout(wake, waitMs);
      screen.watchers.add(wake);
      this.#watcherCount++;
      this.#closing.signal.addEventListener("abort", wake);
      signal?.addEventListener("abort", wake);
    });
  }

  #screen(chat: string): Screen {
    const known = this.#screens.get(chat);
    if (known !== undefined) return known;
    const screen: Screen = { messages: [], typingUntilMs: 0, watchers: new Set() };
    this.#screens.set(chat, screen);
    return screen;
  }
}
