import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import type { Store } from "../../../src/core/ports/store.ts";
import type { TimerWrite } from "../../../src/core/time/timer-policy.ts";
import type { ClaimedTurn, TurnCommit } from "../../../src/core/turn/turn.ts";
import { enqueueRequest, inbound, leaseOffer, newId, newWorkerId } from "../../support/inbound.ts";
import { sessionOf, silence } from "../../support/turn-commits.ts";

export interface TimeUnderTest {
  readonly store: Store;
  /** The same store as another process has it. */
  readonly rival: Store;
  advance(ms: number): Promise<void>;
  /** Which invariants are broken, over all that was done. */
  audit(): Promise<string[]>;
  close(): Promise<void>;
}

export const SECOND_MS = 1_000;
export const HOUR_MS = 3_600_000;

/** Each test has phones of its own: nothing is shared but the database. */
let people = 0;
export const newPhone = () => `57301${String(++people).padStart(7, "0")}`;

/** A store of its own, and for each test a customer of its own. */
export type TimeScene = ReturnType<typeof openTimeScene>;

export function openTimeScene(open: () => Promise<TimeUnderTest>) {
  let under: TimeUnderTest;
  let store: Store;
  let phone: string;
  const worker = newWorkerId();

  const request = { limit: 100, newId };
  const fire = async (by = store) => (await by.timers.fire(request)).fired;
  const hears = async (body = "hola", by = worker): Promise<ClaimedTurn> => {
    const { turns } = await store.mailbox.enqueue(enqueueRequest([inbound(body, { phone })], leaseOffer(by)));
    return turns[0] as ClaimedTurn;
  };
  const claim = async (conversation: ConversationId): Promise<ClaimedTurn | undefined> => {
    const { turns } = await store.mailbox.claim(leaseOffer(worker, { freeSlots: 100 }));
    return turns.find((turn) => turn.lease.conversationId === conversation);
  };
  const commit = (turn: ClaimedTurn, overrides: Partial<TurnCommit> = {}) =>
    store.mailbox.commit(turn, silence({ session: sessionOf(turn), ...overrides }));
  const timer = (turn: ClaimedTurn, ms: number, overrides: Partial<TimerWrite> = {}): TimerWrite => ({
    level: "L1",
    dueAt: new Date(turn.now.getTime() + ms),
    settleMs: 0,
    ...overrides,
  });
  /** A customer whose session waits for a timer; `ms`: when it comes due. */
  const armed = async (ms: number, overrides: Partial<TimerWrite> = {}) => {
    const turn = await hears();
    const wanted = timer(turn, ms, overrides);
    expect((await commit(turn, { timer: wanted })).kind).toBe("committed");
    return { id: turn.lease.conversationId, wanted, turn };
  };
  const viewOf = async (id: ConversationId) => {
    const view = await store.conversations.get(DEFAULT_WORKSPACE, id);
    if (view === null) throw new Error(`conversation ${id} is gone`);
    return view;
  };
  const timerEvents = async (id: ConversationId) => {
    const { items } = await store.runs.list(DEFAULT_WORKSPACE, { conversationId: id, limit: 100 });
    return items.flatMap((run) => run.events).filter((event) => event.inputType === "timer");
  };

  beforeAll(async () => {
    under = await open();
    store = under.store;
  });
  afterAll(() => under?.close());
  beforeEach(() => {
    phone = newPhone();
  });
  afterEach(async () => {
    expect(await under.audit()).toEqual([]);
  });

  return {
    get under() {
      return under;
    },
    get store() {
      return store;
    },
    get phone() {
      return phone;
    },
    set phone(other) {
      phone = other;
    },
    worker,
    request,
    fire,
    hears,
    claim,
    commit,
    timer,
    armed,
    viewOf,
    timerEvents,
  };
}
