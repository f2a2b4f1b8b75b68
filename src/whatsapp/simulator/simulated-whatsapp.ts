import type { Clock } from "../../core/ports/clock.ts";
import { BoundedMap } from "./bounded-map.ts";
import { CustomerPhones } from "./customer-phone.ts";
import { People, type Person } from "./person.ts";
import { simulatedWamid } from "./wamid.ts";
import { type Delivery, messageWebhook, statusWebhook } from "./webhook-bodies.ts";
import type { PendingDelivery, WebhookDeliveries } from "./webhook-deliveries.ts";
import { wireJson } from "./wire-json.ts";

export interface CustomerSays {
  /** The business number that they write to. */
  readonly phoneNumberId: string;
  /** As Meta writes it: `{ type: "text", text: { body } }`. */
  readonly content: Readonly<Record<string, unknown>>;
  readonly name?: string;
}

export interface SaidMessage extends PendingDelivery {
  readonly wamid: string;
}

const LADDER: readonly Delivery["status"][] = ["sent", "delivered", "read"];
const MAX_READABLE = 10_000;

/** The world between the business and its customers: who exists, what is on their phones, what travels. */
export class SimulatedWhatsApp {
  readonly people = new People();
  readonly phones: CustomerPhones;
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #deliveries: WebhookDeliveries;
  /** Customers' messages that the business can mark as read → the chat each stands in. */
  readonly #readable = new BoundedMap<string, string>(MAX_READABLE);

  constructor(clock: Clock, newId: () => string, deliveries: WebhookDeliveries) {
    this.#clock = clock;
    this.#newId = newId;
    this.#deliveries = deliveries;
    this.phones = new CustomerPhones(clock);
  }

  customerSays(person: Person, { phoneNumberId, content }: CustomerSays): SaidMessage {
    const wamid = simulatedWamid(person.phone ?? person.bsuid, "in", this.#newId());
    this.#readable.set(wamid, chatOf(phoneNumberId, person));
    const message = { wamid, sentAt: this.#clock.now(), content };
    const pending = this.#deliveries.deliver(wireJson(messageWebhook(phoneNumberId, person, message)));
    return { wamid, ...pending };
  }

  /** Puts a text on the customer's phone; its delivery reports follow, in order, after the caller has answered. */
  businessSays(phoneNumberId: string, person: Person, text: string, opaque: string | null): string {
    const wamid = simulatedWamid(person.phone ?? person.bsuid, "out", this.#newId());
    this.phones.show(chatOf(phoneNumberId, person), wamid, text);
    setImmediate(() => void this.#report(phoneNumberId, person, wamid, opaque));
    return wamid;
  }

  /** False when nobody wrote such a message to this number. */
  markRead(phoneNumberId: string, wamid: string, isTyping: boolean): boolean {
    const chat = this.#readable.get(wamid);
    if (chat === undefined || !chat.startsWith(`${phoneNumberId}:`)) return false;
    if (isTyping) this.phones.showTyping(chat);
    return true;
  }

  async #report(phoneNumberId: string, person: Person, wamid: string, opaque: string | null): Promise<void> {
    for (const status of LADDER) {
      const delivery = { wamid, status, at: this.#clock.now(), opaque };
      await this.#deliveries.deliver(wireJson(statusWebhook(phoneNumberId, person, delivery))).end;
    }
  }
}

/** A BSUID names a person whether or not the phone is known: both ways of sending end on the same screen. */
export function chatOf(phoneNumberId: string, person: Person): string {
  return `${phoneNumberId}:${person.bsuid}`;
}
