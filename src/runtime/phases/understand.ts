import { localeOf } from "../../core/agent/agent-config.ts";
import type { EventId, SessionId } from "../../core/ids.ts";
import { amendEvents } from "../../core/inbound/amend-events.ts";
import { understandableOf } from "../../core/inbound/content.ts";
import {
  type NotUnderstood,
  UNDERSTAND_WITHIN_MS,
  type Understandable,
  type Understanding,
} from "../../core/inbound/understanding.ts";
import type { Locale } from "../../core/locale/locale.ts";
import type { Parking } from "../../core/ports/mailbox.ts";
import type { OpenedFile } from "../../core/ports/media.ts";
import type { TranscriptionFailure } from "../../core/ports/model/transcriber.ts";
import type { TurnModel } from "../../core/ports/model/turn-model.ts";
import { READ_LIMIT } from "../../core/turn/read-limit.ts";
import type { ClaimedTurn } from "../../core/turn/turn.ts";
import type { TurnDependencies } from "../dependencies.ts";
import type { FileReaders } from "../file-readers.ts";
import type { Journal } from "../journal.ts";
import { redactJournal } from "../redact-journal.ts";
import { withinTimeOrAborted } from "../within-time.ts";
import { tellProgress } from "./tell-progress.ts";

/**
 * The results for the files of a turn, or how long the turn is parked because a file is missing.
 */
export type Understood =
  | { readonly kind: "ready"; readonly of: ReadonlyMap<EventId, Understanding> }
  | { readonly kind: "waits"; readonly parking: Omit<Parking, "steps" | "refuseIfNewer"> };

/** A message of the turn whose file a service can understand. */
export interface WantedFile {
  readonly eventId: EventId;
  readonly medium: Understandable;
  readonly receivedAt: Date;
  readonly caption: string | null;
}

type Tried =
  | { readonly kind: "settled"; readonly understanding: Understanding }
  /** `isFile`: the turn waits for the file itself; otherwise for a free reader. */
  | { readonly kind: "waits"; readonly until: Date; readonly isFile: boolean };

/** How often a file is tried again when its reader does not answer. */
const MAX_TRIES = 3;
const RETRY_MS = 1_000;
/** How soon to look again when all places are taken. */
const BUSY_MS = 500;

/**
 * Understands the voice notes, pictures and documents of a turn, each within its time, counted from
 * receipt. A result is kept with its file before anything follows from it, so a file is never read
 * twice. While a file is missing the turn holds no slot.
 */
export async function understand(
  { turn }: { readonly turn: ClaimedTurn },
  journal: Journal,
  dependencies: TurnDependencies,
  observer: { replying(turn: ClaimedTurn): void },
): Promise<Understood> {
  const { files: readers, store, clock, agents } = dependencies;
  const wanted = wantedFiles(turn, dependencies);
  if (readers === undefined || wanted.length === 0) return { kind: "ready", of: new Map() };
  // The customer gets an answer, whatever the result.
  observer.replying(turn);
  const readMs = clock.monotonicMs();
  const now = () => new Date(turn.now.getTime() + clock.monotonicMs() - readMs);
  const eventIds = wanted.map(({ eventId }) => eventId);
  const files = await store.media.open(turn.lease.workspaceId, eventIds);
  const fileOf = new Map(files.map((file) => [file.eventId, file]));
  const open = wanted.filter(({ eventId }) => fileOf.get(eventId)?.understanding == null);
  const progressAt = new Date(
    Math.min(...open.map(({ receivedAt }) => receivedAt.getTime())) + readers.progressAfterMs,
  );

  const progress = tellProgress(
    { turn, wanted, isDueInMs: () => progressAt.getTime() - now().getTime() },
    dependencies,
  );
  const locale = localeOf(agents.get(turn.run.agentId ?? turn.session?.agentId ?? turn.agentId), turn.settings);
  const attempt = { readers, now, locale, model: () => modelOf(turn, journal, dependencies) };
  const tried = await progress.beside(
    Promise.all(wanted.map((one) => tryOne(one, fileOf.get(one.eventId), attempt, journal, dependencies))),
  );

  const of = new Map<EventId, Understanding>();
  const waits: Extract<Tried, { kind: "waits" }>[] = [];
  const awaitedFiles: EventId[] = [];
  for (const [index, one] of tried.entries()) {
    const eventId = eventIds[index] as EventId;
    if (one.kind === "settled") of.set(eventId, one.understanding);
    else {
      waits.push(one);
      if (one.isFile) awaitedFiles.push(eventId);
    }
  }
  if (waits.length === 0) return { kind: "ready", of };
  if (awaitedFiles.length > 0) readers.fileAwaited();
  const isTold = await progress.tellIfDue();
  const untils = waits.map(({ until }) => until.getTime());
  const until = new Date(Math.min(...untils, ...(isTold ? [] : [progressAt.getTime()])));
  return { kind: "waits", parking: { until, awaitedFiles } };
}

