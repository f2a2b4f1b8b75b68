import { RecadoError } from "../core/errors.ts";
import type { KeepDays } from "../core/operations/retention.ts";
import { SEND_TIMES } from "../core/outbound/send-policy.ts";
import type { AlertPost } from "../core/ports/desk/alert-post.ts";
import type { Desk } from "../core/ports/desk/desk.ts";
import type { FailedWebhooks } from "../core/ports/desk/failed-webhooks.ts";
import type { OperatorDesk } from "../core/ports/desk/operator-desk.ts";
import type { EventFeed, FeedPost } from "../core/ports/feed/event-feed.ts";
import type { PushDevices } from "../core/ports/feed/push-devices.ts";
import type { ReadFirstAnswer } from "../core/ports/first-answer.ts";
import type { AccessPorts } from "../core/ports/governance/access.ts";
import type { Learning } from "../core/ports/learning/learning.ts";
import type { LearningAdmin } from "../core/ports/learning/learning-admin.ts";
import type { SessionMemory } from "../core/ports/learning/session-memory.ts";
import type { MessageTemplates } from "../core/ports/message-templates.ts";
import type { Store } from "../core/ports/store.ts";
import type { ToolRates } from "../core/ports/tool-rates.ts";
import { checkServer, type Database, type DatabaseOptions, openPool } from "./database.ts";
import { createEventFeed } from "./feed/event-feed.ts";
import { createFeedPost } from "./feed/feed-post.ts";
import { createPushDevices } from "./feed/push-devices.ts";
import { createAccessAdmin } from "./governance/access-admin.ts";
import { createAudit } from "./governance/audit.ts";
import { createPersonalData } from "./governance/personal-data.ts";
import { createRetention } from "./governance/retention.ts";
import { createSignIn } from "./governance/sign-in.ts";
import { createConversations } from "./inbox/conversations.ts";
import { createDesk } from "./inbox/desk.ts";
import { createHealth } from "./inbox/health.ts";
import { createInbox } from "./inbox/inbox.ts";
import { createOperatorDesk } from "./inbox/operator-desk.ts";
import { createOrders } from "./inbox/orders.ts";
import { createRuns } from "./inbox/runs.ts";
import { createTasks } from "./inbox/tasks.ts";
import { createTimerAdmin } from "./inbox/timer-admin.ts";
import { createSummaries } from "./learning/conversation-summaries.ts";
import { createInsights } from "./learning/insights.ts";
import { createKnowledge } from "./learning/knowledge.ts";
import { createLearningAdmin } from "./learning/learning-admin.ts";
import { createModelLedger } from "./learning/model-ledger.ts";
import { createAudits } from "./learning/nlu-audits.ts";
import { createSampleCopier } from "./learning/nlu-samples.ts";
import { createPrompts } from "./learning/prompts.ts";
import { createRunReviews } from "./learning/run-reviews.ts";
import { createSessionMemory } from "./learning/session-memory.ts";
import { migrate, missingUpgrade, type Upgrade } from "./migrate.ts";
import { createOutbox } from "./outbox/outbox.ts";
import { checkRuntimeRole } from "./runtime-role.ts";
import { createAgentConfigs } from "./shop/agent-configs.ts";
import { createAlertPost } from "./shop/alert-post.ts";
import { createAlerts } from "./shop/alerts.ts";
import { createArtifacts } from "./shop/artifacts.ts";
import { createConfirmations } from "./shop/confirmations.ts";
import { createContacts } from "./shop/contacts.ts";
import { createCrm } from "./shop/crm.ts";
import { createDocuments } from "./shop/documents.ts";
import { createFailedWebhooks } from "./shop/failed-webhooks.ts";
import { createReadFirstAnswer } from "./shop/first-answer.ts";
import { createMedia, createMediaReads } from "./shop/media.ts";
import { createMemory } from "./shop/memory.ts";
import { createMessageTemplates } from "./shop/message-templates.ts";
import { createScheduled } from "./shop/scheduled.ts";
import { createShopEntries } from "./shop/shop-entries.ts";
import { createToolRates } from "./shop/tool-rates.ts";
import { createMailbox } from "./turns/mailbox.ts";
import { createTimers } from "./turns/timers.ts";
import { createWorkers } from "./turns/workers.ts";

