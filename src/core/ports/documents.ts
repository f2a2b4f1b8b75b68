import type { DocumentReading } from "../documents/document.ts";

export interface DocumentReader {
  /** Reads a file of foreign origin. `name`: as its sender called it, which decides only between text, CSV and HTML. */
  read(bytes: Uint8Array, name: string | null): Promise<DocumentReading>;
  stop(): Promise<void>;
}
