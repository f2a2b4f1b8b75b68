import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { SHIPPED_AGENT_IDS } from "../agents/shipped-agents.ts";
import type { AgentRegistry } from "../core/agent/agent.ts";
import { errorText, RecadoError } from "../core/errors.ts";
import type { WorkerId, WorkspaceId } from "../core/ids.ts";
import type { RecordedConversation } from "../core/ports/lab/recorded-conversation.ts";
import type { SandboxPlaces } from "../core/ports/lab/sandbox-places.ts";
import type { SavedSandboxes } from "../core/ports/lab/saved-sandboxes.ts";
import type { Logger } from "../core/ports/logger.ts";
import { openEmbedded } from "../postgres/embedded/open-embedded.ts";
import { readRecordedConversation } from "../postgres/inbox/recorded-conversation.ts";
import { createSavedSandboxes } from "../postgres/lab/saved-sandboxes.ts";
import { type DatabasePorts, type OpenPostgres, openPostgres } from "../postgres/open-postgres.ts";
import { type NumberAgent, numbersOfOthers } from "../postgres/shop/number-agents.ts";
import { createSandboxPlaces } from "../postgres/shop/sandbox-places.ts";
import { keepPresence, type Presence, type WakeReason } from "../postgres/turns/workers.ts";
import type { ReadinessCheck } from "../server/server-dependencies.ts";
import type { ChannelConfig, Config } from "./config.ts";

export interface OpenDatabase extends DatabasePorts {
  readonly about: {
    readonly kind: "embedded" | "external";
    /**
     * What the embedded server's supervisor did: `started`, `adopted`, … null for an external one.
     */
    readonly how: string | null;
    readonly version: string;
    readonly tookMs: number;
    /** Migrations that were applied now. */
    readonly applied: readonly string[];
  };
  /** Faults that do not stop it but need repair. */
  readonly warnings: readonly string[];
  readonly checkMigrations: ReadinessCheck;
  /** A sentence for each number of the shop that another agent serves than the user may expect. */
  strangeNumbers(agentId: string, known: AgentRegistry): Promise<string[]>;
  /** null when there is no conversation with this id. */
  recordedConversation(id: string, workspace?: WorkspaceId): Promise<RecordedConversation | null>;
  readonly savedSandboxes: SavedSandboxes;
  readonly sandboxPlaces: SandboxPlaces;
  /** A worker's sign of life, and its ear for the announcements of other processes. */
  keepPresence(worker: WorkerId, onWake: (reason: WakeReason) => void): Presence;
  close(): Promise<void>;
}

interface OpenOptions {
  readonly access: "exclusive" | "shared";
  readonly http: boolean;
  readonly worker: boolean;
  readonly logger: Logger;
  /** This process's own times; see `SendTimes`. */
  readonly sendLeaseMs?: number | undefined;
}

/**
 * The database of this process, migrated. The embedded one, and an external one under `recado start`, are brought up to
 * date here; one that several processes share is `recado migrate`'s, so that an old process never meets a new schema.
 */
export async function openDatabase(config: Config, options: OpenOptions): Promise<OpenDatabase> {
  const { access, logger, http, worker } = options;
  const startedMs = performance.now();
  const server = config.databaseUrl === null ? await openEmbedded({ dataDir: config.dataDir, access, logger }) : null;
  let postgres: OpenPostgres | null = null;
  const close = async () => {
    await postgres?.close();
    await server?.close();
  };
  try {
    const url = server?.url ?? config.databaseUrl ?? "";
    postgres = await openPostgres({
      url,
      ownerUrl: server?.ownerUrl,
      logger,
      applicationName: nameOf({ http, worker }),
      credential: credentialOf(config.channel),
      keepDays: { files: config.mediaKeepDays, nlu_samples: config.learningDays },
      ...(options.sendLeaseMs === undefined ? {} : { sendLeaseMs: options.sendLeaseMs }),
    });
    const mayMigrate = server !== null || (http && worker);
    const { applied } = mayMigrate ? await postgres.migrate() : { applied: [] };
    await postgres.requireMigrated();
    const roleWarning = await postgres.checkRole();
    if (roleWarning !== null) logger.warn({}, roleWarning);
    const { database } = postgres;
    const description = `${hostname()} ${nameOf({ http, worker })}`;
    return {
      store: postgres.store,
      signIn: postgres.signIn,
      accessAdmin: postgres.accessAdmin,
      alertPost: postgres.alertPost,
      feed: postgres.feed,
      pushDevices: postgres.pushDevices,
      desk: postgres.desk,
      feedPost: postgres.feedPost,
      learning: postgres.learning,
      sessionMemory: postgres.sessionMemory,
      learningAdmin: postgres.learningAdmin,
      toolRates: postgres.toolRates,
      operatorDesk: postgres.operatorDesk,
      templates: postgres.templates,
      failedWebhooks: postgres.failedWebhooks,
      readFirstAnswer: postgres.readFirstAnswer,
      about: {
        kind: server === null ? "external" : "embedded",
        how: server?.how ?? null,
        version: postgres.version,
        tookMs: Math.round(performance.now() - startedMs),
        applied,
      },
      // Strangers read this one: which role it is, the log and `recado doctor` say.
      warnings: roleWarning === null ? [] : ["row security does not bind this process: `recado doctor` says why"],
      checkMigrations: migrationsCheck(postgres),
      keepPresence: (worker, onWake) => keepPresence(database, worker, description, logger, onWake),
      recordedConversation: (id, workspace) => readRecordedConversation(database, id, workspace),
      savedSandboxes: createSavedSandboxes(database),
      sandboxPlaces: createSandboxPlaces(database),
      strangeNumbers: async (agentId, known) =>
        (await numbersOfOthers(database, agentId)).flatMap((number) => describeNumber(number, agentId, known) ?? []),
      close,
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** A number keeps the agent that it was first served by. */
function describeNumber({ phoneNumberId, agentId }: NumberAgent, wanted: string, known: AgentRegistry): string | null {
  if (known.get(agentId) === null) {
    return `number ${phoneNumberId} is served by the agent "${agentId}", which this process does not have: start it with RECADO_AGENT=<file of that agent>`;
  }
  const isWantedOwn = !SHIPPED_AGENT_IDS.includes(wanted);
  return isWantedOwn
    ? `number ${phoneNumberId} was known before and is still served by "${agentId}", not by "${wanted}": use another RECADO_DATA_DIR to try yours`
    : null;
}

/** An access token as the database knows it: distinct, and useless to a reader. */
function credentialOf(channel: ChannelConfig): string {
  if (channel.kind !== "meta") return channel.kind;
  return createHash("sha256").update(channel.accessToken).digest("hex").slice(0, 16);
}

function migrationsCheck(postgres: OpenPostgres): ReadinessCheck {
  return async () => {
    try {
      await postgres.requireMigrated();
      return null;
    } catch (thrown) {
      if (thrown instanceof RecadoError && thrown.code === "database_not_migrated") return errorText(thrown);
      throw thrown;
    }
  };
}

/** How our connections are known in pg_stat_activity; the embedded server stays up while one of them is there. */
export function applicationName(what: string): string {
  return `recado ${what} pid ${process.pid}`;
}

function nameOf({ http, worker }: { http: boolean; worker: boolean }): string {
  const what = http && worker ? "start" : http ? "serve" : "worker";
  return applicationName(what);
}
