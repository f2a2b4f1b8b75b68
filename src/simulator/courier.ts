import { setTimeout as delay } from "node:timers/promises";
import type { FaultBoard, Occasion } from "./fault-board.ts";
import type { FaultKind } from "./fault-kinds.ts";
import type { Ledger } from "./ledger.ts";
import { padded } from "./pad-webhook.ts";
import type { PostAnswer } from "./sign-and-post.ts";
import { type Change, envelope, joinChanges } from "./webhook-bodies.ts";
import type { DeliveryEnd, PendingDelivery, WebhookDeliveries } from "./webhook-deliveries.ts";
import { wireJson } from "./wire-json.ts";

/** One update for the business: a message, or a report. */
export interface Update {
  /** Its line in the ledger. */
  readonly n: number;
  readonly about: "messages" | "statuses";
  readonly occasion: Occasion;
  readonly change: Change;
}

export interface PendingUpdate extends PendingDelivery {
  /**
   * True when it waits to leave together with others. An update that leaves at once may take it
   * along.
   */
  readonly isHeld: boolean;
}

interface Hold {
  readonly kind: "reorder" | "batch" | "merge";
  /** The fault that ordered it: updates held by two faults do not leave together. */
  readonly faultId: string;
  readonly windowMs: number;
  readonly max: number;
}

interface Group {
  readonly updates: Update[];
  readonly left: Promise<PendingDelivery[]>;
  leave(): void;
}

/** Takes each update to the webhook: alone and at once, unless a fault changes that. */
export class Courier {
  readonly #deliveries: WebhookDeliveries;
  readonly #faults: FaultBoard;
  readonly #ledger: Ledger;
  readonly #random: () => number;
  readonly #groups = new Map<string, Group>();
  readonly #closing = new AbortController();
  #lastDelivery = 0;

  constructor(parts: { deliveries: WebhookDeliveries; faults: FaultBoard; ledger: Ledger; random: () => number }) {
    this.#deliveries = parts.deliveries;
    this.#faults = parts.faults;
    this.#ledger = parts.ledger;
    this.#random = parts.random;
  }

  take(update: Update): PendingUpdate {
    const hold = this.#holdOf(update);
    if (hold === null) return { isHeld: false, ...this.#post([update], envelope([update.change])) };
    const key = `${hold.faultId}:${hold.kind === "batch" ? update.occasion.phoneNumberId : ""}`;
    const group = this.#groups.get(key) ?? this.#openGroup(key, hold);
    const place = group.updates.push(update) - 1;
    if (group.updates.length >= hold.max) group.leave();
    // A group leaves in one POST, or in one for each of its updates.
    const mine = group.left.then((deliveries) => deliveries[place] ?? deliveries[0]);
    return {
      isHeld: true,
      firstAnswer: mine.then((delivery) => delivery?.firstAnswer ?? null),
      end: mine.then((delivery) => delivery?.end ?? GIVEN_UP),
    };
  }

  close(): void {
    this.#closing.abort();
  }

  #holdOf(update: Update): Hold | null {
    const reorder = this.#strike("reorder", update);
    if (reorder !== null) {
      return {
        kind: "reorder",
        faultId: reorder.id,
        windowMs: reorder.windowMs,
        max: Number.POSITIVE_INFINITY,
      };
    }
    const together = this.#strike("batch", update) ?? this.#strike("merge", update);
    if (together === null) return null;
    return { kind: together.kind, faultId: together.id, windowMs: together.windowMs, max: together.maxUpdates };
  }

  #openGroup(key: string, { kind, windowMs }: Hold): Group {
    const updates: Update[] = [];
    const full = new AbortController();
    const signal = AbortSignal.any([full.signal, this.#closing.signal]);
    const leave = (): void => {
      // Its place may be another group's by now.
      if (this.#groups.get(key) === group) this.#groups.delete(key);
      full.abort();
    };
    const left = delay(windowMs, undefined, { signal })
      .then(leave, leave)
      .then(() => this.#leave(kind, updates));
    const group: Group = { updates, left, leave };
    this.#groups.set(key, group);
    return group;
  }

  /** The delivery of each update, or the one of all. */
  async #leave(kind: Hold["kind"], updates: readonly Update[]): Promise<PendingDelivery[]> {
    const changes = updates.map(({ change }) => change);
    if (kind === "batch") return [this.#post(updates, envelope(joinChanges(changes)))];
    if (kind === "merge") return [this.#post(updates, envelope(changes))];
    const deliveries: PendingDelivery[] = [];
    for (const place of this.#shuffled(updates.length)) {
      const update = updates[place];
      if (update === undefined) continue;
      const delivery = this.#post([update], envelope([update.change]));
      deliveries[place] = delivery;
      // One after the other; otherwise the network would decide about the order.
      await delivery.firstAnswer;
    }
    return deliveries;
  }

  #post(updates: readonly Update[], webhook: unknown): PendingDelivery {
    const isHuge = updates.some((update) => this.#strike("huge_batch", update) !== null);
    const body = isHuge ? padded(webhook) : wireJson(webhook);
    const copies = Math.max(0, ...updates.map((update) => this.#strike("duplicate", update)?.copies ?? 0));
    const original = this.#deliver(updates, body);
    for (let copy = 0; copy < copies; copy++) this.#deliver(updates, body);
    return original;
  }

  #deliver(updates: readonly Update[], body: Uint8Array): PendingDelivery {
    const delivery = ++this.#lastDelivery;
    const lines = updates.map(({ n }) => n);
    return this.#deliveries.deliver({
      body,
      forgery: () => FORGERIES.find((kind) => updates.some((update) => this.#strike(kind, update) !== null)) ?? null,
      onAnswer: (attempt, answer) => {
        this.#ledger.append({ type: "webhook", delivery, attempt, updates: lines, ...answerOf(answer) });
      },
    });
  }

  #strike<Kind extends UpdateFault>(kind: Kind, { about, occasion }: Update) {
    const isMeant = ({ updates }: { updates: Update["about"] | "any" }) => updates === "any" || updates === about;
    return this.#faults.strike<Kind>(kind, occasion, isMeant);
  }

  /** Shuffled places of this many items, never in their own order. */
  #shuffled(count: number): number[] {
    const places = Array.from({ length: count }, (_, place) => place);
    const drawn = places.map((place) => ({ place, at: this.#random() })).sort((one, other) => one.at - other.at);
    const shuffled = drawn.map(({ place }) => place);
    return shuffled.every((place, at) => place === at) ? shuffled.reverse() : shuffled;
  }
}

type UpdateFault = Extract<
  FaultKind,
  "reorder" | "batch" | "merge" | "huge_batch" | "duplicate" | (typeof FORGERIES)[number]
>;

const FORGERIES = ["unsigned", "wrong_signature", "reserialised"] as const;
const GIVEN_UP: DeliveryEnd = { kind: "given_up", attempts: 0, detail: "the simulator is closed" };

function answerOf(answer: PostAnswer): { httpStatus: number | null; detail: string | null } {
  if (answer.kind === "unreachable") return { httpStatus: null, detail: answer.detail };
  return { httpStatus: answer.httpStatus, detail: answer.httpStatus === 200 ? null : answer.text.slice(0, 300) };
}
