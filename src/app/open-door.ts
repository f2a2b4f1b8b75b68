import type { AgentRegistry } from "../core/agent/agent.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Logger } from "../core/ports/logger.ts";
import type { Store } from "../core/ports/store.ts";
import type { Tools } from "../core/ports/tools.ts";
import type { Admission } from "../runtime/worker/admission.ts";
import type { SignInCodes } from "../server/access/sign-in-codes.ts";
import { createServer } from "../server/create-server.ts";
import type { Metrics } from "../server/metrics/metrics.ts";
import { type Listening, serve } from "../server/serve.ts";
import type { RuntimeHooks } from "../server/server-dependencies.ts";
import type { ToolRegistry } from "../tools/create-tools.ts";
import type { AppHalves, Lifetime } from "./app-halves.ts";
import { askWhatsapp } from "./ask-whatsapp.ts";
import { type Config, isRealCustomers } from "./config.ts";
import { describeAgents } from "./describe-agents.ts";
import { openExamples } from "./examples/open-examples.ts";
import type { shopKnowledge } from "./knowledge/shop-knowledge.ts";
import type { OpenDatabase } from "./open-database.ts";
import { openLab } from "./open-lab.ts";
import type { Locks } from "./open-locks.ts";
import { graphTarget, openSimulator } from "./open-simulator.ts";
import { describeTools } from "./open-tools.ts";
import type { Substitutes } from "./substitutes.ts";
import { placing } from "./take-places.ts";

interface DoorParts {
  readonly registry: AgentRegistry;
  readonly defaultId: string;
  /** Sentences about agents that could not be loaded. */
  readonly leftOut: readonly string[];
  readonly store: Store;
  readonly database: OpenDatabase;
  readonly locks: Locks;
  readonly knowledge: ReturnType<typeof shopKnowledge>;
  readonly tools: Tools;
  readonly shopTools: ToolRegistry;
  readonly signInCodes: SignInCodes;
  /** Gives agents to the numbers of workspaces that have none yet. */
  readonly place: () => Promise<void>;
  /** Null in a process without a worker. */
  readonly admission: Admission | null;
  /** The worker of this process, which starts later. */
  readonly runtime: () => RuntimeHooks;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly newId: () => string;
}

export interface Door {
  /** Null where the door is called as a function. */
  readonly listening: Listening | null;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** The half of an app that answers HTTP. Its module is loaded where it is needed: a worker alone starts in half the time. */
export async function openDoor(
  config: Config,
  halves: AppHalves,
  life: Lifetime,
  parts: DoorParts,
  substitutes: Substitutes,
): Promise<Door> {
  const { registry, defaultId, leftOut, store, database, locks, knowledge, tools, shopTools } = parts;
  const { signInCodes, place, admission, runtime, metrics, logger, clock, newId } = parts;
  let listening: Listening | null = null;
  const simulator =
    config.channel.kind === "simulator"
      ? await openSimulator(config, locks, { clock, newId, url: () => listening?.url })
      : null;
  const stopping = new AbortController();
  const storing = new Set<Promise<unknown>>();
  const { app, takeDelivery } = createServer({
    store,
    signIn: database.signIn,
    accessAdmin: placing(database.accessAdmin, place),
    signInCodes,
    settings: {
      apiToken: locks.apiToken,
      appSecrets: locks.appSecrets,
      verifyToken: locks.verifyToken,
      trustedProxies: config.trustedProxies,
      defaultAgentId: defaultId,
      areCustomersReal: isRealCustomers(config.channel),
      isSimulator: config.channel.kind === "simulator",
      publicUrl: config.publicUrl,
      coalesceMs: config.coalesceMs,
      tokenLimit: config.models.tokenLimit,
      costCaps: config.models.caps,
      feedMayBePrivate: config.feedMayBePrivate,
    },
    // The worker needs the address and the server needs the worker: the server asks for it at each request.
    runtime: {
      leaseOffer: (conversations) => runtime().leaseOffer(conversations),
      acceptTurns: (turns, offer) => runtime().acceptTurns(turns, offer),
      wake: () => runtime().wake(),
    },
    metrics: {
      ...metrics,
      webhookAnswered(status, durationMs) {
        admission?.answered(durationMs);
        metrics.webhookAnswered(status, durationMs);
      },
    },
    logger,
    clock,
    newId,
    agents: describeAgents(registry, shopTools),
    answerMcp: async (principal, asked) => {
      const { answerMcp } = await import("../outside/mcp-server.ts");
      return answerMcp({ registry: shopTools, crm: store.crm, clock, newId }, principal, asked);
    },
    tools: describeTools(shopTools),
    templates: database.templates,
    failedWebhooks: database.failedWebhooks,
    shopKnowledge: knowledge,
    feed: database.feed,
    pushDevices: database.pushDevices,
    desk: database.desk,
    learningAdmin: database.learningAdmin,
    ...askWhatsapp(() => graphTarget(config, locks, listening?.url ?? null), {
      ...locks,
      publicUrl: config.publicUrl,
      now: () => clock.now(),
    }),
    readFirstAnswer: database.readFirstAnswer,
    stopping: stopping.signal,
    storing,
    readinessChecks: {
      migrations: database.checkMigrations,
      process: async () => (life.isStopping() ? "the process is stopping" : null),
      ...(substitutes.wakeEngine === undefined ? {} : { engine: substitutes.wakeEngine.health }),
    },
    warnings: [...database.warnings, ...leftOut],
    examples: openExamples(store),
    ...openLab(config, { agents: registry, tools, knowledge, store, database, clock, newId }, substitutes),
    ...(simulator === null ? {} : { simulatorApp: simulator.app }),
  });
  if (halves.isHandler !== true) listening = await serve(app, config.host, config.port, takeDelivery);
  const open = { listening, simulator };
  // The server goes after the worker: the last replies may go out through its simulator.
  life.closers.push(async () => {
    await open.simulator?.close();
    await open.listening?.close();
    await Promise.all(storing);
  });
  life.closers.push(async () => stopping.abort());
  return { listening, fetch: async (request) => app.fetch(request) };
}
