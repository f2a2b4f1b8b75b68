import { inflateRawSync } from "node:zlib";
import { DocumentError } from "./fault.ts";

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const MOST_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;
/** A workbook of many sheets with pictures has some hundreds. */
const MOST_ENTRIES = 5_000;

/**
 * Unpacks a zip once within a budget, before a library unpacks it without one: sizes that a zip states of itself can be lies.
 * Throws `too_much_inside`, `encrypted` or `broken`.
 */
export function checkZip(bytes: Uint8Array, unpackedBytes: number): void {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    unpackAll(zip, unpackedBytes);
  } catch (cause) {
    if (cause instanceof DocumentError) throw cause;
    throw new DocumentError("broken", { cause });
  }
}

function unpackAll(zip: Buffer, unpackedBytes: number): void {
  const end = findEnd(zip);
  const count = zip.readUInt16LE(end + 10);
  if (count > MOST_ENTRIES) throw new DocumentError("too_much_inside");
  let at = zip.readUInt32LE(end + 16);
  let left = unpackedBytes;
  for (let entry = 0; entry < count; entry++) {
    if (zip.readUInt32LE(at) !== CENTRAL_HEADER) throw new DocumentError("broken");
    if ((zip.readUInt16LE(at + 8) & 1) === 1) throw new DocumentError("encrypted");
    left -= unpackedSize(zip, at, left);
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
}

function findEnd(zip: Buffer): number {
  for (let at = zip.length - END_BYTES; at >= Math.max(0, zip.length - END_BYTES - MOST_COMMENT); at--) {
    if (zip.readUInt32LE(at) === END) return at;
  }
  throw new DocumentError("broken");
}

function unpackedSize(zip: Buffer, central: number, left: number): number {
  const method = zip.readUInt16LE(central + 10);
  const packed = zip.readUInt32LE(central + 20);
  const local = zip.readUInt32LE(central + 42);
  if (zip.readUInt32LE(local) !== LOCAL_HEADER) throw new DocumentError("broken");
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const data = zip.subarray(start, start + packed);
  if (method === STORED) return checked(data.length, left);
  if (method !== DEFLATED) throw new DocumentError("broken");
  return checked(inflate(data, left).length, left);
}

function checked(size: number, left: number): number {
  if (size > left) throw new DocumentError("too_much_inside");
  return size;
}

function inflate(data: Buffer, left: number): Buffer {
  try {
    return inflateRawSync(data, { maxOutputLength: left + 1 });
  } catch (cause) {
    const isOver = cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE";
    throw new DocumentError(isOver ? "too_much_inside" : "broken", { cause });
  }
}
