import type { ConversationId, WorkspaceId } from "../../core/ids.ts";
import type { Inbox, Pulse, PulsePlace } from "../../core/ports/desk/inbox.ts";
import type { Logger } from "../../core/ports/logger.ts";

export type Topic = "conversation" | "run" | "confirmation" | "timer" | "alert";

/** An object that may have changed: a reader that shows it reads it again. */
export interface Change {
  readonly topic: Topic;
  readonly id: string;
  readonly conversationId: string | null;
}

export interface NumberedChange extends Change {
  /** Number of the change, in this process alone. */
  readonly eventId: string;
}

export interface Subscriber {
  readonly workspaceId: WorkspaceId;
  readonly identity: string;
  hear(change: NumberedChange): void;
}

/**
 * The process looks at the database this often while a reader watches, and not at all without
 * readers.
 */
const LOOK_MS = 700;
/**
 * A reader may have missed at most this many changes and still resume. A reader that missed more
 * reads everything again.
 */
const REMEMBERED = 2_000;
/** How long a quiet conversation is still watched: delivery reports come after its last message. */
const WATCH_MS = 60_000;
const MOST_WATCHED = 500;
/**
 * One person or program (one stream for each open page), a workspace, and all readers have at most
 * this many streams, because unread changes take memory.
 */
const MOST_STREAMS = { ofPrincipal: 50, ofWorkspace: 200, ofAll: 2_000 } as const;

interface Beat {
  readonly workspaceId: WorkspaceId;
  readonly state: string;
  readonly run: { readonly id: string; readonly state: string } | null;
  readonly timer: string | null;
  readonly changedMs: number;
  /** The time of the last look that still had this beat. */
  seenMs: number;
}

/**
 * Looks at the database once for all readers of this process. A difference from the look before is
 * a change, so that other processes need not tell us anything.
 */
export class LiveFeed {
  readonly #inbox: Pick<Inbox, "pulse">;
  readonly #logger: Logger;
  readonly #nowMs: () => number;
  /** Tells this process from the one before it: after a restart no reader resumes. */
  readonly #epoch: string;
  readonly #subscribers = new Set<Subscriber>();
  #recent: { readonly number: number; readonly workspaceId: WorkspaceId; readonly change: NumberedChange }[] = [];
  #lastNumber = 0;
  #place: PulsePlace | null = null;
  #looksAt = "";
  #beats = new Map<string, Beat>();
  #alerts: Readonly<Record<string, string>> = {};
  #timer: NodeJS.Timeout | null = null;
  #isLooking = false;

  constructor({
    inbox,
    logger,
    nowMs,
    epoch,
  }: { inbox: Pick<Inbox, "pulse">; logger: Logger; nowMs: () => number; epoch: string }) {
    this.#inbox = inbox;
    this.#logger = logger;
    this.#nowMs = nowMs;
    this.#epoch = epoch;
  }

