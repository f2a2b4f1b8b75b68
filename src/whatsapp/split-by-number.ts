import * as z from "zod";
import { readJson } from "./read-json.ts";

const ENVELOPE = z.looseObject({ entry: z.array(z.unknown()) });
const ENTRY = z.looseObject({ changes: z.array(z.unknown()) });
const CHANGE = z.looseObject({ value: z.looseObject({ metadata: z.looseObject({ phone_number_id: z.unknown() }) }) });

export interface SplitBody {
  /** What concerns one of the numbers, by number, as whole bodies. */
  readonly parts: ReadonlyMap<string, Uint8Array>;
  /** The rest. Null when nothing is left. */
  readonly rest: Uint8Array | null;
}

/** Meta gathers what concerns several numbers of an account in one body: each part is a body of its own again. */
export function splitByNumber(raw: Uint8Array, numbers: ReadonlySet<string>): SplitBody {
  const json = readJson(raw);
  const envelope = json.kind === "json" ? ENVELOPE.safeParse(json.value) : null;
  if (envelope?.success !== true) return { parts: new Map(), rest: raw };
  const keep = (isOf: (number: string | null) => boolean): Uint8Array | null => {
    const entry = envelope.data.entry.flatMap((one) => {
      const parsed = ENTRY.safeParse(one);
      if (!parsed.success) return isOf(null) ? [one] : [];
      const changes = parsed.data.changes.filter((change) => isOf(numberOf(change)));
      return changes.length === 0 && parsed.data.changes.length > 0 ? [] : [{ ...parsed.data, changes }];
    });
    return entry.length === 0 ? null : Buffer.from(JSON.stringify({ ...envelope.data, entry }), "utf8");
  };
  const parts = new Map<string, Uint8Array>();
  for (const number of numbers) {
    const part = keep((one) => one === number);
    if (part !== null) parts.set(number, part);
  }
  return { parts, rest: keep((one) => one === null || !numbers.has(one)) };
}

function numberOf(change: unknown): string | null {
  const parsed = CHANGE.safeParse(change);
  if (!parsed.success) return null;
  const number = parsed.data.value.metadata.phone_number_id;
  return typeof number === "string" || typeof number === "number" ? String(number) : null;
}
