import type { Transcriber, Transcription, VoiceNote } from "../core/ports/model/transcriber.ts";

/** A transcriber that hears what it is told to: for tests, scenarios and the sandbox. */
export interface ScriptedTranscriber extends Transcriber {
  /** The received calls, in order. */
  readonly notes: readonly VoiceNote[];
}

export function createScriptedTranscriber(
  hear: (note: VoiceNote, signal: AbortSignal) => Transcription | Promise<Transcription>,
): ScriptedTranscriber {
  const notes: VoiceNote[] = [];
  return {
    notes,
    async transcribe(note, signal) {
      notes.push(note);
      return hear(note, signal);
    },
  };
}
