import { gzipSync } from "node:zlib";
import { wireJson } from "../../src/simulator/wire-json.ts";
import { signBody } from "../../src/whatsapp/signature.ts";
import { Random } from "../support/random.ts";
import { payloadNames, webhooksOf } from "../whatsapp/support/payloads.ts";
import { CANARY, isTooDeep, mutate, NOT_UTF8, withRaws } from "./hostile-values.ts";
import { APP_SECRET } from "./open-door.ts";

/**
 * Malformed and hostile webhooks, made from Meta's own payloads. A case is made from the seed and its own number alone, so
 * that it can be made again without those before it.
 */
export interface HostileCase {
  /** What was done to it. */
  readonly name: string;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** In how many pieces it is sent; 0: at once. */
  readonly chunkBytes: number;
  /** `refused`: nobody we know has signed it. `taken`: signed, and whatever it holds it must be answered 200. */
  readonly expected: "refused" | "taken" | "too_large";
  /** The id of a good message in it, which must arrive whatever stands beside it. */
  readonly sentinel: string | null;
}

const LIMIT_BYTES = 3 * 1024 * 1024;

export function hostileCase(seed: number, number: number, isSigned: boolean): HostileCase {
  const random = new Random(seed * 1_000_003 + number);
  const made = isSigned || random.chance(0.3) ? anyBody(random, `${seed}.${number}`) : plainBody(random);
  const body = made.bytes;
  const isTooLarge = body.byteLength > LIMIT_BYTES;
  const [signing, signature] = isSigned ? rightSignature(random, body) : wrongSignature(random, body);
  const chunkBytes = random.chance(0.15) ? 1 + random.below(Math.max(1, Math.min(body.byteLength, 5_000))) * 16 : 0;
  return {
    name: `${isSigned ? "signed" : "unsigned"}, ${signing}, ${made.name}`,
    body,
    headers: { ...contentType(random), ...signature },
    chunkBytes,
    expected: isTooLarge ? "too_large" : isSigned ? "taken" : "refused",
    sentinel: isSigned && !isTooLarge ? made.sentinel : null,
  };
}

interface Made {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly sentinel: string | null;
}

const WEBHOOKS: readonly unknown[] = payloadNames().flatMap((name) => webhooksOf(name));

function anyBody(random: Random, id: string): Made {
  const kind = random.below(100);
  if (kind < 45) return batch(random, id);
  if (kind < 65) return mutatedEntries(random, id);
  if (kind < 90) return brokenBytes(random);
  if (kind < 99) return oddBody(random);
  return hugeBody(random, id);
}

function plainBody(random: Random): Made {
  return { name: "a real payload", bytes: wireJson(random.pick(WEBHOOKS)), sentinel: null };
}

/** Broken messages around a good one, in one list of messages. */
function batch(random: Random, id: string): Made {
  const count = random.chance(0.004) ? 999 : 1 + random.below(12);
  const raws: string[] = [];
  const messages = Array.from({ length: count }, () => mutate(random, random.pick(MESSAGES), raws));
  messages.splice(random.below(messages.length + 1), 0, goodMessage(random, id));
  const contacts = random.chance(0.5) ? [mutate(random, CONTACT, raws)] : [CONTACT];
  const value = {
    messaging_product: "whatsapp",
    metadata: METADATA,
    contacts,
    messages,
    statuses: mutate(random, [], raws),
  };
  const bytes = withRaws(random, envelope([{ id: "1", changes: [{ field: "messages", value }] }]), raws);
  return { name: `a batch of ${messages.length}`, bytes, sentinel: isTooDeep(raws) ? null : sentinelOf(id) };
}

/** Whole entries of Meta's, broken, and a good one behind them. */
function mutatedEntries(random: Random, id: string): Made {
  const raws: string[] = [];
  const entries = entriesOf(random.pick(WEBHOOKS)).map((entry) => mutate(random, entry, raws));
  const value = { messaging_product: "whatsapp", metadata: METADATA, messages: [goodMessage(random, id)] };
  entries.push({ id: "1", changes: [{ field: "messages", value }] });
  const bytes = withRaws(random, envelope(entries), raws);
  return { name: "broken entries", bytes, sentinel: isTooDeep(raws) ? null : sentinelOf(id) };
}

