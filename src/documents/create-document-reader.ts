import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  DOCUMENT_LIMITS,
  type DocumentFault,
  type DocumentLimits,
  type DocumentReading,
} from "../core/documents/document.ts";
import type { DocumentReader } from "../core/ports/documents.ts";

/** A process that has nothing to read for this long ends; the next file starts another, in about 0.1 s. */
const IDLE_MS = 30_000;

/** A process that was busy with such a file cannot be asked again. */
const ENDS_PROCESS: ReadonlySet<DocumentFault> = new Set(["too_slow", "too_much_inside", "broken"]);

/** How a process ends whose heap is full where there are no signals; elsewhere it is SIGABRT. */
const ABORTED = 134;

export interface DocumentReaderOptions {
  /** The built `document-process.js`. */
  readonly entry: URL;
  readonly limits?: DocumentLimits;
}

export interface Task {
  readonly bytes: Uint8Array;
  readonly name: string | null;
  readonly limits: DocumentLimits;
}

/**
 * Reads files one after the other in a process of their own: a file whose heap is full ends the whole process that reads
 * it, a thread's limits do not hold it. A file that takes too long, or too much memory, is refused, and the next file gets
 * a new process.
 */
export function createDocumentReader({ entry, limits = DOCUMENT_LIMITS }: DocumentReaderOptions): DocumentReader {
  const reading = new ReadingProcess(fileURLToPath(entry), limits.memoryMb);
  let last: Promise<unknown> = Promise.resolve();
  return {
    read(bytes, name) {
      if (bytes.length > limits.bytes) return Promise.resolve({ kind: "refused", fault: "too_big" });
      const read = last.then(() => reading.read({ bytes, name, limits }));
      last = read.catch(() => undefined);
      return read;
    },
    async stop() {
      await last;
      reading.end();
    },
  };
}

class ReadingProcess {
  private child: ChildProcess | null = null;
  private idle: NodeJS.Timeout | undefined;
  private readonly entry: string;
  private readonly memoryMb: number;

  constructor(entry: string, memoryMb: number) {
    this.entry = entry;
    this.memoryMb = memoryMb;
  }

  async read(task: Task): Promise<DocumentReading> {
    clearTimeout(this.idle);
    const reading = await this.ask(this.open(), task);
    if (reading.kind === "refused" && ENDS_PROCESS.has(reading.fault)) this.end();
    this.idle = setTimeout(() => this.end(), IDLE_MS).unref();
    return reading;
  }

  end(): void {
    clearTimeout(this.idle);
    this.child?.kill("SIGKILL");
    this.child = null;
  }

  private open(): ChildProcess {
    if (this.child !== null) return this.child;
    const child = fork(this.entry, [String(2 * this.memoryMb)], {
      execArgv: [`--max-old-space-size=${this.memoryMb}`],
      // A hostile file finds no secret of ours.
      env: {},
      // Bytes travel as they are.
      serialization: "advanced",
      // A library's warnings about a customer's file belong in no log.
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    // A process may end while its reader waits for files.
    child.unref();
    child.channel?.unref();
    child.once("exit", () => {
      if (this.child === child) this.child = null;
    });
    this.child = child;
    return child;
  }

  /** Throws when the machine, and not the file, is at fault. */
  private async ask(child: ChildProcess, task: Task): Promise<DocumentReading> {
    const over = new AbortController();
    const { signal } = over;
    try {
      const answered = once(child, "message", { signal }).then(([reading]): DocumentReading => reading);
      const ended = once(child, "exit", { signal }).then(([code, by]) =>
        refusal(by !== null || code === ABORTED ? "too_much_inside" : "broken"),
      );
      const late = wait(task.limits.ms, refusal("too_slow"), { signal });
      child.send(task);
      return await Promise.race([answered, ended, late]);
    } finally {
      over.abort();
    }
  }
}

function refusal(fault: DocumentFault): DocumentReading {
  return { kind: "refused", fault };
}
