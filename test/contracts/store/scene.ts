import { afterAll, beforeAll, beforeEach } from "vitest";
import { DEFAULT_WORKSPACE, type RunId } from "../../../src/core/ids.ts";
import type { Store } from "../../../src/core/ports/store.ts";
import type { ClaimedTurn } from "../../../src/core/turn/turn.ts";
import { enqueueRequest, inbound, leaseOffer, newWorkerId } from "../../support/inbound.ts";

/** What every adapter of the store must do, told as behaviour. */
export interface StoreUnderTest {
  readonly store: Store;
  advance(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** A store, two workers, and a customer of its own for each test: nothing is shared but the database. */
export type StoreScene = ReturnType<typeof openStoreScene>;

export function openStoreScene(open: () => Promise<StoreUnderTest>) {
  let under: StoreUnderTest;
  let store: Store;
  let phone: string;
  const worker = newWorkerId();
  const rival = newWorkerId();

  beforeAll(async () => {
    under = await open();
    store = under.store;
  });
  afterAll(() => under?.close());
  beforeEach(() => {
    phone = `57${String(Math.floor(Math.random() * 1e10)).padStart(10, "3")}`;
  });

  const says = (body: string, overrides: Parameters<typeof inbound>[1] = {}) => inbound(body, { phone, ...overrides });
  const leaseNow = async (body = "hola", by = worker): Promise<ClaimedTurn> => {
    const { turns } = await store.mailbox.enqueue(enqueueRequest([says(body)], leaseOffer(by)));
    return turns[0] as ClaimedTurn;
  };
  const claimOwn = async (by = worker, conversation?: string): Promise<ClaimedTurn | undefined> => {
    const { turns } = await store.mailbox.claim(leaseOffer(by, { freeSlots: 100 }));
    return turns.find((turn) => conversation === undefined || turn.lease.conversationId === conversation);
  };
  const runOf = async (id: RunId) => {
    const run = await store.runs.get(DEFAULT_WORKSPACE, id);
    if (run === null) throw new Error(`run ${id} is gone`);
    return run;
  };

  return {
    get store() {
      return store;
    },
    get phone() {
      return phone;
    },
    advance: (ms: number) => under.advance(ms),
    worker,
    rival,
    says,
    leaseNow,
    claimOwn,
    runOf,
  };
}
