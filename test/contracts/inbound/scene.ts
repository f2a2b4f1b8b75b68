import { afterAll, beforeAll, beforeEach } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE, type PhoneNumberId } from "../../../src/core/ids.ts";
import type { CustomerIdentity } from "../../../src/core/inbound/identity.ts";
import type { OutboxMessage } from "../../../src/core/outbound/outbox.ts";
import type { Store } from "../../../src/core/ports/store.ts";
import type { ClaimedTurn } from "../../../src/core/turn/turn.ts";
import { enqueueRequest, inbound, leaseOffer, newId, newWorkerId } from "../../support/inbound.ts";
import type { StoreUnderTest } from "../store/scene.ts";

/** A store, and for each test a customer with two names of its own. */
export type InboundScene = ReturnType<typeof openInboundScene>;

export function openInboundScene(open: () => Promise<StoreUnderTest>) {
  let under: StoreUnderTest;
  let store: Store;
  let phone: string;
  let bsuid: string;
  const worker = newWorkerId();
  const otherNumber = "106540352249999" as PhoneNumberId;

  const aPhone = () => `57${String(Math.floor(Math.random() * 1e10)).padStart(10, "3")}`;
  const aBsuid = () => `CO.${newId().replaceAll("-", "")}`;

  beforeAll(async () => {
    under = await open();
    store = under.store;
  });
  afterAll(() => under?.close());
  beforeEach(() => {
    phone = aPhone();
    bsuid = aBsuid();
  });

  const says = (body: string, overrides: Parameters<typeof inbound>[1] = {}) => inbound(body, { phone, ...overrides });
  const echo = (body: string, overrides: Parameters<typeof inbound>[1] = {}) =>
    says(body, { inputType: "echo", profileName: null, ...overrides });
  const put = async (item: ReturnType<typeof inbound>) => {
    const { items } = await store.mailbox.enqueue(enqueueRequest([item]));
    return items[0]?.conversationId as ConversationId;
  };
  const putAs = (identity: CustomerIdentity, overrides: Parameters<typeof inbound>[1] = {}) =>
    put(says("hola", { identity, ...overrides }));
  const work = async (item: ReturnType<typeof inbound>): Promise<ClaimedTurn> => {
    const { turns } = await store.mailbox.enqueue(enqueueRequest([item], leaseOffer(worker)));
    return turns[0] as ClaimedTurn;
  };
  const accept = (message: OutboxMessage, wamid: string) => {
    const accepted = { kind: "accepted", wamid, recipientPhone: null } as const;
    return store.outbox.settle(message, accepted, accepted);
  };
  const view = async (id: ConversationId) => {
    const found = await store.conversations.get(DEFAULT_WORKSPACE, id);
    if (found === null) throw new Error(`conversation ${id} is gone`);
    return found;
  };
  const listOf = async (contact: string) => {
    const { items } = await store.conversations.list(DEFAULT_WORKSPACE, { contact, limit: 50 });
    return items.map((item) => item.id).sort();
  };
  const sendClaim = async (id: ConversationId) => {
    const { claims } = await store.outbox.claim(worker, 100, 45_000);
    return claims.find((claim) => claim.message.conversationId === id);
  };

  return {
    get store() {
      return store;
    },
    get phone() {
      return phone;
    },
    get bsuid() {
      return bsuid;
    },
    set bsuid(other) {
      bsuid = other;
    },
    worker,
    otherNumber,
    aPhone,
    aBsuid,
    says,
    echo,
    put,
    putAs,
    work,
    accept,
    view,
    listOf,
    sendClaim,
  };
}
