import type { AgentDescription } from "../core/answers/agent.ts";
import type { ToolDescription } from "../core/answers/tool.ts";
import type { CostCaps } from "../core/model/model-cost.ts";
import type { Principal } from "../core/operations/principal.ts";
import type { AccessAdmin, SignIn } from "../core/ports/access.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Examples } from "../core/ports/examples.ts";
import type { LearningAdmin } from "../core/ports/learning-admin.ts";
import type { Logger } from "../core/ports/logger.ts";
import type { LeaseOffer } from "../core/ports/mailbox.ts";
import type { MessageTemplates } from "../core/ports/message-templates.ts";
import type { ReplayLab, Sandboxes } from "../core/ports/sandbox.ts";
import type { Store } from "../core/ports/store.ts";
import type { ClaimedTurn } from "../core/turn/turn.ts";
import type { SignInCodes } from "./access/sign-in-codes.ts";
import type { StoreItems } from "./intake/gather-requests.ts";
import type { Metrics } from "./metrics/metrics.ts";

/** What the doors need to know; the environment says it (src/app/config.ts). */
export interface ServerSettings {
  /** Bearer token of `/internal`. */
  readonly apiToken: string;
  /** Any one of them may have signed a webhook: rotation keeps the old one for a while. */
  readonly appSecrets: readonly string[];
  readonly verifyToken: string;
  /** Addresses and networks whose word about who it is that they speak for is believed. */
  readonly trustedProxies: readonly string[];
  /** The agent of a number that is seen for the first time. */
  readonly defaultAgentId: string;
  /** The channel is Meta's own: what is said goes to people's phones. */
  readonly areCustomersReal: boolean;
  /** The channel is our simulator: an owner may speak as its customers. */
  readonly isSimulator: boolean;
  /** How long a run waits for the rest of a burst. */
  readonly coalesceMs: number;
  /** What of language models there may be: tokens of a session, money of a workspace. */
  readonly tokenLimit: number;
  readonly costCaps: Pick<CostCaps, "dayMicroUsd" | "monthMicroUsd">;
}

/** The data plane in this process, as the control plane sees it. A process without a worker uses `NO_RUNTIME`. */
export interface RuntimeHooks {
  /**
   * Free slots for so many conversations, to be leased by the statement that stores a message; null when this process runs no turns. They are held
   * until the offer comes back to `acceptTurns`.
   */
  leaseOffer(conversations: number): LeaseOffer | null;
  /**
   * Ends an offer, and begins the turns whose lease was taken on it: none, when nothing was. Returns at once; a lease
   * without a slot must be kept or given back.
   */
  acceptTurns(turns: readonly ClaimedTurn[], offer: LeaseOffer): void;
  /** Work was committed that this process has no lease for: look for it soon. `outbox`: something is to be sent. */
  wake(reason?: "mailbox" | "outbox"): void;
}

export const NO_RUNTIME: RuntimeHooks = { leaseOffer: () => null, acceptTurns: () => {}, wake: () => {} };

/** Null when all is well, else one sentence about what is wrong. May throw: the error is logged, not shown. */
export type ReadinessCheck = () => Promise<string | null>;

export interface ServerDependencies {
  readonly store: Store;
  readonly signIn: SignIn;
  readonly accessAdmin: AccessAdmin;
  /** Makes and takes the one-time codes of links that sign in. */
  readonly signInCodes: SignInCodes;
  readonly settings: ServerSettings;
  readonly runtime: RuntimeHooks;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly newId: () => string;
  /** The agents that this process has, for people to look at. */
  readonly agents: readonly AgentDescription[];
  /** What agents, people and programs may call. */
  readonly tools: readonly ToolDescription[];
  readonly templates: MessageTemplates;
  /** What was understood and is to be looked at by people. */
  readonly learningAdmin: LearningAdmin;
  /** By name, asked by `/readyz` beside the database's answer: `migrations`, `process`, … */
  readonly readinessChecks?: Readonly<Record<string, ReadinessCheck>>;
  /** Told by `/readyz`, which is ready all the same. */
  readonly warnings?: readonly string[];
  /** Absent where nobody tries anything out. */
  readonly sandboxes?: Sandboxes;
  /** Absent where none are ever made. */
  readonly examples?: Examples;
  readonly replays?: ReplayLab;
  /** Aborted when the process stops: answers without end are ended then. */
  readonly stopping?: AbortSignal;
  /** Answers one request of the Model Context Protocol for whoever was let in; absent where no tools are at hand. */
  readonly answerMcp?: (
    principal: Principal,
    asked: { readonly request: Request; readonly body: unknown },
  ) => Promise<Response>;
  /** Answers below `/simulator`; absent where a real Cloud API is the channel. It guards its own door. */
  readonly simulatorApp?: { fetch(request: Request, env?: unknown): Response | Promise<Response> };
}

/** The ports of the store that a door needs. */
export interface StorePorts<Name extends keyof Store> {
  readonly store: Pick<Store, Name>;
}

/** What the doors that take messages in have besides. */
export interface IntakeDependencies extends ServerDependencies {
  readonly enqueue: StoreItems;
}
