import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/** The store of a ledger's lines. Line `n` counts from 1. */
export interface LedgerLines {
  /** The number of lines, forgotten ones included. */
  readonly count: number;
  /**
   * How many could not be written, as on a full disk: the simulator continues, and its status says
   * so.
   */
  readonly lost: number;
  /**
   * The kernel has the line when this returns: a kill of any process loses nothing that was
   * appended.
   */
  append(line: string): void;
  /** The lines after line `after`, oldest first. */
  after(after: number): Iterable<string>;
  close(): void;
}

const MAX_LINES_IN_MEMORY = 20_000;

/** Lines in memory, the oldest first; they end with the process. */
export function linesInMemory(): LedgerLines {
  let lines: string[] = [];
  let forgotten = 0;
  return {
    get count() {
      return forgotten + lines.length;
    },
    lost: 0,
    append(line) {
      lines.push(line);
      if (lines.length < 2 * MAX_LINES_IN_MEMORY) return;
      forgotten += MAX_LINES_IN_MEMORY;
      lines = lines.slice(MAX_LINES_IN_MEMORY);
    },
    after: (after) => lines.slice(Math.max(0, after - forgotten)),
    close() {},
  };
}

/**
 * The place of every n-th line in the file is noted, so that a page is found without reading the
 * lines before it.
 */
const LINES_PER_MARK = 256;
const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

/**
 * Lines in an append-only file. When the file is opened, a last line that a crash tore off is cut
 * away.
 */
export function linesInFile(path: string, write: typeof writeSync = writeSync): LedgerLines {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(path, "a+", 0o600);
  const marks: number[] = [];
  let count = 0;
  let endByte = 0;
  let isOpen = true;
  let lost = 0;
  const noteLine = (bytes: number) => {
    if (count % LINES_PER_MARK === 0) marks.push(endByte);
    count++;
    endByte += bytes;
  };
  for (const line of readLines(file, 0)) noteLine(line.byteLength + 1);
  if (fstatSync(file).size > endByte) ftruncateSync(file, endByte);

  return {
    get count() {
      return count;
    },
    get lost() {
      return lost;
    },
    append(line) {
      // A webhook that was under way when the simulator closed.
      if (!isOpen) return;
      const bytes = Buffer.from(`${line}\n`, "utf8");
      try {
        for (let written = 0; written < bytes.byteLength; ) written += write(file, bytes, written);
        noteLine(bytes.byteLength);
      } catch {
        // Most writes happen in the background, where an error would end the process.
        lost++;
        ftruncateSync(file, endByte);
      }
    },
    *after(after) {
      const mark = Math.min(Math.floor(after / LINES_PER_MARK), marks.length - 1);
      if (!isOpen || after >= count || mark < 0) return;
      let n = mark * LINES_PER_MARK;
      for (const line of readLines(file, marks[mark] ?? 0)) if (++n > after) yield line.toString("utf8");
    },
    close() {
      if (isOpen) closeSync(file);
      isOpen = false;
    },
  };
}

/** The whole lines from a place in a file on, without their ends. */
function* readLines(file: number, fromByte: number): Iterable<Buffer> {
  let place = fromByte;
  let rest = Buffer.alloc(0);
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const length = readSync(file, chunk, 0, CHUNK_BYTES, place);
    if (length === 0) return;
    place += length;
    const bytes = Buffer.concat([rest, chunk.subarray(0, length)]);
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      yield bytes.subarray(start, end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
}