/** The ports that PostgreSQL serves. */
export interface DatabasePorts extends AccessPorts {
  readonly store: Store;
  /** What was understood, for those who learn from it: the workers, and people. */
  readonly learning: Learning;
  readonly sessionMemory: SessionMemory;
  readonly learningAdmin: LearningAdmin;
  readonly alertPost: AlertPost;
  readonly feed: EventFeed;
  readonly pushDevices: PushDevices;
  readonly desk: Desk;
  readonly feedPost: FeedPost;
  readonly toolRates: ToolRates;
  readonly operatorDesk: OperatorDesk;
  readonly templates: MessageTemplates;
  readonly failedWebhooks: FailedWebhooks;
  readonly readFirstAnswer: ReadFirstAnswer;
}

export interface OpenPostgres extends DatabasePorts {
  readonly database: Database;
  /**
   * The rights of the login itself, for migrations and for code that makes databases. It connects
   * when it is used.
   */
  readonly owner: Database;
  readonly version: string;
  /** Applies what is missing; the names of what it applied. */
  migrate(): Promise<Upgrade>;
  /** Refuses a database that `recado migrate` has not brought up to this code. */
  requireMigrated(): Promise<void>;
  /** Null, or a sentence about how this connection can pass row security. For a migrated database. */
  checkRole(): Promise<string | null>;
  close(): Promise<void>;
}

/**
 * Pools to one database, so that a flood at one door cannot keep a turn from ending, nor the turns
 * keep the doors from answering. `connectTimeoutMs` is the longest wait for a free connection or for
 * a new one, which alone takes more than a second on a busy machine. At this door are people and
 * programs, who would rather wait than read that it failed.
 */
const DOOR = { connectTimeoutMs: 5_000, maxConnections: 6 };
/**
 * What comes in, and whether it could: people and programs who read take no connection from the webhook. It gives up soon,
 * because Meta comes again.
 */
const INTAKE = { connectTimeoutMs: 800, maxConnections: 4 };
/** A pool apart: strangers who try tokens take no connection from the webhook. Each request of a person waits here first. */
const SIGN_IN = { connectTimeoutMs: 5_000, maxConnections: 2 };
/** It waits, because no other process ends its turns. */
const DATA_PLANE = { connectTimeoutMs: 10_000, maxConnections: 8 };

export interface OpenPostgresOptions extends DatabaseOptions, StoreSettings {
  /** The address for migrations, where the login of `url` is not the owner of the tables. */
  readonly ownerUrl?: string | undefined;
}

export interface StoreSettings {
  readonly sendLeaseMs?: number;
  /** A short hash of the access token: what is known of it (that it was refused) is known by this. */
  readonly credential?: string;
  /** How long what is kept is kept where a workspace has not said it. */
  readonly keepDays?: Partial<KeepDays>;
}