function brokenBytes(random: Random): Made {
  const bytes = Buffer.from(
    random.chance(0.5) ? wireJson(random.pick(WEBHOOKS)) : JSON.stringify(random.pick(WEBHOOKS)),
  );
  const at = random.below(bytes.byteLength);
  switch (random.below(5)) {
    case 0: {
      for (let n = 1 + random.below(20); n > 0; n -= 1) {
        bytes[random.below(bytes.byteLength)] = random.below(256);
      }
      return { name: "flipped bytes", bytes, sentinel: null };
    }
    case 1:
      return { name: "truncated", bytes: bytes.subarray(0, at), sentinel: null };
    case 2:
      return { name: "doubled", bytes: Buffer.concat([bytes, bytes]), sentinel: null };
    case 3:
      return {
        name: "invalid UTF-8",
        bytes: Buffer.concat([bytes.subarray(0, at), random.pick(NOT_UTF8), bytes.subarray(at)]),
        sentinel: null,
      };
    default: {
      const noise = Buffer.from(Array.from({ length: random.below(400) }, () => random.below(256)));
      return { name: "noise", bytes: noise, sentinel: null };
    }
  }
}

function oddBody(random: Random): Made {
  const real = JSON.stringify(random.pick(WEBHOOKS));
  const [name, body] = random.pick<readonly [string, string | Uint8Array]>([
    ["no body", ""],
    ["white space", " \n\t "],
    ["null", "null"],
    ["a list", "[]"],
    ["a number", "1e999"],
    ["a text", JSON.stringify(CANARY)],
    ["a form", `object=whatsapp_business_account&entry=${CANARY}`],
    ["XML", `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`],
    ["a byte order mark", `\ufeff${real}`],
    ["UTF-16", Buffer.from(real, "utf16le")],
    ["latin 1", Buffer.from(real.replace(/e/g, "é"), "latin1")],
    ["gzip", gzipSync(real)],
    ["10,000 lists", `${"[".repeat(10_000)}${"]".repeat(10_000)}`],
    ["10,000 objects", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
    ["10,000 open lists", "[".repeat(10_000)],
    ["a duplicate key", `{"object":"page","entry":[],${real.slice(1)}`],
    [
      "an own prototype",
      `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},${real.slice(1)}`,
    ],
    ["another object", JSON.stringify({ object: "instagram", entry: [{ id: "1", changes: [] }] })],
    ["no entries", JSON.stringify(envelope([]))],
    ["entries of nothing", JSON.stringify(envelope([null, 1, "x", [], {}]))],
  ]);
  return { name, bytes: typeof body === "string" ? Buffer.from(body) : body, sentinel: null };
}

/** At Meta's limit of 3 MB, one byte below and one above; a thousand messages; a text as long as a book. */
function hugeBody(random: Random, id: string): Made {
  const kind = random.below(4);
  if (kind === 0) {
    const messages = Array.from({ length: 1_000 }, (_, n) =>
      n === 500
        ? goodMessage(random, id)
        : says(`5730${10_000_000 + random.below(300)}`, `wamid.many.${id}.${n}`, CANARY),
    );
    const value = { messaging_product: "whatsapp", metadata: METADATA, messages };
    const bytes = Buffer.from(JSON.stringify(envelope([{ id: "1", changes: [{ field: "messages", value }] }])));
    return { name: "a thousand messages", bytes, sentinel: sentinelOf(id) };
  }
  const size = LIMIT_BYTES - 1 + random.below(3);
  const good = goodMessage(random, id);
  const long = says("573010000002", `wamid.long.${id}`, "");
  const value = { messaging_product: "whatsapp", metadata: METADATA, messages: [good, long] };
  const json = JSON.stringify(envelope([{ id: "1", changes: [{ field: "messages", value }] }]));
  const padding = "x".repeat(size - Buffer.byteLength(json));
  // The padding is a text of the second message, or white space behind it all.
  const text = kind === 1 ? `${json}${" ".repeat(padding.length)}` : json.replace('"body":""', `"body":"${padding}"`);
  return { name: `${size - LIMIT_BYTES} bytes beyond the limit`, bytes: Buffer.from(text), sentinel: sentinelOf(id) };
}

const METADATA = { display_phone_number: "15550783881", phone_number_id: "106540352242922" };
const CONTACT = { profile: { name: `Ana ${CANARY}` }, wa_id: "573001112233" };

function says(from: string, id: string, body: string) {
  return { from, id, timestamp: "1795219200", type: "text", text: { body } };
}

function sentinelOf(id: string): string {
  return `wamid.SENTINEL.${id}`;
}

function goodMessage(random: Random, id: string) {
  return says(`5731${String(random.below(1e8)).padStart(8, "0")}`, sentinelOf(id), `hola ${CANARY}`);
}

function envelope(entry: unknown[]) {
  return { object: "whatsapp_business_account", entry };
}

/** Each message and each report of Meta's payloads. */
const MESSAGES: readonly unknown[] = WEBHOOKS.flatMap((webhook) =>
  valuesAt(webhook, ["entry", "changes", "value"]).flatMap((value) => [
    ...valuesAt(value, ["messages"]),
    ...valuesAt(value, ["statuses"]),
  ]),
);

function entriesOf(webhook: unknown): unknown[] {
  return valuesAt(webhook, ["entry"]);
}

/** Walks down by keys; a list is walked through. */
function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path));
  const [key, ...rest] = path;
  if (key === undefined) return [value];
  if (typeof value !== "object" || value === null || !(key in value)) return [];
  return valuesAt((value as Record<string, unknown>)[key], rest);
}

