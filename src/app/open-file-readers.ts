import type { Transcriber } from "../core/ports/model/transcriber.ts";
import { readSeen, redactAnswer, seeQuestion } from "../flow/model/see-file.ts";
import { createOpenaiTranscriber } from "../models/openai-transcriber.ts";
import { createFileReaders, type Eyes, type FileReaders, lookWithModel } from "../runtime/file-readers.ts";
import type { ModelGate } from "../runtime/model-gate.ts";
import type { Config } from "./config.ts";

/** Replaces the services that listen and look, for tests. */
export interface FileSubstitutes {
  readonly transcriber?: Transcriber;
  readonly eyes?: Eyes;
  /** When a customer is told that their file is being looked at. */
  readonly progressAfterMs?: number;
}

/**
 * The services that listen to voice notes and look at pictures; without either, agents learn only
 * that a file came.
 */
export function openFileReaders(
  { transcription }: Pick<Config, "transcription">,
  modelGate: ModelGate | null,
  substitutes: FileSubstitutes,
  wakes: Pick<FileReaders, "fileAwaited" | "toldProgress">,
): { readonly files?: FileReaders } {
  const { progressAfterMs } = substitutes;
  const transcriber =
    substitutes.transcriber ?? (transcription === null ? null : createOpenaiTranscriber(transcription));
  const eyes = substitutes.eyes ?? (modelGate === null ? null : openEyes(modelGate));
  if (transcriber === null && eyes === null) return {};
  const after = progressAfterMs === undefined ? {} : { progressAfterMs };
  return { files: createFileReaders({ transcriber, eyes, ...after, ...wakes }) };
}

/** The model that reads what customers write reads their pictures too, where it can. */
function openEyes(modelGate: ModelGate): Eyes {
  const { images, documents } = modelGate.capabilities("detector");
  return {
    reads: (medium) => (medium === "image" ? images : medium === "document" && documents),
    look: lookWithModel({ question: seeQuestion, read: readSeen }),
    redact: redactAnswer,
  };
}
