import { afterAll, beforeAll, beforeEach } from "vitest";
import {
  type ContactId,
  type ConversationId,
  DEFAULT_WORKSPACE,
  type OutboxId,
  type PhoneNumberId,
} from "../../../src/core/ids.ts";
import {
  type OutboxMessage,
  opaqueKey,
  type SendOutcome,
  type StatusReport,
} from "../../../src/core/outbound/outbox.ts";
import type { RefusalKind } from "../../../src/core/outbound/refusal.ts";
import { SEND_TIMES, settlementOf } from "../../../src/core/outbound/send-policy.ts";
import type { SendClaim } from "../../../src/core/ports/outbox.ts";
import type { Store } from "../../../src/core/ports/store.ts";
import type { ClaimedTurn } from "../../../src/core/turn/turn.ts";
import { enqueueRequest, inbound, leaseOffer, newId, newWorkerId } from "../../support/inbound.ts";
import { reply } from "../../support/turn-commits.ts";

export interface SendingUnderTest {
  /** The store as a process sees it that sends with this access token. */
  storeWith(credential: string): Store;
  isUnreachable(contact: ContactId): Promise<boolean>;
  /** Two records turn out to be one person; what stands under the first name stays there. */
  merge(gone: ContactId, into: ContactId): Promise<void>;
  /** The circuit of a token may be tried now. */
  retryNow(credential: string): Promise<void>;
  /** The journal of a message, in the order of its attempts, by the names of its columns. */
  attempts(message: OutboxId): Promise<Record<string, unknown>[]>;
  advance(ms: number): Promise<void>;
  close(): Promise<void>;
}

export const accepted = (wamid = `wamid.${newId()}`): SendOutcome => ({
  kind: "accepted",
  wamid,
  recipientPhone: null,
});
export const refused = (refusal: RefusalKind, code = 1): SendOutcome => ({
  kind: "refused",
  refusal,
  code,
  detail: `${code}: no`,
  retryAfterMs: null,
  httpStatus: 400,
});
export const DOUBT: SendOutcome = { kind: "in_doubt", detail: "timeout" };

/** A store, two workers, and for each test a number and a token of its own. */
export type SendingScene = ReturnType<typeof openSendingScene>;

export function openSendingScene(open: () => Promise<SendingUnderTest>) {
  let under: SendingUnderTest;
  let store: Store;
  let number: PhoneNumberId;
  let people = 0;
  const worker = newWorkerId();
  const rival = newWorkerId();

  beforeAll(async () => {
    under = await open();
  });
  afterAll(() => under?.close());
  beforeEach(() => {
    number = String(Math.floor(Math.random() * 1e15)) as PhoneNumberId;
    store = under.storeWith(`token-${number}`);
  });

  const newPhone = () => {
    people += 1;
    return `5730${String(people).padStart(8, "0")}`;
  };
  const lease = async (phone: string, from = number): Promise<ClaimedTurn> => {
    const { turns } = await store.mailbox.enqueue(
      enqueueRequest([inbound("hola", { phone, phoneNumberId: from })], leaseOffer(worker)),
    );
    return turns[0] as ClaimedTurn;
  };
  /** A reply that its own commit has marked in flight. */
  const onItsWay = async (phone = newPhone(), from = number): Promise<OutboxMessage> => {
    const result = await store.mailbox.commit(await lease(phone, from), reply("hola"));
    if (result.kind !== "committed" || result.toSend === null) throw new Error("it was not sent at once");
    return result.toSend;
  };
  /** A reply that waits in the outbox. */
  const queued = async (phone = newPhone(), from = number): Promise<ConversationId> => {
    const turn = await lease(phone, from);
    await store.mailbox.commit(turn, reply("hola", { sendsAtOnce: false }));
    return turn.lease.conversationId;
  };
  const end = (message: OutboxMessage, outcome: SendOutcome, by = store) =>
    by.outbox.settle(message, settlementOf(outcome, message, SEND_TIMES, 0.999_999), outcome);
  const claims = async (by = worker, from = store): Promise<SendClaim[]> => {
    const { claims: all } = await from.outbox.claim(by, 100, 45_000);
    return all.filter((claim) => claim.message.phoneNumberId === number);
  };
  const claimOf = async (conversation: ConversationId, by = worker): Promise<SendClaim> => {
    const found = (await claims(by)).find((claim) => claim.message.conversationId === conversation);
    if (found === undefined) throw new Error("it is not due");
    return found;
  };
  const mark = async (message: OutboxMessage, by = worker): Promise<OutboxMessage> => {
    const marked = await store.outbox.markInFlight(by, message, 45_000);
    if (marked === null) throw new Error("it could not be marked");
    return marked;
  };
  const phoneOf = (message: OutboxMessage) => message.recipient.phone ?? "";
  const viewOf = async (conversation: ConversationId) =>
    (await store.conversations.get(DEFAULT_WORKSPACE, conversation))?.messages?.[0];
  const report = (
    of: OutboxMessage,
    wamid: string,
    status: string,
    rest: Partial<StatusReport> = {},
  ): StatusReport => ({
    phoneNumberId: number,
    wamid,
    status,
    occurredAt: new Date(),
    opaque: opaqueKey(of.id, of.attempt),
    recipient: null,
    errors: null,
    failure: null,
    price: null,
    raw: null,
    ...rest,
  });
  const circuits = async () => (await store.outbox.openCircuits()).filter((one) => one.key.endsWith(number));

  return {
    get under() {
      return under;
    },
    get store() {
      return store;
    },
    get number() {
      return number;
    },
    worker,
    rival,
    newPhone,
    lease,
    onItsWay,
    queued,
    end,
    claims,
    claimOf,
    mark,
    phoneOf,
    viewOf,
    report,
    circuits,
  };
}
