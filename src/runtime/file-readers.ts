import type { EventId } from "../core/ids.ts";
import {
  type NotUnderstood,
  PROGRESS_AFTER_MS,
  type Understandable,
  type Understanding,
} from "../core/inbound/understanding.ts";
import type { Locale } from "../core/locale/locale.ts";
import { packOf } from "../core/locale/pack-of.ts";
import type { Transcriber, TranscriptionFailure } from "../core/ports/model/transcriber.ts";
import type { Question, TurnModel } from "../core/ports/model/turn-model.ts";

/** A file that may leave the house: fetched, typed by its bytes, capped. */
export interface FileToRead {
  readonly medium: Understandable;
  readonly eventId: EventId;
  readonly bytes: Uint8Array;
  readonly detectedType: string;
  readonly caption: string | null;
  /** In which the customer is read. */
  readonly locale: Locale;
}

export type FileRead = Understanding | { readonly kind: "failed"; readonly failure: TranscriptionFailure };

/** The services of this process that understand customers' files. */
export interface FileReaders {
  /**
   * A customer who waits longer than this for an answer to a file hears that it is being looked at.
   */
  readonly progressAfterMs: number;
  reads(medium: Understandable): boolean;
  /** null when the maximum of files is being read and the others must wait. */
  takePlace(): { giveUp(): void } | null;
  /** One try. Every failure is a value. */
  read(file: FileToRead, how: { readonly model: TurnModel | null; readonly signal: AbortSignal }): Promise<FileRead>;
  /** A model's answer in the form in which it may be journaled. */
  redact(answer: string): string;
  /** How long a turn waits for a file that has not been fetched. */
  fileAwaited(): void;
  /** Puts a message in the outbox before its turn is over. */
  toldProgress(): void;
}

/** Looks at pictures and documents. */
export interface Eyes {
  reads(medium: Understandable): boolean;
  /**
   * One look. `model` is the turn's, if there is one. The result leaves out what must not be kept.
   */
  look(file: FileToRead, model: TurnModel | null): Promise<FileRead>;
  redact(answer: string): string;
}

/** How to ask a model about a file, and how to read its answer. */
export interface FileQuestions {
  /** null for a file that no model reads. */
  question(file: FileToRead): Question | null;
  /** null for an invalid answer. */
  read(answer: string): Understanding | null;
}

/** Eyes that ask the turn's model. */
export function lookWithModel({ question, read }: FileQuestions): Eyes["look"] {
  return async (file, model) => {
    if (model === null) return not("failed");
    const asking = question(file);
    if (asking === null) return not("unreadable");
    const asked = await model.ask(asking);
    // The model gate has already repeated what could help. A refused question stays refused.
    if (asked.kind !== "answered") return not("failed");
    return read(asked.answer.text) ?? not("failed");
  };
}

export interface FileReaderDependencies {
  /** null when no service listens. */
  readonly transcriber: Transcriber | null;
  /** null when no service looks. */
  readonly eyes?: Eyes | null;
  readonly progressAfterMs?: number;
  fileAwaited(): void;
  toldProgress(): void;
}

/**
 * Slots for listening: a slow service must not take all slots of a worker from customers who write.
 */
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
  { bytes, detectedType, locale }: FileToRead,
  signal: AbortSignal,
): Promise<FileRead> {
  const { transcription: language } = packOf(locale);
  const heard = await transcriber.transcribe({ bytes, mimeType: detectedType, language }, signal);
  return heard.kind === "empty" ? not("empty") : heard;
}

function not(reason: NotUnderstood): Understanding {
  return { kind: "not_understood", reason };
}
