import { openDocumentReader } from "../documents/open-document-reader.ts";
import { memoryQuestion } from "../flow/model/memory-question.ts";
import { textKey } from "../nlu/text/text-key.ts";
import { createAlertNotifier } from "../runtime/alert-notifier.ts";
import { createDocumentFiler } from "../runtime/document-filer.ts";
import { createFeedCourier } from "../runtime/feed/feed-courier.ts";
import { createLearner } from "../runtime/learner.ts";
import type { StopWatch } from "../runtime/local-stops.ts";
import type { MediaFetcher } from "../runtime/media-fetcher.ts";
import { createSessionReader } from "../runtime/memory/session-reader.ts";
import type { Metrics } from "../server/metrics/metrics.ts";
import { type Config, isRealCustomers } from "./config.ts";
import { openAlertWebhook } from "./open-alert-webhook.ts";
import { openAuditor } from "./open-auditor.ts";
import type { OpenDatabase } from "./open-database.ts";
import type { WorkerDependencies } from "./start-worker.ts";
import type { Substitutes } from "./substitutes.ts";

interface SideWork extends Pick<Substitutes, "documentReader"> {
  readonly config: Config;
  readonly metrics: Metrics;
  readonly database: Pick<OpenDatabase, "learning" | "sessionMemory" | "alertPost" | "feedPost">;
  readonly localStops: StopWatch;
  readonly mediaFetcher: MediaFetcher;
  /** Where this process listens; null where it does not. */
  readonly address: string | null;
}

interface Startable {
  start(): void;
  stop(): Promise<void>;
}

/**
 * What a worker's process does beside its turns: it learns, reads sessions for memory, tells of alerts, posts the feed,
 * fetches media and files documents.
 */
export async function startSideWork(
  closers: (() => Promise<void>)[],
  parts: WorkerDependencies,
  { config, metrics, database, localStops, mediaFetcher, address, documentReader = openDocumentReader() }: SideWork,
): Promise<void> {
  const { store, agents, modelGate = null, clock, newId, logger } = parts;
  const start = (work: Startable) => {
    work.start();
    closers.push(() => work.stop());
  };
  start(
    createLearner({
      ...parts,
      metrics,
      learning: database.learning,
      alerts: store.alerts,
      stops: localStops,
      auditor: openAuditor(modelGate, parts),
      fold: textKey,
      settings: { auditPercent: config.auditPercent, areCustomersReal: isRealCustomers(config.channel) },
    }),
  );
  if (modelGate !== null) {
    const sessions = database.sessionMemory;
    start(createSessionReader({ sessions, agents, modelGate, questionFor: memoryQuestion, logger }));
  }
  const webhook = await openAlertWebhook(config, address, clock);
  start(createAlertNotifier({ post: database.alertPost, webhook, alerts: store.alerts, newId, logger }));
  const { createPostEvent } = await import("../outside/post-event.ts");
  const send = createPostEvent({
    mayBePrivate: config.feedMayBePrivate,
    now: () => clock.now(),
    contactUrl: config.publicUrl,
  });
  start(createFeedCourier({ post: database.feedPost, send, alerts: store.alerts, newId, logger }));
  start(mediaFetcher);
  start(createDocumentFiler({ store, reader: documentReader, logger }));
}
