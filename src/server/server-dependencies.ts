import type { AgentDescription } from "../core/answers/agent.ts";
import type { ToolDescription } from "../core/answers/tool.ts";
import type { KnowledgeSource } from "../core/knowledge/knowledge-source.ts";
import type { CostCaps } from "../core/model/cost-caps.ts";
import type { Principal } from "../core/operations/principal.ts";
import type { UploadFile } from "../core/ports/channel.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Desk } from "../core/ports/desk/desk.ts";
import type { FailedWebhooks } from "../core/ports/desk/failed-webhooks.ts";
import type { EventFeed } from "../core/ports/feed/event-feed.ts";
import type { PushDevices } from "../core/ports/feed/push-devices.ts";
import type { ReadFirstAnswer } from "../core/ports/first-answer.ts";
import type { AccessAdmin, SignIn } from "../core/ports/governance/access.ts";
import type { Evaluator } from "../core/ports/lab/evaluator.ts";
import type { ReplayLab, Sandboxes } from "../core/ports/lab/sandbox.ts";
import type { Examples } from "../core/ports/learning/examples.ts";
import type { LearningAdmin } from "../core/ports/learning/learning-admin.ts";
import type { Logger } from "../core/ports/logger.ts";
import type { LeaseOffer } from "../core/ports/mailbox.ts";
import type { MessageTemplates } from "../core/ports/message-templates.ts";
import type { Store } from "../core/ports/store.ts";
import type { ClaimedTurn } from "../core/turn/turn.ts";
import type { AccountFinding } from "../whatsapp/account/inspect-account.ts";
import type { ShopTemplates } from "../whatsapp/account/shop-templates.ts";
import type { SignInCodes } from "./access/sign-in-codes.ts";
import type { Metrics } from "./metrics/metrics.ts";

/** Settings of the doors, from the environment (src/app/config.ts). */
export interface ServerSettings {
  /** Bearer token of `/internal`. */
  readonly apiToken: string;
  /** Each secret may sign a webhook: a rotation keeps the old secret for a while. */
  readonly appSecrets: readonly string[];
  readonly verifyToken: string;
  /** Proxies whose `x-forwarded-for` is believed: addresses and networks. */
  readonly trustedProxies: readonly string[];
  /** The agent of a number that was never seen before. */
  readonly defaultAgentId: string;
  /** The channel is Meta's own: messages go to people's phones. */
  readonly areCustomersReal: boolean;
  /** The channel is our simulator: an owner may speak as its customers. */
  readonly isSimulator: boolean;
  /** Where the internet reaches this server, without a path; null where it was not said. */
  readonly publicUrl: string | null;
  /** Whether the event feed may be posted to hosts of a private network. */
  readonly feedMayBePrivate: boolean;
  /** How long a run waits for the rest of a burst. */
  readonly coalesceMs: number;
  /** Language models are limited by the tokens of a session and the money of a workspace. */
  readonly tokenLimit: number;
  readonly costCaps: Pick<CostCaps, "dayMicroUsd" | "monthMicroUsd">;
}

/**
 * The data plane in this process, as the control plane sees it. A process without a worker uses
 * `NO_RUNTIME`.
 */
export interface RuntimeHooks {
  /**
   * Reserves free slots for at most this many conversations, to be leased by the statement that
   * stores a message; null when this process runs no turns. The slots are held until the offer
   * comes back to `acceptTurns`.
   */
  leaseOffer(conversations: number): LeaseOffer | null;
  /**
   * Ends an offer and begins the turns whose lease was taken on it. Returns at once; a lease
   * without a slot must be kept or given back.
   */
  acceptTurns(turns: readonly ClaimedTurn[], offer: LeaseOffer): void;
  /**
   * Tells this process to look soon for committed work without a lease. `outbox`: a message waits
   * to be sent.
   */
  wake(reason?: "mailbox" | "outbox"): void;
}

export const NO_RUNTIME: RuntimeHooks = { leaseOffer: () => null, acceptTurns: () => {}, wake: () => {} };

/**
 * Returns null when all is well, otherwise one sentence about the fault. A check may throw: the
 * error is logged, not shown.
 */
export type ReadinessCheck = () => Promise<string | null>;

export interface ServerDependencies {
  readonly store: Store;
  readonly signIn: SignIn;
  readonly accessAdmin: AccessAdmin;
  /** Issues and redeems the one-time codes of sign-in links. */
  readonly signInCodes: SignInCodes;
  readonly settings: ServerSettings;
  readonly runtime: RuntimeHooks;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly newId: () => string;
  /** The agents of this process, for people to look at. */
  readonly agents: readonly AgentDescription[];
  /** The tools that agents, people and programs may call. */
  readonly tools: readonly ToolDescription[];
  readonly templates: MessageTemplates;
  readonly failedWebhooks: FailedWebhooks;
  /** What the agents may say of the shop. */
  readonly shopKnowledge: KnowledgeSource;
  readonly feed: EventFeed;
  readonly pushDevices: PushDevices;
  readonly desk: Desk;
  /** Understood texts that operators should look at. */
  readonly learningAdmin: LearningAdmin;
  /** Checks of `/readyz` by name, besides the database: `migrations`, `process`, … */
  readonly readinessChecks?: Readonly<Record<string, ReadinessCheck>>;
  /** Warnings that `/readyz` shows while it is ready. */
  readonly warnings?: readonly string[];
  /** The field is absent in a process without sandboxes. */
  readonly sandboxes?: Sandboxes;
  /** The field is absent in a process without example conversations. */
  readonly examples?: Examples;
  readonly replays?: ReplayLab;
  /** The field is absent in a process without a lab. */
  readonly evaluator?: Evaluator;
  /** Gives WhatsApp a file that a person sends; absent in a process that cannot reach it. */
  readonly uploadFile?: UploadFile;
  /** Asks WhatsApp for the templates of the accounts that have one of these numbers; absent like `uploadFile`. */
  readonly inspectAccount: (isOwnNumber: (id: string) => boolean) => Promise<readonly AccountFinding[]>;
  readonly readFirstAnswer: ReadFirstAnswer;
  readonly readShopTemplates?: (isOwnNumber: (id: string) => boolean) => Promise<ShopTemplates>;
  /** Aborted when the process stops, to end answers without end. */
  readonly stopping?: AbortSignal;
  /**
   * The webhooks that are being stored, also after their answer: who closes the database waits for
   * them.
   */
  readonly storing?: Set<Promise<unknown>>;
  /**
   * Answers one request of the Model Context Protocol for a principal; absent in a process without
   * tools.
   */
  readonly answerMcp?: (
    principal: Principal,
    asked: { readonly request: Request; readonly body: unknown },
  ) => Promise<Response>;
  /** Answers below `/simulator` and guards its own door; absent with a real Cloud API. */
  readonly simulatorApp?: { fetch(request: Request, env?: unknown): Response | Promise<Response> };
}

/** The ports of the store that a door needs. */
export interface StorePorts<Name extends keyof Store> {
  readonly store: Pick<Store, Name>;
}