/** Files are not understood when a person answers, or when the agent does not ask for it. */
function wantedFiles(turn: ClaimedTurn, { agents, files: readers }: TurnDependencies): WantedFile[] {
  const { workspaceEnabled, botEnabled, stopTagged } = turn.gate;
  if (readers === undefined || !workspaceEnabled || !botEnabled || stopTagged) return [];
  const agent = agents.get(turn.run.agentId ?? turn.session?.agentId ?? turn.agentId);
  const understands = agent?.understands ?? [];
  const files = amendEvents(turn.events).flatMap(({ id: eventId, inputType, content, receivedAt }): WantedFile[] => {
    const medium = inputType === "message" ? understandableOf(content) : null;
    return medium !== null && understands.includes(medium) && readers.reads(medium)
      ? [{ eventId, medium, receivedAt, caption: content.type === "media" ? content.caption : null }]
      : [];
  });
  return files.slice(-READ_LIMIT.messages);
}

/**
 * The turn's own model gate looks at pictures. Its answers pass through a journal that keeps
 * nothing of an identity document. What is needed of them is kept with the file.
 */
function modelOf(
  turn: ClaimedTurn,
  journal: Journal,
  { modelGate, agents, files }: TurnDependencies,
): TurnModel | null {
  const agent = agents.get(turn.run.agentId ?? turn.session?.agentId ?? turn.agentId);
  if (modelGate == null || agent === null) return null;
  const { id, version } = agent;
  const sessionId = turn.session?.id ?? (String(turn.run.id) as SessionId);
  const redacting = redactJournal(journal, (answer) => files?.redact(answer) ?? "");
  return modelGate.forTurn({ turn, agent: { id, version }, sessionId, tools: null }, redacting);
}

interface Attempt {
  readonly readers: FileReaders;
  readonly locale: Locale;
  now(): Date;
  model(): TurnModel | null;
}

async function tryOne(
  wanted: WantedFile,
  file: OpenedFile | undefined,
  { readers, now, locale, model }: Attempt,
  journal: Journal,
  { store, clock, logger, metrics }: TurnDependencies,
): Promise<Tried> {
  const { eventId, medium, receivedAt, caption } = wanted;
  if (file === undefined) return { kind: "settled", understanding: not("no_file") };
  if (file.understanding !== null) return { kind: "settled", understanding: file.understanding };
  const deadline = new Date(receivedAt.getTime() + UNDERSTAND_WITHIN_MS[medium]);
  const name = `understand:${eventId}`;
  const startedAt = clock.now();
  const startedMs = clock.monotonicMs();

  const settle = async (found: Understanding): Promise<Tried> => {
    const understanding = await store.media.keepUnderstanding(file, found);
    const outcome = understanding.kind === "not_understood" ? understanding.reason : understanding.kind;
    const durationMs = clock.monotonicMs() - startedMs;
    // The words are kept with the file, not here.
    journal.record({ phase: "ingest", name, status: "ok", startedAt, durationMs, output: { medium, outcome } });
    metrics.understood({ medium, outcome, sinceReceiptMs: now().getTime() - receivedAt.getTime() });
    return { kind: "settled", understanding };
  };

  const remainingMs = deadline.getTime() - now().getTime();
  if (remainingMs <= 0) return settle(not("timeout"));
  if (file.status === "waiting") return { kind: "waits", until: deadline, isFile: true };
  if (file.bytes === null || file.detectedType === null) return settle(not("no_file"));
  const place = readers.takePlace();
  if (place === null) return { kind: "waits", until: new Date(now().getTime() + BUSY_MS), isFile: false };
  try {
    const { bytes, detectedType } = file;
    const opened = { medium, eventId, bytes, detectedType, caption, locale };
    const read = await withinTimeOrAborted(remainingMs, (signal) => readers.read(opened, { model: model(), signal }));
    if (read.kind === "late") return settle(not("timeout"));
    if (read.value.kind !== "failed") return settle(read.value);
    const { failure } = read.value;
    const tries = triesOf(journal, name) + 1;
    const until = nextTry(failure, tries, now());
    logger.warn(
      { media: file.id, medium, code: failure.code, http_status: failure.httpStatus, tries },
      "a file was not understood",
    );
    if (until === null || until >= deadline) return settle(not("failed"));
    const durationMs = clock.monotonicMs() - startedMs;
    journal.record({
      phase: "ingest",
      name,
      status: "error",
      startedAt,
      durationMs,
      output: { tries, code: failure.code },
    });
    return { kind: "waits", until, isFile: false };
  } finally {
    place.giveUp();
  }
}

function not(reason: NotUnderstood): Understanding {
  return { kind: "not_understood", reason };
}

/** Counted in the run's journal: no slot is held between two tries. */
function triesOf(journal: Journal, name: string): number {
  const output = journal.find(name)?.output;
  const tries = typeof output === "object" && output !== null && "tries" in output ? output.tries : 0;
  return typeof tries === "number" ? tries : 0;
}

function nextTry(failure: TranscriptionFailure, tries: number, now: Date): Date | null {
  if (failure.kind !== "retry_later" || tries >= MAX_TRIES) return null;
  return new Date(now.getTime() + Math.max(failure.retryAfterMs ?? 0, RETRY_MS * 2 ** (tries - 1)));
}
