import type { Clock } from "../core/ports/clock.ts";
import { field } from "../whatsapp/loose-fields.ts";
import { BoundedMap } from "./bounded-map.ts";
import type { Courier, PendingUpdate } from "./courier.ts";
import { CustomerPhones } from "./customer-phone.ts";
import type { FaultBoard } from "./fault-board.ts";
import type { GraphRefusal } from "./graph-refusal.ts";
import type { Ledger, LedgerLine } from "./ledger.ts";
import type { MediaStore } from "./media-store.ts";
import { pauseUnless } from "./pause-unless.ts";
import { People, type Person, type Profile } from "./person.ts";
import { PriceBook, type Pricing } from "./price-book.ts";
import type { ProviderLimits } from "./provider-limits.ts";
import { contentHash, type RefusedSend, type SendBusiness } from "./read-send.ts";
import { screenMessage } from "./screen-message.ts";
import { statusLadder } from "./status-ladder.ts";
import { simulatedWamid } from "./wamid.ts";
import {
  type Change,
  change as changeOf,
  contactOf,
  displayPhone,
  messageChange,
  seconds,
  statusChange,
} from "./webhook-bodies.ts";
import type { PendingDelivery } from "./webhook-deliveries.ts";

export interface CustomerSays extends Profile {
  /** The business number that they write to. */
  readonly phoneNumberId: string;
  /** Meta's own form: `{ type: "text", text: { body } }`. */
  readonly content: Readonly<Record<string, unknown>>;
}

export interface SaidMessage extends PendingDelivery {
  readonly wamid: string;
}

export interface AcceptedSend {
  readonly wamid: string;
  /** Resolves when the first report was answered, or at once when there will be none. */
  readonly firstReport: Promise<void>;
}

const MAX_READABLE = 10_000;

/** Kinds that say something about another message, or that the customer did not say. */
const AMENDMENTS = ["reaction", "edit", "revoke", "system"];

/** The ledger's record of an update that is no message. */
interface Note {
  readonly field: string;
  readonly wamid: string | null;
  readonly content: unknown;
}

/** What the world needs. */
export interface WorldDependencies {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly courier: Courier;
  readonly faults: FaultBoard;
  readonly limits: ProviderLimits;
  readonly ledger: Ledger;
  readonly media: MediaStore;
}

/**
 * The world between the business and its customers: who exists, what is on their phones, what
 * travels.
 */
export class SimulatedWhatsApp {
  readonly people = new People();
  readonly phones: CustomerPhones;
  readonly faults: FaultBoard;
  readonly limits: ProviderLimits;
  readonly ledger: Ledger;
  readonly media: MediaStore;
  readonly clock: Clock;
  readonly #newId: () => string;
  readonly #courier: Courier;
  readonly #prices = new PriceBook();
  readonly #closing = new AbortController();
  /** Customers' messages that the business can mark as read → the chat of each. */
  readonly #readable = new BoundedMap<string, string>(MAX_READABLE);
  /** Chat → the customer's latest message. */
  readonly #lastSaid = new BoundedMap<string, string>(MAX_READABLE);

  constructor({ clock, newId, courier, faults, limits, ledger, media }: WorldDependencies) {
    this.media = media;
    this.clock = clock;
    this.faults = faults;
    this.limits = limits;
    this.ledger = ledger;
    this.#newId = newId;
    this.#courier = courier;
    this.phones = new CustomerPhones(clock);
    for (const line of ledger.reopen()) {
      this.#remember(line);
      if (line.type !== "send_accepted") continue;
      this.#prices.price(`${line.phoneNumberId}:${line.bsuid}`, line.kind === "template", Date.parse(line.at));
    }
  }

