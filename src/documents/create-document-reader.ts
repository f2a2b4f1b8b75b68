import { once } from "node:events";
import { Worker } from "node:worker_threads";
import {
  DOCUMENT_LIMITS,
  type DocumentFault,
  type DocumentLimits,
  type DocumentReading,
} from "../core/documents/document.ts";
import type { DocumentReader } from "../core/ports/documents.ts";

/** How often the memory beside the thread's heap is looked at. */
const LOOK_MS = 50;
/** A thread that has nothing to read for this long ends; the next file starts another, in about 0.1 s. */
const IDLE_MS = 30_000;
const MB = 1024 * 1024;

/** A thread that was busy with such a file cannot be asked again. */
const ENDS_THREAD: ReadonlySet<DocumentFault> = new Set(["too_slow", "too_much_inside", "broken"]);

export interface DocumentReaderOptions {
  /** The built `document-worker.js`. */
  readonly worker: URL;
  readonly limits?: DocumentLimits;
}

export interface Task {
  readonly bytes: Uint8Array;
  readonly name: string | null;
  readonly limits: DocumentLimits;
}

/**
 * Reads files one after the other in a thread beside the process. A file that takes too long, or too much memory, ends the
 * thread and is refused; the next file gets a new thread.
 */
export function createDocumentReader({ worker, limits = DOCUMENT_LIMITS }: DocumentReaderOptions): DocumentReader {
  const thread = new ReadingThread(worker, limits.memoryMb);
  let last: Promise<unknown> = Promise.resolve();
  return {
    read(bytes, name) {
      if (bytes.length > limits.bytes) return Promise.resolve({ kind: "refused", fault: "too_big" });
      const reading = last.then(() => thread.read({ bytes, name, limits }));
      last = reading;
      return reading;
    },
    stop: () => thread.end(),
  };
}

class ReadingThread {
  private thread: Worker | null = null;
  private idle: NodeJS.Timeout | undefined;
  private readonly entry: URL;
  private readonly memoryMb: number;

  constructor(entry: URL, memoryMb: number) {
    this.entry = entry;
    this.memoryMb = memoryMb;
  }

  async read(task: Task): Promise<DocumentReading> {
    clearTimeout(this.idle);
    const reading = await this.ask(this.open(), task);
    if (reading.kind === "refused" && ENDS_THREAD.has(reading.fault)) await this.end();
    this.idle = setTimeout(() => void this.end(), IDLE_MS).unref();
    return reading;
  }

  async end(): Promise<void> {
    clearTimeout(this.idle);
    const ended = this.thread;
    this.thread = null;
    await ended?.terminate();
  }

  private open(): Worker {
    this.thread ??= new Worker(this.entry, {
      resourceLimits: { maxOldGenerationSizeMb: this.memoryMb },
      // A library's warnings about a customer's file belong in no log.
      stdout: true,
      stderr: true,
    });
    // A process may end while its reader waits for files.
    this.thread.unref();
    return this.thread;
  }

  private async ask(thread: Worker, task: Task): Promise<DocumentReading> {
    const before = process.memoryUsage.rss();
    const over = new AbortController();
    try {
      return await new Promise<DocumentReading>((resolve) => {
        const refuse = (fault: DocumentFault): void => resolve({ kind: "refused", fault });
        const deadline = setTimeout(() => refuse("too_slow"), task.limits.ms);
        // Buffers do not count as heap.
        const look = setInterval(() => {
          if (process.memoryUsage.rss() - before > 2 * this.memoryMb * MB) refuse("too_much_inside");
        }, LOOK_MS);
        over.signal.addEventListener("abort", () => {
          clearTimeout(deadline);
          clearInterval(look);
        });
        once(thread, "message", { signal: over.signal }).then(
          ([reading]) => resolve(reading),
          (thrown: { code?: string }) =>
            refuse(thrown.code === "ERR_WORKER_OUT_OF_MEMORY" ? "too_much_inside" : "broken"),
        );
        thread.postMessage(task);
      });
    } finally {
      over.abort();
    }
  }
}
