import type { MessageContent } from "../../src/core/inbound/content.ts";
import type { MediaItem } from "../../src/core/inbound/media.ts";
import type { NotUnderstood } from "../../src/core/inbound/understanding.ts";
import type { Transcription } from "../../src/core/ports/model/transcriber.ts";
import { createScriptedTranscriber } from "../../src/models/scripted-transcriber.ts";
import { createFileReaders, type FileReaders } from "../../src/runtime/file-readers.ts";
import { newId } from "./inbound.ts";
import { eventually } from "./shop.ts";
import type { TestDatabase } from "./test-database.ts";

export const voiceNote = (mediaId = newId()): MessageContent => ({
  type: "media",
  media: "audio",
  mediaId,
  mimeType: "audio/ogg; codecs=opus",
  sha256: null,
  caption: null,
  fileName: null,
  isVoiceNote: true,
});

/** Ears that hear what a file's bytes say, or what the test lets them hear. */
export function listening(
  hear: (said: string) => Transcription | Promise<Transcription> = (text) => ({ kind: "heard", text }),
  more: Partial<Pick<FileReaders, "progressAfterMs" | "toldProgress">> = {},
) {
  const transcriber = createScriptedTranscriber((note) => hear(Buffer.from(note.bytes).toString("utf8")));
  const files = createFileReaders({ transcriber, fileAwaited() {}, toldProgress() {}, ...more });
  return { transcriber, files };
}

/** What became of files, as the metrics tell it. */
export type Told = { readonly medium: string; readonly outcome: NotUnderstood | "heard" | "seen" };

/** The test stands where the fetcher stands: files come when it says so. */
export function fetcherOf(database: () => TestDatabase) {
  const claimed = new Map<string, MediaItem>();
  const claim = async (mediaId: string): Promise<MediaItem> => {
    await eventually(`file ${mediaId} is due`, async () => {
      const { items } = await database().store.media.claim(100, 60_000);
      for (const item of items) claimed.set(item.reference.mediaId, item);
      return claimed.has(mediaId);
    });
    return claimed.get(mediaId) as MediaItem;
  };
  return {
    claim,
    async brings(mediaId: string, said: string, detectedType = "audio/ogg") {
      const bytes = Buffer.from(said);
      const item = await claim(mediaId);
      return database().store.media.settle(item, { kind: "fetched", bytes, sha256: "00".repeat(32), detectedType });
    },
    async failsToBring(mediaId: string) {
      return database().store.media.settle(await claim(mediaId), { kind: "gone", detail: "WhatsApp has it no more" });
    },
  };
}