function contentType(random: Random): Record<string, string> {
  const type = random.pick([
    "application/json",
    "application/json",
    "application/json; charset=utf-8",
    "application/json;charset=utf-16",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/octet-stream",
    "",
  ]);
  return {
    ...(type === "" ? {} : { "content-type": type }),
    ...(random.chance(0.05) ? { "content-encoding": random.pick(["gzip", "br", "identity"]) } : {}),
    ...(random.chance(0.05) ? { "content-length": random.pick(["0", "-1", "abc", "12"]) } : {}),
  };
}

function rightSignature(random: Random, body: Uint8Array): [string, Record<string, string>] {
  const right = signBody(APP_SECRET, body);
  return random.pick<[string, Record<string, string>]>([
    ["as Meta does", { "x-hub-signature-256": right }],
    ["as Meta does", { "x-hub-signature-256": right }],
    ["in capitals", { "X-HUB-SIGNATURE-256": `sha256=${right.slice(7).toUpperCase()}` }],
    ["beside an old one", { "x-hub-signature-256": right, "x-hub-signature": "sha1=0000" }],
  ]);
}

function wrongSignature(random: Random, body: Uint8Array): [string, Record<string, string>] {
  const right = signBody(APP_SECRET, body);
  const hex = right.slice("sha256=".length);
  const changed = Buffer.from(body);
  if (changed.byteLength > 0) changed[random.below(changed.byteLength)] = 1 + random.below(8);
  const named = (name: string, value: string): [string, Record<string, string>] => [
    name,
    { "x-hub-signature-256": value },
  ];
  const wrong: [string, Record<string, string>][] = [
    ["without a signature", {}],
    ["in the old header", { "x-hub-signature": right }],
    named("empty", ""),
    named("no digits", "sha256="),
    named("an odd number of digits", `sha256=${hex.slice(1)}`),
    named("a digit too many", `${right}0`),
    named("not hexadecimal", `sha256=${"z".repeat(64)}`),
    named("another algorithm", `sha1=${hex}`),
    named("no algorithm", hex),
    named("twice", `${right}, ${right}`),
    named("behind a wrong one", `sha256=${"0".repeat(64)}, ${right}`),
    named("zeros", `sha256=${"0".repeat(64)}`),
    named("another secret", signBody("not-our-secret", body)),
    named("an empty secret", signBody("", body)),
    named("the secret twice", signBody(`${APP_SECRET}${APP_SECRET}`, body)),
    named("of another body", signBody(APP_SECRET, Buffer.from("{}"))),
    named("of a changed body", signBody(APP_SECRET, changed)),
    named("one digit off", `sha256=${hex.slice(0, 63)}${hex.endsWith("0") ? "1" : "0"}`),
    named("of the body written again", signBody(APP_SECRET, writtenAgain(body))),
  ];
  const usable = wrong.filter(([, headers]) => headers["x-hub-signature-256"]?.toLowerCase() !== right);
  return random.pick(usable);
}

/** What a server hashes that parses first. */
function writtenAgain(body: Uint8Array): Uint8Array {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(Buffer.from(body).toString("utf8"))));
  } catch {
    return Buffer.from(`${Buffer.from(body).toString("utf8")} `);
  }
}
