import type { Logger } from "../core/ports/logger.ts";
import type { Store } from "../core/ports/store.ts";
import type { Woken } from "../core/ports/wake-engine.ts";
import { readAcknowledgement } from "../nlu/clauses/acknowledgement.ts";
import { createIdMaker } from "../runtime/id-maker.ts";
import { watchStops } from "../runtime/local-stops.ts";
import { createMediaFetcher } from "../runtime/media-fetcher.ts";
import { systemClock } from "../runtime/system-clock.ts";
import { createAdmission, MOST_TURNS_BESIDE_A_DOOR } from "../runtime/worker/admission.ts";
import { createReadingPace } from "../runtime/worker/reading-pace.ts";
import { createWaker } from "../runtime/worker/waker.ts";
import { SignInCodes } from "../server/access/sign-in-codes.ts";
import { createMetrics } from "../server/metrics/metrics.ts";
import { NO_RUNTIME, type RuntimeHooks } from "../server/server-dependencies.ts";
import { createCloudApi } from "../whatsapp/cloud-api.ts";
import { createMediaSource } from "../whatsapp/fetch-media.ts";
import { NO_PARTS } from "./agents/module-parts.ts";
import { openAgents } from "./agents/open-agents.ts";
import { promptsInUse } from "./agents/prompts-in-use.ts";
import type { AppHalves, Lifetime } from "./app-halves.ts";
import { approveTemplates } from "./approve-templates.ts";
import type { Config } from "./config.ts";
import { configSecrets } from "./config-secrets.ts";
import { fileKnowledge } from "./knowledge/file-knowledge.ts";
import { shopKnowledge } from "./knowledge/shop-knowledge.ts";
import { createLogger } from "./log.ts";
import { type OpenDatabase, openDatabase } from "./open-database.ts";
import type { Door } from "./open-door.ts";
import { openFileReaders } from "./open-file-readers.ts";
import { type Locks, openLocks } from "./open-locks.ts";
import { openModelGate } from "./open-model-gate.ts";
import { openShopTools } from "./open-shop-tools.ts";
import { graphTarget } from "./open-simulator.ts";
import { openTracer } from "./open-tracer.ts";
import { openOwnSource } from "./own-source.ts";
import { startSideWork } from "./start-side-work.ts";
import { startWorker, type WorkerDependencies } from "./start-worker.ts";
import type { Substitutes } from "./substitutes.ts";
import { takePlaces } from "./take-places.ts";

export interface App {
  /** The door as a function; null in a process without a server. */
  readonly fetch: ((request: Request) => Promise<Response>) | null;
  /** What an engine may call; null where the worker looks for work by itself, or is absent. */
  readonly woken: Woken | null;
  /** null in a process without a server. */
  readonly address: string | null;
  /** The agent of a number that is seen for the first time. */
  readonly agentId: string;
  readonly store: Store;
  readonly database: OpenDatabase["about"];
  /** The secrets of the doors: from the environment, else generated. */
  readonly locks: Locks;
  readonly logger: Logger;
  readonly signInCodes: SignInCodes;
  readonly newId: () => string;
  /** Ends the work under way, then everything else. Safe to call twice. */
  stop(): Promise<void>;
}

