import type { CustomerFile } from "../answers/customer-file.ts";
import type { ConversationId, EventId, WorkspaceId } from "../ids.ts";
import type { MediaItem, MediaSettlement, MediaStatus } from "../inbound/media.ts";
import type { Understanding } from "../inbound/understanding.ts";
import type { Page } from "./page.ts";

/** The files that customers sent. Each is fetched soon after receipt, in a step of its own, and kept. */
export interface Media {
  /** Takes due files for `leaseMs`. A worker that dies loses them by time alone. */
  claim(limit: number, leaseMs: number): Promise<{ items: MediaItem[]; nextDueInMs: number | null }>;
  /**
   * Records the result of `item.attempt`; false when a later attempt has begun. A turn that was let go to wait for the
   * file is due at once.
   */
  settle(item: MediaItem, settlement: MediaSettlement): Promise<boolean>;
  /** The files of these messages, with the bytes of those that are stored and not understood yet. */
  open(workspaceId: WorkspaceId, eventIds: readonly EventId[]): Promise<OpenedFile[]>;
  /** Keeps what was understood of a file. The first understanding stands and is returned. */
  keepUnderstanding(file: Pick<OpenedFile, "id" | "workspaceId">, understanding: Understanding): Promise<Understanding>;
  /** Newest first. */
  list(
    workspace: WorkspaceId,
    filter: { conversationId?: ConversationId | undefined; cursor?: string | undefined; limit: number },
  ): Promise<Page<CustomerFile>>;
  /** One file for a person, who is named in the audit log. `bytes` is null until they are stored. */
  read(
    workspace: WorkspaceId,
    id: string,
    by: string,
  ): Promise<{ media: CustomerFile; bytes: Uint8Array | null } | null>;
}

/** A customer's file, as a turn needs it. */
export interface OpenedFile {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  readonly eventId: EventId;
  readonly status: MediaStatus;
  /** The type that its bytes show. */
  readonly detectedType: string | null;
  readonly bytes: Uint8Array | null;
  readonly understanding: Understanding | null;
}
