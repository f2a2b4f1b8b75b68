import { Hono } from "hono";
import type { Clock } from "../../core/ports/clock.ts";
import type { Heard } from "./customer-phone.ts";
import { customerRoutes } from "./customer-routes.ts";
import { graphRoutes } from "./graph-routes.ts";
import type { Person } from "./person.ts";
import { type CustomerSays, chatOf, type SaidMessage, SimulatedWhatsApp } from "./simulated-whatsapp.ts";
import { type PendingDelivery, WebhookDeliveries } from "./webhook-deliveries.ts";

export interface SimulatorSettings {
  readonly clock: Clock;
  /** 0 ≤ n < 1. Makes trace ids. */
  readonly random: () => number;
  /** Makes unique ids; a UUID will do. Messages get their wamids from it. */
  readonly newId: () => string;
  readonly secrets: { readonly appSecret: string; readonly accessToken: string };
  /** Where webhooks go; a function where the port is not known yet. */
  readonly webhookUrl: string | (() => string);
  readonly fetch?: typeof fetch;
  /** The pauses between tries to deliver a webhook; four of them make five tries. */
  readonly retryDelaysMs?: readonly number[];
}

/**
 * WhatsApp in the process: takes the sends of a Cloud API client and returns Meta-shaped, signed, escaped webhooks.
 * Everything is in memory, bounded, and gone with the process.
 */
export interface Simulator {
  /** To be mounted at a path of its own; the client's base URL is that path and a version: `…/simulator/v26.0`. */
  readonly app: Hono;
  /** A customer writes. `customer`: a phone or a BSUID. Throws a plain Error when it is neither. */
  customerSays(customer: string, says: CustomerSays): SaidMessage;
  /** What the business sent to a customer after message number `after`; waits up to `waitMs` for the first. */
  customerHears(
    customer: string,
    query: { readonly phoneNumberId: string; readonly after?: number; readonly waitMs?: number },
  ): Promise<Heard>;
  /** Signs these bytes as they are and delivers them like any webhook, with retries. */
  deliverRaw(body: Uint8Array): PendingDelivery;
  /** Ends deliveries, pauses and waits; resolves when nothing is left that could keep the process alive. */
  close(): Promise<void>;
}

const RETRY_DELAYS_MS = [250, 1_000, 4_000, 16_000];

export function createSimulator(settings: SimulatorSettings): Simulator {
  const { clock, newId, random, secrets, webhookUrl, fetch, retryDelaysMs = RETRY_DELAYS_MS } = settings;
  const deliveries = new WebhookDeliveries({
    webhookUrl: typeof webhookUrl === "string" ? () => webhookUrl : webhookUrl,
    appSecret: secrets.appSecret,
    retryDelaysMs,
    ...(fetch === undefined ? {} : { fetch }),
  });
  const whatsapp = new SimulatedWhatsApp(clock, newId, deliveries);

  const app = new Hono();
  app.route("/", graphRoutes(whatsapp, secrets.accessToken, random));
  app.route("/", customerRoutes(whatsapp, secrets.accessToken));

  const personOf = (customer: string, name?: string): Person => {
    const person = whatsapp.people.find(customer, name);
    if (person === null) throw new Error(`neither a phone nor a BSUID names this customer: "${customer}"`);
    return person;
  };

  return {
    app,
    customerSays: (customer, says) => whatsapp.customerSays(personOf(customer, says.name), says),
    customerHears: async (customer, { phoneNumberId, after = 0, waitMs = 0 }) =>
      whatsapp.phones.watch(chatOf(phoneNumberId, personOf(customer)), after, waitMs),
    deliverRaw: (body) => deliveries.deliver(body),
    async close() {
      whatsapp.phones.close();
      await deliveries.close();
    },
  };
}