/** One path for the embedded server and for `DATABASE_URL`. */
export async function openPostgres(options: OpenPostgresOptions): Promise<OpenPostgres> {
  const database = openPool({ ...DOOR, ...options });
  const intake = openPool({ ...INTAKE, ...options });
  const dataPlane = openPool({ ...DATA_PLANE, ...options });
  const signIn = openPool({ ...SIGN_IN, ...options, maxConnections: SIGN_IN.maxConnections });
  const owner = openPool({ ...DATA_PLANE, ...options, url: options.ownerUrl ?? options.url, asOwner: true });
  const close = async () => {
    await Promise.all([database, intake, dataPlane, signIn, owner].map((pool) => pool.close()));
  };
  try {
    const { version } = await checkServer(owner);
    return {
      store: createStore(database, dataPlane, options, intake),
      learning: { ...createSampleCopier(dataPlane), ...createAudits(dataPlane) },
      sessionMemory: createSessionMemory(dataPlane),
      learningAdmin: createLearningAdmin(database),
      alertPost: createAlertPost(dataPlane),
      feed: createEventFeed(database),
      pushDevices: createPushDevices(database),
      desk: createDesk(database),
      feedPost: createFeedPost(dataPlane),
      toolRates: createToolRates(dataPlane),
      operatorDesk: createOperatorDesk(dataPlane),
      signIn: createSignIn(signIn),
      accessAdmin: createAccessAdmin(database),
      failedWebhooks: createFailedWebhooks(database),
      readFirstAnswer: createReadFirstAnswer(database),
      templates: createMessageTemplates(database, createCrm(database)),
      database,
      owner,
      version,
      migrate: () => migrate(owner, options.logger),
      async requireMigrated() {
        const missing = await missingUpgrade(owner);
        if (missing !== null) {
          throw new RecadoError(
            "database_not_migrated",
            `The database lacks ${describeMissing(missing)}: run \`recado migrate\` first, with the same DATABASE_URL.`,
          );
        }
      },
      checkRole: () => checkRuntimeRole(database),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** `door`: what people and programs ask. `dataPlane`: what workers do. `intake`: what webhooks bring. They may be one. */
export function createStore(
  door: Database,
  dataPlane: Database,
  { sendLeaseMs = SEND_TIMES.sendLeaseMs, credential = "default", keepDays = {} }: StoreSettings = {},
  intake: Database = door,
): Store {
  const intakeMailbox = createMailbox(intake, sendLeaseMs);
  const intakeAlerts = createAlerts(intake);
  return {
    mailbox: {
      ...createMailbox(dataPlane, sendLeaseMs),
      enqueue: intakeMailbox.enqueue,
      unkept: intakeMailbox.unkept,
      away: intakeMailbox.away,
      quarantine: intakeMailbox.quarantine,
      keepNotices: intakeMailbox.keepNotices,
    },
    outbox: {
      ...createOutbox(dataPlane, credential),
      recordStatuses: createOutbox(intake, credential).recordStatuses,
      openCircuits: createOutbox(door, credential).openCircuits,
    },
    media: { ...createMedia(dataPlane), ...createMediaReads(door) },
    documents: createDocuments(dataPlane),
    artifacts: createArtifacts(dataPlane),
    timers: createTimers(dataPlane),
    workers: createWorkers(dataPlane),
    runs: createRuns(door),
    conversations: createConversations(door),
    inbox: createInbox(door),
    contacts: { ...createContacts(door), update: createContacts(intake).update },
    personalData: createPersonalData(door),
    alerts: { ...createAlerts(door), raise: intakeAlerts.raise, clear: intakeAlerts.clear },
    audit: createAudit(door),
    tasks: createTasks(door),
    orders: createOrders(door),
    agentConfigs: createAgentConfigs(door),
    crm: createCrm(dataPlane),
    confirmations: { ...createConfirmations(door), resume: createConfirmations(dataPlane).resume },
    scheduled: createScheduled(dataPlane),
    models: createModelLedger(door, dataPlane),
    summaries: createSummaries(dataPlane),
    memory: createMemory(dataPlane),
    timerAdmin: createTimerAdmin(door),
    knowledge: createKnowledge(door),
    shopEntries: createShopEntries(door),
    insights: createInsights(door),
    reviews: createRunReviews(door),
    prompts: { ...createPrompts(door), inUse: createPrompts(dataPlane).inUse },
    retention: createRetention(door, dataPlane, keepDays),
    health: createHealth(door, intake),
  };
}

function describeMissing({ applied, functions }: Upgrade): string {
  if (applied.length === 0) return `the functions of this version (${functions.join(", ")})`;
  return applied.length === 1 ? `the migration ${applied[0]}` : `${applied.length} migrations, from ${applied[0]}`;
}
