import { upload } from "../../../api/request.ts";
import { useRedraw } from "../../../use-redraw.ts";
import type { Attached } from "./draft.ts";
import { changeDraft } from "./drafts.ts";

/** A file on its way to the server. It becomes a part of the draft once it is there. */
export interface Upload {
  readonly key: string;
  readonly conversationId: string;
  readonly file: File;
  /** Null while it is on its way. */
  readonly error: unknown;
}

let all: readonly Upload[] = [];
const heeding = new Set<() => void>();

function write(next: readonly Upload[]): void {
  all = next;
  for (const heed of heeding) heed();
}

/** The size that WhatsApp shows: a phone's picture of 12 megapixels is ten times as heavy. */
const LONGEST_SIDE_PX = 1_600;
const HEAVY_BYTES = 1_000_000;
const MOST_FILES = 10;

export function attach(conversationId: string, files: Iterable<File>): void {
  const added = [...files]
    .slice(0, MOST_FILES)
    .map((file) => ({ key: crypto.randomUUID(), conversationId, file, error: null }));
  write([...all, ...added]);
  for (const one of added) void carry(one);
}

export function carryAgain(one: Upload): void {
  write(all.map((other) => (other.key === one.key ? { ...other, error: null } : other)));
  void carry(one);
}

export function dropUpload(key: string): void {
  write(all.filter((one) => one.key !== key));
}

async function carry({ key, conversationId, file }: Upload): Promise<void> {
  try {
    const query = new URLSearchParams({ fileName: file.name.slice(0, 240) || "archivo" });
    const path = `/internal/agent/conversations/${encodeURIComponent(conversationId)}/files?${query}`;
    const attached = await upload<Attached>(path, await shrunk(file));
    // It was taken away meanwhile.
    if (!all.some((one) => one.key === key)) return;
    dropUpload(key);
    changeDraft(conversationId, ({ attached: before }) => ({ attached: [...before, attached] }));
  } catch (error) {
    write(all.map((one) => (one.key === key ? { ...one, error } : one)));
  }
}

/** A picture that WhatsApp takes and a phone's line can carry; any other file as it is. */
async function shrunk(file: File): Promise<Blob> {
  if (!file.type.startsWith("image/")) return file;
  if (/^image\/(jpeg|png)$/.test(file.type) && file.size < HEAVY_BYTES) return file;
  const picture = await createImageBitmap(file).catch(() => null);
  // The server says why it does not take it.
  if (picture === null) return file;
  const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const pen = canvas.getContext("2d");
  if (pen === null) return file;
  // A JPEG has no transparency: what is seen through a PNG is paper.
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
  return made ?? file;
}

export function useUploads(conversationId: string): readonly Upload[] {
  useRedraw(heeding);
  return all.filter((one) => one.conversationId === conversationId);
}
