import type { Transcriber, TranscriptionFailure } from "../core/ports/transcriber.ts";
import { PROGRESS_AFTER_MS, type Understandable, type Understanding } from "../core/understanding.ts";

/** A file as it may leave the house: fetched, typed by its bytes, capped. */
export interface FileToRead {
  readonly medium: Understandable;
  readonly bytes: Uint8Array;
  readonly detectedType: string;
}

export type FileRead = Understanding | { readonly kind: "failed"; readonly failure: TranscriptionFailure };

/** Whoever can make something of customers' files in this process. */
export interface FileReaders {
  /** Who waits longer for an answer to a file is told that it is being looked at. */
  readonly progressAfterMs: number;
  reads(medium: Understandable): boolean;
  /** Null when so many are read at once that the others are to wait. */
  takePlace(): { giveUp(): void } | null;
  /** One try; every failure is a value. */
  read(file: FileToRead, signal: AbortSignal): Promise<FileRead>;
  /** A turn waits for a file that has not been fetched. */
  fileAwaited(): void;
  /** A message stands in the outbox before its turn is over. */
  toldProgress(): void;
}

export interface FileReaderParts {
  readonly transcriber: Transcriber;
  readonly progressAfterMs?: number;
  fileAwaited(): void;
  toldProgress(): void;
}

/** Slots that listen: slow ears must not keep all slots of a worker from those who write. */
const AT_ONCE = 8;

export function createFileReaders(parts: FileReaderParts): FileReaders {
  const { transcriber, progressAfterMs = PROGRESS_AFTER_MS, fileAwaited, toldProgress } = parts;
  let taken = 0;
  return {
    progressAfterMs,
    reads: (medium) => medium === "audio",
    takePlace() {
      if (taken >= AT_ONCE) return null;
      taken += 1;
      return {
        giveUp: () => {
          taken -= 1;
        },
      };
    },
    async read({ bytes, detectedType }, signal) {
      const heard = await transcriber.transcribe({ bytes, mimeType: detectedType, language: "es" }, signal);
      return heard.kind === "empty" ? { kind: "not_understood", reason: "empty" } : heard;
    },
    fileAwaited,
    toldProgress,
  };
}