/** Puts the parts together and starts them. If one does not start, those before it are stopped again. */
export async function startApp(config: Config, halves: AppHalves, substitutes: Substitutes = {}): Promise<App> {
  const closers: (() => Promise<void>)[] = [];
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= closeAll(closers);
    return stopping;
  };
  try {
    return await assemble(config, halves, { closers, stop, isStopping: () => stopping !== null }, substitutes);
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

async function assemble(config: Config, halves: AppHalves, life: Lifetime, substitutes: Substitutes): Promise<App> {
  const log = (secrets: string[]) => createLogger({ level: config.logLevel, style: halves.logStyle, secrets });
  const { clock = systemClock, wrapStore = itself, wrapChannel = itself } = substitutes;
  const newId = createIdMaker(() => Date.now());
  const metrics = createMetrics();
  const admission = halves.http && halves.worker ? createAdmission(MOST_TURNS_BESIDE_A_DOOR, clock) : null;

  // Before the database: what is wrong with an agent of one's own is said at once.
  const {
    registry: agents,
    defaultId,
    parts,
    leftOut,
  } = substitutes.agents === undefined
    ? await openAgents(config.agents)
    : {
        registry: substitutes.agents,
        defaultId: config.agents[0],
        parts: substitutes.parts ?? NO_PARTS,
        leftOut: [],
      };
  const shell = config.hasDeveloperShell ? await import("./agents/equip-operator.ts") : null;
  const registry = shell === null ? agents : shell.withDeveloperShell(agents);
  const sendLeaseMs = substitutes.worker?.sendTimes?.sendLeaseMs;
  const database = await openDatabase(config, { ...halves, logger: log(configSecrets(config)), sendLeaseMs });
  life.closers.push(() => database.close());
  const locks = openLocks(config);
  const logger = log([
    ...configSecrets(config),
    locks.apiToken,
    locks.verifyToken,
    locks.simulatorToken,
    ...locks.appSecrets,
  ]);
  const store = wrapStore(database.store);
  for (const text of leftOut) logger.error({}, `${text}\nIt is left out.`);
  const knowledge = shopKnowledge(
    fileKnowledge((id) => registry.get(id) ?? null, parts.knowledge),
    store.shopEntries,
  );
  const prompts = promptsInUse(store.prompts);
  const shopTools = await openShopTools(parts, {
    ...{
      agents: registry,
      knowledge,
      database,
      ownSource: openOwnSource(config, registry),
      logger,
      newId,
      closers: life.closers,
    },
    shell: shell === null ? null : (await import("../outside/shell.ts")).openShell(),
  });
  const { tools = shopTools } = substitutes;

  const place = async () => {
    await takePlaces(store.agentConfigs, registry, defaultId);
    if (config.channel.kind !== "simulator") return;
    const { accessAdmin, templates } = database;
    await approveTemplates({ accessAdmin, templates, agents: registry, defaultAgentId: defaultId });
  };
  await place();

  const signInCodes = new SignInCodes(() => clock.monotonicMs());
  let runtime: RuntimeHooks = NO_RUNTIME;
  let woken: Woken | null = null;
  let door: Door | null = null;
  if (halves.http) {
    const { openDoor } = await import("./open-door.ts");
    const parts = {
      ...{ registry, defaultId, leftOut, store, database, locks, knowledge, tools, shopTools, signInCodes, place },
      ...{ admission, runtime: () => runtime, metrics, logger, clock, newId },
    };
    door = await openDoor(config, halves, life, parts, substitutes);
  }
  const listening = door?.listening ?? null;

  if (!halves.http && config.metricsPort !== null) {
    const [{ createMetricsDoor }, { serve }] = await Promise.all([
      import("../server/metrics/metrics-door.ts"),
      import("../server/serve.ts"),
    ]);
    const door = await serve(createMetricsDoor({ store, metrics, logger }), config.host, config.metricsPort);
    life.closers.push(() => door.close());
  }

  const { wakeEngine } = substitutes;
  if (wakeEngine !== undefined && !halves.worker) {
    // A door without turns: it tells the engine of what it has kept.
    const waker = createWaker(store.mailbox, wakeEngine, { clock, logger });
    waker.start();
    life.closers.push(waker.stop);
    runtime = { ...NO_RUNTIME, wake: waker.wake };
  }
  if (halves.worker) {
    for (const id of registry.ids) registry.get(id)?.prepare?.();
    for (const sentence of await database.strangeNumbers(defaultId, registry)) logger.warn({}, sentence);
    const graph = graphTarget(config, locks, listening?.url ?? null);
    const channel = wrapChannel(createCloudApi({ ...graph, logger }));
    const { responseSpeed, timerPreset } = config;
    const source = createMediaSource({ ...graph, maxBytes: config.mediaMaxBytes });
    const mediaFetcher = createMediaFetcher({ store, source, logger, metrics });
    const localStops = watchStops(database.learning);
    await localStops.refresh();
    const turnTools = substitutes.wrapTools?.(tools) ?? tools;
    const opened = openModelGate(config, { store, clock, logger, metrics, newId, tools }, substitutes);
    if (opened !== null) life.closers.push(opened.stop);
    const modelGate = opened?.modelGate ?? null;
    const files = openFileReaders(config, modelGate, substitutes, {
      fileAwaited: mediaFetcher.wake,
      toldProgress: () => runtime.wake("outbox"),
    });
    const tracer = await openTracer(process.env);
    if (tracer !== null) life.closers.push(tracer.stop);
    const parts: WorkerDependencies = {
      ...(tracer === null ? {} : { tracer }),
      ...{ agents: registry, store, channel, tools: turnTools, modelGate, clock, logger, metrics, newId },
      ...{ responseSpeed, timerPreset, localStops, knowledge, prompts, readYesNo: readAcknowledgement },
      readingPace: createReadingPace(),
      ...files,
    };
    ({ runtime, woken } = await startWorker(life.closers, parts, database, {
      ...substitutes,
      worker: {
        leaseMs: config.leaseMs,
        messagesPerSecond: config.messagesPerSecond,
        admitted: admission?.turns,
        ...substitutes.worker,
      },
    }));
    await startSideWork(life.closers, parts, {
      ...{ config, metrics, database, localStops, mediaFetcher, address: listening?.url ?? null },
      ...(substitutes.documentReader === undefined ? {} : { documentReader: substitutes.documentReader }),
    });
  }
  const address = listening?.url ?? null;
  const about = { address, agentId: defaultId, database: database.about };
  return { ...about, store, locks, logger, signInCodes, newId, fetch: door?.fetch ?? null, woken, stop: life.stop };
}

const itself = <Part>(part: Part): Part => part;

async function closeAll(closers: (() => Promise<void>)[]): Promise<void> {
  let failure: unknown = null;
  for (const close of closers.reverse()) {
    try {
      await close();
    } catch (thrown) {
      failure ??= thrown;
    }
  }
  if (failure !== null) throw failure;
}
