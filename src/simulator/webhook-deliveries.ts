import { pauseUnless } from "./pause-unless.ts";
import { type Forgery, type PostAnswer, signAndPost } from "./sign-and-post.ts";

export type DeliveryEnd =
  | { readonly kind: "delivered"; readonly attempts: number }
  | { readonly kind: "given_up"; readonly attempts: number; readonly detail: string };

export interface PendingDelivery {
  /** The result of the first try; null when it was never made. */
  readonly firstAnswer: Promise<PostAnswer | null>;
  readonly end: Promise<DeliveryEnd>;
}

/** What is posted, and the caller that waits for the result. */
export interface Parcel {
  readonly body: Uint8Array;
  /** Asked before each try. */
  readonly forgery?: () => Forgery | null;
  readonly onAnswer?: (attempt: number, answer: PostAnswer) => void;
}

export interface DeliverySettings {
  /** Read at each try: the port of the server may not be known before it listens. */
  readonly webhookUrl: () => string;
  readonly appSecret: string;
  readonly fetch?: typeof fetch;
  /** The pause before the second try, the third, … */
  readonly retryDelaysMs: () => readonly number[];
}

/**
 * This many posts at once. What waits beyond the second limit is given up, so that a dead webhook
 * costs no memory.
 */
const MAX_POSTS = 64;
const MAX_PENDING = 10_000;

/** Posts signed webhooks until each was answered with 200 (Meta accepts no other 2xx). */
export class WebhookDeliveries {
  readonly #settings: DeliverySettings;
  readonly #closing = new AbortController();
  readonly #pending = new Set<Promise<DeliveryEnd>>();
  readonly #queue: (() => void)[] = [];
  #posts = 0;

  constructor(settings: DeliverySettings) {
    this.#settings = settings;
  }

  /** How many webhooks are on their way or wait for another try. */
  get waiting(): number {
    return this.#pending.size;
  }

  /** Never rejects. */
  deliver(parcel: Parcel): PendingDelivery {
    if (this.#closing.signal.aborted || this.#pending.size >= MAX_PENDING) {
      const detail = this.#closing.signal.aborted ? "the simulator is closed" : "too many webhooks are waiting";
      return { firstAnswer: Promise.resolve(null), end: Promise.resolve({ kind: "given_up", attempts: 0, detail }) };
    }
    const first = this.#post(parcel, 1);
    const end = this.#persist(parcel, first);
    this.#pending.add(end);
    void end.then(() => this.#pending.delete(end));
    return { firstAnswer: first, end };
  }

  /** Ends every try and every pause, and returns when none is left. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#pending);
  }

  async #persist(parcel: Parcel, first: Promise<PostAnswer>): Promise<DeliveryEnd> {
    let attempts = 1;
    let answer = await first;
    for (const pauseMs of this.#settings.retryDelaysMs()) {
      if (isTaken(answer) || !(await pauseUnless(this.#closing.signal, pauseMs))) break;
      attempts++;
      answer = await this.#post(parcel, attempts);
    }
    if (isTaken(answer)) return { kind: "delivered", attempts };
    const detail = answer.kind === "answered" ? `HTTP ${answer.httpStatus}` : answer.detail;
    return { kind: "given_up", attempts, detail };
  }

  async #post({ body, forgery, onAnswer }: Parcel, attempt: number): Promise<PostAnswer> {
    while (this.#posts >= MAX_POSTS) await new Promise<void>((resolve) => this.#queue.push(resolve));
    this.#posts++;
    try {
      const { webhookUrl, appSecret, fetch } = this.#settings;
      const how = {
        signal: this.#closing.signal,
        forgery: forgery?.() ?? null,
        ...(fetch === undefined ? {} : { fetch }),
      };
      const answer = await signAndPost(webhookUrl(), appSecret, body, how);
      onAnswer?.(attempt, answer);
      return answer;
    } finally {
      this.#posts--;
      this.#queue.shift()?.();
    }
  }
}

function isTaken(answer: PostAnswer): boolean {
  return answer.kind === "answered" && answer.httpStatus === 200;
}
