import * as z from "zod";
import type { Clock } from "../core/ports/clock.ts";
import { type LedgerLines, linesInFile, linesInMemory } from "./ledger-lines.ts";

const person = { bsuid: z.string(), phone: z.string().nullable() };
const send = {
  phoneNumberId: z.string(),
  /** The business's own key, which each report returns. */
  opaque: z.string().nullable(),
  /** `text`, `interactive/button`, `image`, `template`, … */
  kind: z.string().nullable(),
  /** The message alone, as it was sent: without recipient and key. */
  content: z.unknown(),
  /** A hash of `JSON.stringify(content)`, hexadecimal: twins share it. */
  sha256: z.string().nullable(),
};

const LEDGER_RECORD = z.discriminatedUnion("type", [
  z.object({ type: z.literal("send_accepted"), wamid: z.string(), to: z.string(), ...person, ...send }),
  z.object({
    type: z.literal("send_refused"),
    to: z.string().nullable(),
    ...send,
    httpStatus: z.number(),
    code: z.number().nullable(),
    detail: z.string(),
  }),
  z.object({
    type: z.literal("status"),
    wamid: z.string(),
    status: z.enum(["sent", "delivered", "read", "failed"]),
    phoneNumberId: z.string(),
    opaque: z.string().nullable(),
    code: z.number().nullable(),
  }),
  z.object({
    type: z.literal("customer"),
    /** null for an update that is no message: a changed preference. */
    wamid: z.string().nullable(),
    phoneNumberId: z.string(),
    ...person,
    name: z.string(),
    username: z.string().nullable(),
    /** `messages`, `smb_message_echoes`, `user_preferences`. */
    field: z.string(),
    content: z.unknown(),
  }),
  /** One try to post one or more of the lines above. */
  z.object({
    type: z.literal("webhook"),
    delivery: z.number(),
    attempt: z.number(),
    /** The ledger's lines in it. */
    updates: z.array(z.number()),
    /** null when there was no answer. */
    httpStatus: z.number().nullable(),
    detail: z.string().nullable(),
  }),
  z.object({ type: z.literal("read"), phoneNumberId: z.string(), wamid: z.string(), isTyping: z.boolean() }),
]);

export type LedgerRecord = z.infer<typeof LEDGER_RECORD>;
export type LedgerType = LedgerRecord["type"];
export const LEDGER_TYPES = LEDGER_RECORD.options.map((option) => option.shape.type.value);

const STAMP = z.object({ n: z.number(), at: z.string() });

export type LedgerLine = LedgerRecord & z.infer<typeof STAMP>;

export interface LedgerPage {
  readonly items: readonly LedgerLine[];
  /** The last line that was read: the next page's `after`. */
  readonly nextAfter: number;
  readonly isEnd: boolean;
}

/**
 * At most this many characters of lines are read for one page, so that no page keeps the process
 * from its other work.
 */
const MAX_SCAN = 32 * 1024 * 1024;

/**
 * The provider's own record of what happened: it judges what customers received, whatever process
 * was killed meanwhile.
 */
export class Ledger {
  readonly #lines: LedgerLines;
  readonly #clock: Clock;
  /** The number of lines of each type, since the ledger began. */
  readonly counts: Record<LedgerType, number> = {
    send_accepted: 0,
    send_refused: 0,
    status: 0,
    customer: 0,
    webhook: 0,
    read: 0,
  };

  /** @param file null keeps the ledger in memory */
  constructor(file: string | null, clock: Clock) {
    this.#lines = file === null ? linesInMemory() : linesInFile(file);
    this.#clock = clock;
  }

  /** The number of lines, which is the number of the last one. */
  get count(): number {
    return this.#lines.count;
  }

  /** How many lines could not be written. */
  get lost(): number {
    return this.#lines.lost;
  }

  append(record: LedgerRecord): LedgerLine {
    const { type, ...rest } = record;
    this.counts[type]++;
    const stamp = { n: this.#lines.count + 1, at: this.#clock.now().toISOString() };
    // The type stands first, so that a reader skips other types without parsing them.
    this.#lines.append(JSON.stringify({ type, ...stamp, ...rest }));
    return { ...record, ...stamp };
  }

  /** Every earlier line, oldest first: read once, at the start. */
  *reopen(): Iterable<LedgerLine> {
    for (const line of this.#lines.after(0)) {
      const read = readLine(line);
      if (read === null) continue;
      this.counts[read.type]++;
      yield read;
    }
  }

  readPage(after: number, limit: number, types: readonly LedgerType[]): LedgerPage {
    const starts = types.map((type) => `{"type":"${type}"`);
    const items: LedgerLine[] = [];
    let nextAfter = Math.min(after, this.count);
    let scanned = 0;
    for (const line of this.#lines.after(after)) {
      if (items.length >= limit || scanned > MAX_SCAN) return { items, nextAfter, isEnd: false };
      nextAfter++;
      scanned += line.length;
      if (starts.length > 0 && !starts.some((start) => line.startsWith(start))) continue;
      const read = readLine(line);
      if (read !== null) items.push(read);
    }
    return { items, nextAfter, isEnd: true };
  }

  close(): void {
    this.#lines.close();
  }
}

/** null for a line that another program wrote. */
function readLine(line: string): LedgerLine | null {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return null;
  }
  const record = LEDGER_RECORD.safeParse(json);
  const stamp = STAMP.safeParse(json);
  return record.success && stamp.success ? { ...record.data, ...stamp.data } : null;
}
