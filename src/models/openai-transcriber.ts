import * as z from "zod";
import { startDeadline } from "../core/call-deadline.ts";
import type { Transcriber, Transcription, VoiceNote } from "../core/ports/model/transcriber.ts";
import { isInvented } from "./invented-words.ts";
import { endpointAddress, failureOfAnswer, readCapped } from "./openai-http.ts";
import { failed, failureOfThrown } from "./transcription-failure.ts";

export interface TranscriberSettings {
  /**
   * The address of a server that speaks as OpenAI's: its root, its `/v1`, or the whole address of
   * `/audio/transcriptions`.
   */
  readonly url: string;
  /** null sends no `Authorization` at all, for a server of your own. */
  readonly apiKey: string | null;
  readonly model: string;
  readonly fetch?: typeof fetch;
  /** Time from the call to the last byte. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 40_000;
/** The endpoint's maximum. WhatsApp's own limit for audio is 16 MB. */
const MAX_FILE_BYTES = 25_000_000;
/** Two hours of speech are a tenth of this. */
const MAX_ANSWER_BYTES = 1_000_000;

/** The endpoint knows a format by the ending of the file's name. */
const ENDINGS: Readonly<Record<string, string>> = {
  "audio/ogg": "ogg",
  "audio/opus": "ogg",
  "audio/mpeg": "mp3",
  "audio/mp4": "m4a",
  "audio/x-m4a": "m4a",
  "video/mp4": "mp4",
  "audio/aac": "aac",
  "audio/amr": "amr",
  "audio/wav": "wav",
  "audio/vnd.wave": "wav",
  "audio/webm": "webm",
  "audio/flac": "flac",
  "audio/x-flac": "flac",
};

const ANSWER = z.looseObject({ text: z.string() });

/**
 * Any server with OpenAI's `POST /v1/audio/transcriptions`. One call, never repeated: the caller
 * decides that.
 */
export function createOpenaiTranscriber(settings: TranscriberSettings): Transcriber {
  const fetchNow = settings.fetch ?? fetch;
  const url = endpointAddress(settings.url, "/audio/transcriptions");
  const headers: Record<string, string> =
    settings.apiKey === null ? {} : { authorization: `Bearer ${settings.apiKey}` };

  return {
    async transcribe(note, stopping): Promise<Transcription> {
      if (note.bytes.byteLength === 0) return { kind: "empty" };
      if (note.bytes.byteLength > MAX_FILE_BYTES) return failed("never", "file_too_large");
      const ending = ENDINGS[typeOf(note.mimeType)];
      if (ending === undefined) return failed("never", "format_unknown");
      const deadline = startDeadline({ timeoutMs: settings.timeoutMs ?? TIMEOUT_MS, signal: stopping });
      const { signal } = deadline;
      try {
        const body = form(note, ending, settings.model);
        // The key and the voice must not travel to wherever an answer points.
        const response = await fetchNow(url, { method: "POST", headers, body, redirect: "manual", signal });
        const bytes = await readCapped(response, MAX_ANSWER_BYTES);
        if (bytes === null) return failed("broken_output", "answer_too_large", response.status);
        if (!response.ok) return { kind: "failed", failure: failureOfAnswer(response, bytes) };
        return readHeard(response, bytes);
      } catch (thrown) {
        return failureOfThrown(thrown, deadline.cut() === "timeout");
      } finally {
        deadline.end();
      }
    },
  };
}

function typeOf(mimeType: string): string {
  return (mimeType.split(";")[0] ?? "").trim().toLowerCase();
}

function form({ bytes, mimeType, language }: VoiceNote, ending: string, model: string): FormData {
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(bytes)], { type: typeOf(mimeType) }), `nota.${ending}`);
  body.set("model", model);
  body.set("language", language);
  body.set("response_format", "json");
  return body;
}

function readHeard(response: Response, bytes: Uint8Array): Transcription {
  const said = readText(response, new TextDecoder().decode(bytes));
  if (said === null) return failed("broken_output", "no_text", response.status);
  // PostgreSQL can store neither U+0000 nor half a surrogate pair.
  const text = said
    .replaceAll("\u0000", " ")
    .replace(/\p{Surrogate}/gu, "\uFFFD")
    .normalize("NFC")
    .trim();
  return /[\p{L}\p{N}]/u.test(text) && !isInvented(text) ? { kind: "heard", text } : { kind: "empty" };
}

/** JSON as it was asked for; some servers answer with the bare text all the same. */
function readText(response: Response, body: string): string | null {
  if (response.headers.get("content-type")?.startsWith("text/plain") === true) return body;
  try {
    const answer = ANSWER.safeParse(JSON.parse(body));
    return answer.success ? answer.data.text : null;
  } catch {
    return null; // No JSON: the caller says so.
  }
}