  customerSays(person: Person, { phoneNumberId, content }: CustomerSays): SaidMessage {
    const wamid = simulatedWamid(person.phone ?? person.bsuid, "in", this.#newId());
    const sentAt = this.clock.now();
    const change = messageChange(phoneNumberId, person, { wamid, sentAt, content });
    return { wamid, ...this.#hand(person, change, { field: "messages", wamid, content }) };
  }

  /** A person writes to the customer from the shop's own phone: the business hears an echo. */
  shopSays(person: Person, phoneNumberId: string, text: string): SaidMessage {
    const wamid = simulatedWamid(person.phone ?? person.bsuid, "out", this.#newId());
    const content = { type: "text", text: { body: text } };
    const echo = {
      from: displayPhone(phoneNumberId),
      ...(person.phone === null ? {} : { to: person.phone }),
      to_user_id: person.bsuid,
      id: wamid,
      timestamp: seconds(this.clock.now()),
      ...content,
    };
    const part = { contacts: [contactOf(person)], message_echoes: [echo] };
    return { wamid, ...this.notify(person, phoneNumberId, part, { field: "smb_message_echoes", wamid, content }) };
  }

  /** Tells the business something about a customer that is no message of theirs. */
  notify(person: Person, phoneNumberId: string, part: Readonly<Record<string, unknown>>, note: Note): PendingUpdate {
    return this.#hand(person, changeOf(note.field, phoneNumberId, part), note);
  }

  /** The customer's latest message that can be edited or revoked; null before the first. */
  lastSaid(chat: string): string | null {
    return this.#lastSaid.get(chat) ?? null;
  }

  /**
   * Puts a message on the customer's phone; its delivery reports follow, in order, after the caller
   * has answered.
   */
  businessSays(phoneNumberId: string, person: Person, send: SendBusiness): AcceptedSend {
    const wamid = simulatedWamid(person.phone ?? person.bsuid, "out", this.#newId());
    const { recipient, opaque, kind, content } = send;
    const { bsuid, phone } = person;
    const pricing = this.#prices.price(chatOf(phoneNumberId, person), kind === "template", this.clock.now().getTime());
    const sha256 = contentHash(content);
    const record = { type: "send_accepted" as const, wamid, opaque, phoneNumberId, to: recipient, bsuid, phone };
    this.#remember(this.ledger.append({ ...record, kind, content, sha256 }));
    const reports = new Promise<void>((resolve) => {
      setImmediate(() => void this.#report(phoneNumberId, person, { wamid, opaque, pricing }, resolve));
    });
    return { wamid, firstReport: reports };
  }

  /** @param send null when the body could not be read */
  noteRefusal(phoneNumberId: string, send: RefusedSend | null, refusal: GraphRefusal): void {
    this.ledger.append({
      type: "send_refused",
      to: send?.recipient ?? null,
      opaque: send?.opaque ?? null,
      phoneNumberId,
      kind: send?.kind ?? null,
      content: send?.content ?? null,
      sha256: send?.content == null ? null : contentHash(send.content),
      httpStatus: refusal.httpStatus,
      code: refusal.code,
      detail: [refusal.message, refusal.details].filter((part) => part !== undefined).join(": "),
    });
  }

  /** False when no customer wrote such a message to this number. */
  markRead(phoneNumberId: string, wamid: string, isTyping: boolean): boolean {
    const chat = this.#readable.get(wamid);
    if (chat === undefined || !chat.startsWith(`${phoneNumberId}:`)) return false;
    this.ledger.append({ type: "read", phoneNumberId, wamid, isTyping });
    if (isTyping) this.phones.showTyping(chat);
    return true;
  }

  close(): void {
    this.#closing.abort();
    this.phones.close();
    this.#courier.close();
  }

  #hand(person: Person, change: Change, { field, wamid, content }: Note): PendingUpdate {
    const phoneNumberId = change.value.metadata.phone_number_id;
    const line = this.ledger.append({ type: "customer", wamid, phoneNumberId, ...person, field, content });
    this.#remember(line);
    return this.#courier.take({ n: line.n, about: "messages", occasion: { phoneNumberId, person }, change });
  }

  async #report(
    phoneNumberId: string,
    person: Person,
    { wamid, opaque, pricing }: { wamid: string; opaque: string | null; pricing: Pricing },
    onFirst: () => void,
  ): Promise<void> {
    const occasion = { phoneNumberId, person };
    for (const { status, code, hasOpaque, delayMs } of statusLadder(this.faults, occasion)) {
      if (delayMs > 0 && !(await pauseUnless(this.#closing.signal, delayMs))) break;
      const report = { wamid, status, opaque: hasOpaque ? opaque : null, code };
      const { n } = this.ledger.append({ type: "status", phoneNumberId, ...report });
      const change = statusChange(phoneNumberId, person, { ...report, pricing, at: this.clock.now() });
      const pending: PendingUpdate = this.#courier.take({ n, about: "statuses", occasion, change });
      void pending.firstAnswer.then(onFirst);
      if (!pending.isHeld) await pending.firstAnswer;
    }
    onFirst();
  }

  /** Applies a line of the ledger, new or from before a restart. */
  #remember(line: LedgerLine): void {
    const atMs = Date.parse(line.at);
    if (line.type === "send_accepted") {
      this.people.find(line.phone ?? line.bsuid);
      const chat = `${line.phoneNumberId}:${line.bsuid}`;
      this.phones.show(chat, { n: line.n, wamid: line.wamid, at: line.at, ...screenMessage(line.content) });
      this.limits.noteSend(chat, atMs);
    }
    if (line.type === "customer") {
      const { bsuid, phone, name, username } = line;
      this.people.remember({ bsuid, phone, name, username });
      const chat = `${line.phoneNumberId}:${bsuid}`;
      if (line.wamid === null) return;
      if (line.field === "smb_message_echoes") {
        this.phones.show(chat, { n: line.n, wamid: line.wamid, at: line.at, ...screenMessage(line.content) });
        return;
      }
      this.#readable.set(line.wamid, chat);
      this.limits.noteCustomerWrote(chat, atMs);
      if (field(line.content, "referral") !== undefined) this.#prices.noteCameByAd(chat, atMs);
      if (!AMENDMENTS.includes(String(field(line.content, "type")))) this.#lastSaid.set(chat, line.wamid);
    }
  }
}

/**
 * A BSUID names a person whether or not the phone is known: both ways of sending end on the same
 * screen.
 */
export function chatOf(phoneNumberId: string, person: Person): string {
  return `${phoneNumberId}:${person.bsuid}`;
}
