import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { Clock } from "../core/ports/clock.ts";
import { BoundedMap } from "./bounded-map.ts";

const DESCRIPTION = z.object({
  id: z.string(),
  mimeType: z.string(),
  fileName: z.string().nullable(),
  size: z.number(),
  /** Hexadecimal. */
  sha256: z.string(),
});

export type MediaDescription = z.infer<typeof DESCRIPTION>;

export interface StoredMedia extends MediaDescription {
  readonly bytes: Uint8Array;
}

const MAX_IN_MEMORY = 200;
const MAX_ADDRESSES = 10_000;

/**
 * The files that businesses upload and customers send: beside the ledger if it has a file, else in
 * memory.
 */
export class MediaStore {
  readonly #dir: string | null;
  readonly #clock: Clock;
  readonly #recent = new BoundedMap<string, StoredMedia>(MAX_IN_MEMORY);
  readonly #addresses = new BoundedMap<string, { readonly id: string; readonly expiresMs: number }>(MAX_ADDRESSES);

  constructor(dir: string | null, clock: Clock) {
    this.#dir = dir;
    this.#clock = clock;
  }

  put(file: { bytes: Uint8Array; mimeType: string; fileName: string | null }): MediaDescription {
    // Digits, like Meta's.
    const id = (randomBytes(8).readBigUInt64BE() % 9_000_000_000_000_000n) + 1_000_000_000_000_000n;
    const sha256 = createHash("sha256").update(file.bytes).digest("hex");
    const { bytes, mimeType, fileName } = file;
    const description = { id: String(id), mimeType, fileName, size: bytes.byteLength, sha256 };
    this.#recent.set(description.id, { ...description, bytes });
    if (this.#dir !== null) {
      mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
      writeFileSync(join(this.#dir, description.id), bytes, { mode: 0o600 });
      writeFileSync(join(this.#dir, `${description.id}.json`), JSON.stringify(description), { mode: 0o600 });
    }
    return description;
  }

  get(id: string): StoredMedia | null {
    const recent = this.#recent.get(id);
    if (recent !== undefined || this.#dir === null || !/^[0-9]{1,32}$/.test(id)) return recent ?? null;
    try {
      const json: unknown = JSON.parse(readFileSync(join(this.#dir, `${id}.json`), "utf8"));
      const media = { ...DESCRIPTION.parse(json), bytes: readFileSync(join(this.#dir, id)) };
      this.#recent.set(id, media);
      return media;
    } catch {
      // There is none, or a crash left half of it: either way the provider does not know it.
      return null;
    }
  }

  /** False when there was none. */
  remove(id: string): boolean {
    if (this.get(id) === null) return false;
    this.#recent.delete(id);
    if (this.#dir !== null) for (const name of [id, `${id}.json`]) rmSync(join(this.#dir, name), { force: true });
    return true;
  }

  /** The secret last part of an address that serves the file's bytes for a limited time. */
  address(id: string, lifeMs: number): string {
    const key = randomBytes(18).toString("base64url");
    this.#addresses.set(key, { id, expiresMs: this.#clock.now().getTime() + lifeMs });
    return key;
  }

  /** null once its time is over. */
  find(key: string): StoredMedia | null {
    const address = this.#addresses.get(key);
    if (address === undefined || this.#clock.now().getTime() >= address.expiresMs) return null;
    return this.get(address.id);
  }
}
