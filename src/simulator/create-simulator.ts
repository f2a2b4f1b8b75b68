import { dirname, join } from "node:path";
import { Hono } from "hono";
import type { Clock } from "../core/ports/clock.ts";
import { seededRandom } from "../core/seeded-random.ts";
import { SIMULATED_ACCOUNT, type SimulatedAccount } from "./account.ts";
import { accountRoutes } from "./account-routes.ts";
import { controlRoutes } from "./control-routes.ts";
import { Courier } from "./courier.ts";
import type { Heard } from "./customer-phone.ts";
import { customerRoutes } from "./customer-routes.ts";
import { FaultBoard } from "./fault-board.ts";
import { createGraphDoor } from "./graph-door.ts";
import { graphRoutes } from "./graph-routes.ts";
import { Ledger } from "./ledger.ts";
import { mediaRoutes, sampleRoutes } from "./media-routes.ts";
import { MediaStore } from "./media-store.ts";
import type { Person, Profile } from "./person.ts";
import { ProviderLimits } from "./provider-limits.ts";
import { retryDelaysMs } from "./retry-schedule.ts";
import { type CustomerSays, chatOf, type SaidMessage, SimulatedWhatsApp } from "./simulated-whatsapp.ts";
import { type PendingDelivery, WebhookDeliveries } from "./webhook-deliveries.ts";

export interface SimulatorSettings {
  readonly clock: Clock;
  /** 0 ≤ n < 1. Makes trace ids. */
  readonly random: () => number;
  /** Makes unique ids; a UUID will do. Messages get their wamids from it. */
  readonly newId: () => string;
  readonly secrets: { readonly appSecret: string; readonly accessToken: string };
  /** The address of webhooks; a function when the port is not known yet. */
  readonly webhookUrl: string | (() => string);
  readonly fetch?: typeof fetch;
  /** The pauses between tries to deliver a webhook; the rule `retriesOverMs` overrides them. */
  readonly retryDelaysMs?: readonly number[];
  /**
   * The file of the ledger, created if it is missing. Without it the ledger ends with the process.
   */
  readonly ledgerFile?: string;
  /** What the account is like, besides its messages. */
  readonly account?: Partial<SimulatedAccount>;
  /** The path that `app` is mounted at. Default: `/simulator`. Addresses of files lead there. */
  readonly mountPath?: string;
}

/** The path of the simulator, in a server of its own and inside `recado start` alike. */
export const SIMULATOR_PATH = "/simulator";

/**
 * WhatsApp in the process: takes the sends of a Cloud API client and returns Meta-shaped, signed,
 * escaped webhooks, with the active faults. Its ledger holds what happened, and a restart continues
 * from there.
 */
export interface Simulator {
  /**
   * To be mounted at a path of its own; the client's base URL is that path and a version:
   * `…/simulator/v26.0`.
   */
  readonly app: Hono;
  /** A customer writes. `customer`: a phone or a BSUID. Throws a plain Error when it is neither. */
  customerSays(customer: string, says: CustomerSays): SaidMessage;
  /**
   * What the business sent to a customer after message number `after`; waits up to `waitMs` for the
   * first.
   */
  customerHears(
    customer: string,
    query: { readonly phoneNumberId: string; readonly after?: number; readonly waitMs?: number },
  ): Promise<Heard>;
  /** Signs these bytes as they are and delivers them like any webhook, with retries. */
  deliverRaw(body: Uint8Array): PendingDelivery;
  /** Ends deliveries, pauses and waits; resolves when nothing keeps the process alive. */
  close(): Promise<void>;
}

/** The seed of the order in which shuffled updates leave. */
const SHUFFLE_SEED = 1;

export function createSimulator(settings: SimulatorSettings): Simulator {
  const { clock, newId, random, secrets, webhookUrl, fetch } = settings;
  const faults = new FaultBoard();
  const limits = new ProviderLimits();
  const ledger = new Ledger(settings.ledgerFile ?? null, clock);
  const deliveries = new WebhookDeliveries({
    webhookUrl: typeof webhookUrl === "string" ? () => webhookUrl : webhookUrl,
    appSecret: secrets.appSecret,
    retryDelaysMs: () => retryDelaysMs(limits.rules.retriesOverMs, settings.retryDelaysMs),
    ...(fetch === undefined ? {} : { fetch }),
  });
  const courier = new Courier({ deliveries, faults, ledger, random: seededRandom(SHUFFLE_SEED) });
  const mediaDir = settings.ledgerFile === undefined ? null : join(dirname(settings.ledgerFile), "media");
  const media = new MediaStore(mediaDir, clock);
  const whatsapp = new SimulatedWhatsApp({ clock, newId, courier, faults, limits, ledger, media });
  const door = createGraphDoor(faults, secrets.accessToken, random);
  const startedAt = clock.now().toISOString();
  const status = () => ({
    startedAt,
    ledger: { file: settings.ledgerFile ?? null, lines: ledger.count, lost: ledger.lost, counts: ledger.counts },
    webhooksWaiting: deliveries.waiting,
    faults: faults.list().filter(({ isSpent }) => !isSpent).length,
    rules: limits.rules,
  });

  const app = new Hono();
  app.route("/", graphRoutes(whatsapp, door));
  app.route("/", accountRoutes({ ...SIMULATED_ACCOUNT, ...settings.account }, secrets.appSecret, door));
  app.route("/", mediaRoutes(whatsapp, door, settings.mountPath ?? SIMULATOR_PATH));
  app.route("/", sampleRoutes(whatsapp, secrets.accessToken));
  app.route("/", customerRoutes(whatsapp, secrets.accessToken));
  app.route("/", controlRoutes(whatsapp, secrets.accessToken, status));

  const personOf = (customer: string, profile: Profile = {}): Person => {
    const person = whatsapp.people.find(customer, profile);
    if (person === null) throw new Error(`neither a phone nor a BSUID names this customer: "${customer}"`);
    return person;
  };

  return {
    app,
    customerSays: (customer, says) => whatsapp.customerSays(personOf(customer, says), says),
    customerHears: async (customer, { phoneNumberId, after = 0, waitMs = 0 }) =>
      whatsapp.phones.watch(chatOf(phoneNumberId, personOf(customer)), after, waitMs),
    deliverRaw: (body) => deliveries.deliver({ body }),
    async close() {
      whatsapp.close();
      await deliveries.close();
      ledger.close();
    },
  };
}
