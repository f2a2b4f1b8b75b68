import type { EventId } from "../core/ids.ts";
import {
  type NotUnderstood,
  PROGRESS_AFTER_MS,
  type Understandable,
  type Understanding,
} from "../core/inbound/understanding.ts";
import type { Transcriber, TranscriptionFailure } from "../core/ports/transcriber.ts";
import type { Question, TurnModel } from "../core/ports/turn-model.ts";

/** A file as it may leave the house: fetched, typed by its bytes, capped. */
export interface FileToRead {
  readonly medium: Understandable;
  readonly eventId: EventId;
  readonly bytes: Uint8Array;
  readonly detectedType: string;
  readonly caption: string | null;
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
  read(file: FileToRead, how: { readonly model: TurnModel | null; readonly signal: AbortSignal }): Promise<FileRead>;
  /** An answer of the model's as it may be journaled. */
  redact(answer: string): string;
  /** A turn waits for a file that has not been fetched. */
  fileAwaited(): void;
  /** A message stands in the outbox before its turn is over. */
  toldProgress(): void;
}

/** Who looks at pictures and documents. */
export interface Eyes {
  reads(medium: Understandable): boolean;
  /** One look. `model`: of the turn, where there is one. What must not be kept is not in what comes back. */
  look(file: FileToRead, model: TurnModel | null): Promise<FileRead>;
  redact(answer: string): string;
}

/** How a model is asked about a file, and what its answer says. */
export interface FileQuestions {
  /** Null for what no model reads. */
  question(file: FileToRead): Question | null;
  /** Null for what is no answer. */
  read(answer: string): Understanding | null;
}

/** Eyes that ask the turn's model. */
export function lookWithModel({ question, read }: FileQuestions): Eyes["look"] {
  return async (file, model) => {
    if (model === null) return not("failed");
    const asking = question(file);
    if (asking === null) return not("unreadable");
    const asked = await model.ask(asking);
    // The model gate has asked again where that could help; what it was refused stays refused.
    if (asked.kind !== "answered") return not("failed");
    return read(asked.answer.text) ?? not("failed");
  };
}

export interface FileReaderDependencies {
  /** Null: nobody listens. */
  readonly transcriber: Transcriber | null;
  /** Null: nobody looks. */
  readonly eyes?: Eyes | null;
  readonly progressAfterMs?: number;
  fileAwaited(): void;
  toldProgress(): void;
}

/** Slots that listen: slow ears must not keep all slots of a worker from those who write. */
const AT_ONCE = 8;

export function createFileReaders(parts: FileReaderDependencies): FileReaders {
  const { transcriber, eyes = null, progressAfterMs = PROGRESS_AFTER_MS, fileAwaited, toldProgress } = parts;
  let taken = 0;
  return {
    progressAfterMs,
    reads: (medium) => (medium === "audio" ? transcriber !== null : eyes?.reads(medium) === true),
    takePlace() {
      if (taken >= AT_ONCE) return null;
      taken += 1;
      return {
        giveUp: () => {
          taken -= 1;
        },
      };
    },
    async read(file, { model, signal }) {
      if (file.medium === "audio") return transcriber === null ? not("failed") : listen(transcriber, file, signal);
      return eyes === null ? not("failed") : eyes.look(file, model);
    },
    redact: (answer) => eyes?.redact(answer) ?? "",
    fileAwaited,
    toldProgress,
  };
}

async function listen(
  transcriber: Transcriber,
  { bytes, detectedType }: FileToRead,
  signal: AbortSignal,
): Promise<FileRead> {
  const heard = await transcriber.transcribe({ bytes, mimeType: detectedType, language: "es" }, signal);
  return heard.kind === "empty" ? not("empty") : heard;
}

function not(reason: NotUnderstood): Understanding {
  return { kind: "not_understood", reason };
}