  /**
   * Tells whether another stream of this principal must wait, so that one workspace leaves room for
   * the others.
   */
  isFullFor({ workspaceId, identity }: Pick<Subscriber, "workspaceId" | "identity">): boolean {
    const ofWorkspace = [...this.#subscribers].filter((one) => one.workspaceId === workspaceId);
    const ofPrincipal = ofWorkspace.filter((one) => one.identity === identity);
    return (
      this.#subscribers.size >= MOST_STREAMS.ofAll ||
      ofWorkspace.length >= MOST_STREAMS.ofWorkspace ||
      ofPrincipal.length >= MOST_STREAMS.ofPrincipal
    );
  }

  /**
   * Returns the changes since `lastEventId`, or null when they are no longer known. The subscriber
   * then hears every change.
   */
  subscribe(subscriber: Subscriber, lastEventId: string | null): readonly NumberedChange[] | null {
    this.#subscribers.add(subscriber);
    this.#timer ??= setTimeout(() => void this.#look(), 0);
    if (lastEventId === null) return [];
    const [epoch, number] = lastEventId.split(".");
    const oldest = this.#recent[0]?.number ?? this.#lastNumber + 1;
    const last = Number(number);
    if (epoch !== this.#epoch || !Number.isInteger(last) || last + 1 < oldest || last > this.#lastNumber) return null;
    return this.#recent
      .filter((one) => one.number > last && one.workspaceId === subscriber.workspaceId)
      .map(({ change }) => change);
  }

  leave(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    if (this.#subscribers.size > 0 || this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    // The process does not look without readers, so changes from now on cannot be told later.
    this.#place = null;
    this.#recent = [];
    this.#beats.clear();
  }

  /** The position of a reader that has heard every change. */
  get position(): string {
    return `${this.#epoch}.${this.#lastNumber}`;
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const workspaces = [...new Set([...this.#subscribers].map(({ workspaceId }) => workspaceId))].sort();
      // The place of a newly watched workspace is not known yet.
      const isSame = this.#looksAt === workspaces.join("\n");
      this.#looksAt = workspaces.join("\n");
      const since = isSame ? this.#place : null;
      const pulse = await this.#inbox.pulse({ workspaces, since, watched: this.#watched() });
      const isFirst = since === null;
      this.#place = pulse.place;
      this.#compare(pulse, isFirst);
    } catch (error) {
      // The database is away or busy. The next look sees what this one missed.
      this.#logger.warn({ err: error }, "the live feed could not look");
    } finally {
      this.#isLooking = false;
      if (this.#timer !== null) this.#timer = setTimeout(() => void this.#look(), LOOK_MS);
    }
  }

  #watched(): { workspaceId: WorkspaceId; id: ConversationId }[] {
    const since = this.#nowMs() - WATCH_MS;
    for (const [id, beat] of this.#beats) if (beat.seenMs < since) this.#beats.delete(id);
    // The map is in the order of the changes.
    return [...this.#beats]
      .filter(([, beat]) => beat.changedMs >= since)
      .slice(-MOST_WATCHED)
      .map(([id, { workspaceId }]) => ({ workspaceId, id: id as ConversationId }));
  }

  #compare({ conversations, alerts }: Pulse, isFirst: boolean): void {
    for (const { workspaceId, id, state, run, timer } of conversations) {
      const before = this.#beats.get(id);
      if (
        before !== undefined &&
        before.state === state &&
        before.run?.state === run?.state &&
        before.timer === timer
      ) {
        before.seenMs = this.#nowMs();
        continue;
      }
      this.#beats.delete(id);
      this.#beats.set(id, { workspaceId, state, run, timer, changedMs: this.#nowMs(), seenMs: this.#nowMs() });
      if (isFirst && before === undefined) continue;
      this.#tell(workspaceId, { topic: "conversation", id, conversationId: id });
      if (run !== null && before?.run?.state !== run.state) {
        this.#tell(workspaceId, { topic: "run", id: run.id, conversationId: id });
        // A question that was there before the first look may have ended with this change.
        if (before === undefined || waits(run.state) || waits(before.run?.state)) {
          this.#tell(workspaceId, { topic: "confirmation", id: run.id, conversationId: id });
        }
      }
      if (timer !== (before?.timer ?? null)) this.#tell(workspaceId, { topic: "timer", id, conversationId: id });
    }
    if (!isFirst) {
      for (const workspace of new Set([...Object.keys(alerts), ...Object.keys(this.#alerts)])) {
        if (alerts[workspace] === this.#alerts[workspace]) continue;
        this.#tell(workspace as WorkspaceId, { topic: "alert", id: "", conversationId: null });
      }
    }
    this.#alerts = alerts;
  }

  #tell(workspaceId: WorkspaceId, change: Change): void {
    this.#lastNumber += 1;
    const numbered = { ...change, eventId: this.position };
    this.#recent.push({ number: this.#lastNumber, workspaceId, change: numbered });
    if (this.#recent.length > REMEMBERED) this.#recent.splice(0, this.#recent.length - REMEMBERED);
    for (const subscriber of this.#subscribers) {
      if (subscriber.workspaceId === workspaceId) subscriber.hear(numbered);
    }
  }
}

function waits(state: string | undefined): boolean {
  return state?.includes(":waiting_confirmation:") ?? false;
}
