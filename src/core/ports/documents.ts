import type { Document, DocumentFault, DocumentReading, Reference } from "../documents/document.ts";
import type { StoredReading } from "../documents/stored-document.ts";
import type { ConversationId, WorkspaceId } from "../ids.ts";

export interface DocumentReader {
  /** Reads a file of foreign origin. `name`: as its sender called it, which decides only between text, CSV and HTML. */
  read(bytes: Uint8Array, name: string | null): Promise<DocumentReading>;
  stop(): Promise<void>;
}

/** The documents that customers sent, read into chunks that can be found. */
export interface Documents {
  /** Takes due documents for `leaseMs`. A worker that dies loses them by time alone. */
  claim(limit: number, leaseMs: number): Promise<{ items: DueDocument[]; nextDueInMs: number | null }>;
  /** Records the result of `item.attempt`, whole or not at all; false when a later attempt has begun, or the customer was erased. */
  settle(item: DueDocument, reading: StoredReading): Promise<boolean>;
  /** The newest first, at most `limit`. */
  list(of: DocumentOwner, limit: number): Promise<readonly KeptDocument[]>;
  /** The chunks that have to do with a text, the best first. */
  search(of: DocumentOwner, asked: DocumentQuestion): Promise<readonly FoundChunk[]>;
}

export interface DocumentOwner {
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId;
}

export interface DocumentQuestion {
  readonly text: string;
  /** One document alone; null for all of the conversation. */
  readonly documentId: string | null;
  readonly limit: number;
}

/** A document that a worker has the right to read. `attempt` counts this one, and is the fence of its settlement. */
export interface DueDocument extends DocumentOwner {
  readonly id: string;
  readonly fileName: string | null;
  /** null when the days of the file were over before it was read. */
  readonly bytes: Uint8Array | null;
  readonly attempt: number;
}

export interface KeptDocument {
  readonly id: string;
  readonly title: string | null;
  readonly fileName: string | null;
  readonly status: "waiting" | "read" | "unreadable" | "erased";
  readonly fault: DocumentFault | null;
  readonly pages: number | null;
  readonly pagesWithoutText: readonly number[];
  readonly tables: Document["tables"];
  readonly createdAt: Date;
}

export interface FoundChunk {
  readonly documentId: string;
  readonly title: string | null;
  readonly reference: Reference;
  readonly text: string;
  /** How much of the question's weight it holds, 0 to 1. */
  readonly share: number;
}
