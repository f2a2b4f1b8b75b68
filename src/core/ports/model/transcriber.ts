import type { LocalePack } from "../../locale/locale-pack.ts";
import type { ModelFailure } from "./model.ts";

/** A voice note as its file came. */
export interface VoiceNote {
  readonly bytes: Uint8Array;
  /** What the bytes are, not what they were called. */
  readonly mimeType: string;
  /** ISO 639, of the locale in which the customer is read. */
  readonly language: LocalePack["transcription"];
}

/**
 * The same as a model's failure: the class says what follows, the code is for logs and metrics.
 * Neither holds a word of the customer's.
 */
export type TranscriptionFailure = Pick<ModelFailure, "kind" | "code" | "httpStatus" | "retryAfterMs">;

export type Transcription =
  | { readonly kind: "heard"; readonly text: string }
  /** Silence, noise: there are no words in it. */
  | { readonly kind: "empty" }
  | { readonly kind: "failed"; readonly failure: TranscriptionFailure };

/** Writes down what is said in a voice note. Every failure is a value; nothing is repeated inside. */
export interface Transcriber {
  transcribe(note: VoiceNote, signal: AbortSignal): Promise<Transcription>;
}
