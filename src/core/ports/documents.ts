import type { DocumentRecord } from "../answers/document-record.ts";
import type { Document, DocumentFault, DocumentReading, Reference } from "../documents/document.ts";
import type { StoredReading } from "../documents/stored-document.ts";
import type { ConversationId, WorkspaceId } from "../ids.ts";
import type { Page } from "./page.ts";

export interface DocumentReader {
  /** Reads a file of foreign origin. `name`: as its sender called it, which decides only between text, CSV and HTML. */
  read(bytes: Uint8Array, name: string | null): Promise<DocumentReading>;
  stop(): Promise<void>;
}

/** The documents that customers sent and that people of the shop added, read into chunks that can be found. */
export interface Documents {
  /** Keeps a file that a person added; it becomes due at once. The same bytes in the same place are kept once. */
  add(file: AddedFile): Promise<AddedDocument>;
  /** Takes due documents for `leaseMs`. A worker that dies loses them by time alone. */
  claim(limit: number, leaseMs: number): Promise<{ items: DueDocument[]; nextDueInMs: number | null }>;
  /** Records the result of `item.attempt`, whole or not at all; false when a later attempt has begun, or the customer was erased. */
  settle(item: DueDocument, reading: StoredReading): Promise<boolean>;
  /** Those of the conversation, the newest first, and behind them those of the shop; at most `limit`. */
  list(of: DocumentOwner, limit: number): Promise<readonly KeptDocument[]>;
  /** The chunks of both that have to do with a text, the best first. */
  search(of: DocumentOwner, asked: DocumentQuestion): Promise<readonly FoundChunk[]>;
  /** All of a workspace, or of one conversation, the newest first. */
  page(workspaceId: WorkspaceId, filter: DocumentFilter): Promise<Page<DocumentRecord>>;
  find(workspaceId: WorkspaceId, id: string): Promise<DocumentRecord | null>;
  /** The chunks in the order of the document, from `from` on; null when there is no such document. */
  chunks(workspaceId: WorkspaceId, id: string, from: number, limit: number): Promise<readonly KeptChunk[] | null>;
  /** The file itself, for a person; noted in the audit log. `bytes` is null when it is erased. */
  content(workspaceId: WorkspaceId, id: string, by: string): Promise<{ readonly bytes: Uint8Array | null } | null>;
  /** Takes the file, its text and its index away; false when there is nothing to take. */
  erase(workspaceId: WorkspaceId, id: string, by: string): Promise<boolean>;
}

/** `conversationId` null: the document is the shop's own, and every agent of the workspace may quote it. */
export interface DocumentOwner {
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId | null;
}

export interface DocumentFilter {
  readonly conversationId?: ConversationId | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface AddedFile extends DocumentOwner {
  readonly id: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly by: string;
}

export type AddedDocument =
  | { readonly kind: "added" | "known"; readonly document: DocumentRecord }
  | { readonly kind: "no_conversation" }
  | { readonly kind: "full" };

/** Documents of the shop, beside those of its customers: a search reads all of them. */
export const MOST_SHOP_DOCUMENTS = 200;

export interface KeptChunk {
  readonly place: number;
  readonly reference: Reference;
  readonly text: string;
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
  /** A person added it for the whole shop. */
  readonly isOfShop: boolean;
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
  readonly isOfShop: boolean;
  readonly title: string | null;
  readonly reference: Reference;
  readonly text: string;
  /** How much of the question's weight it holds, 0 to 1. */
  readonly share: number;
}
