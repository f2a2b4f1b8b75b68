import type { CannedReply, InboxView } from "../../answers/desk/desk.ts";
import type { SearchAnswer } from "../../answers/search.ts";
import type { ConversationId, WorkspaceId } from "../../ids.ts";

/** What is left out stays as it is. */
export interface DeskChange {
  /** Null takes it from the person who has it. */
  readonly assignee?: string | null | undefined;
  /** Null wakes it. */
  readonly snoozedUntil?: Date | null | undefined;
  /** Closing a conversation closes its open tasks. */
  readonly isResolved?: boolean | undefined;
  /** A person has read it until now. Not audited. */
  readonly isSeen?: true | undefined;
}

/** A file that a person sends, uploaded to WhatsApp and kept. */
export interface SentFile {
  readonly id: string;
  readonly mediaId: string;
  readonly kind: "image" | "audio" | "video" | "document";
  readonly type: string;
  readonly fileName: string | null;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

export interface KnownFile {
  readonly mediaId: string;
  readonly kind: SentFile["kind"];
  readonly type: string;
  readonly fileName: string | null;
}

export const MAX_CANNED_REPLIES = 300;
export const MAX_INBOX_VIEWS = 30;

/** `taken`: another one has this name. `full`: there are as many as there may be. */
export type Written<Answer> =
  | { readonly kind: "written"; readonly answer: Answer }
  | { readonly kind: "not_found" | "taken" | "full" };

/** What the shop's people do with conversations beside speaking in them. */
export interface Desk {
  /** The ids of those that exist. */
  change(
    workspace: WorkspaceId,
    conversations: readonly ConversationId[],
    change: DeskChange,
    actor: string,
  ): Promise<readonly ConversationId[]>;
  /** A person writes an answer now; null when the conversation is unknown. Another person who writes is returned. */
  writing(workspace: WorkspaceId, id: ConversationId, actor: string): Promise<{ readonly other: string | null } | null>;
  /** Owners and operators, by name. */
  people(workspace: WorkspaceId): Promise<readonly string[]>;
  /** The number of the shop that serves the conversation. */
  numberOf(workspace: WorkspaceId, id: ConversationId): Promise<string | null>;
  /** WhatsApp's id of a customer's message. */
  wamidOf(workspace: WorkspaceId, id: ConversationId, eventId: string): Promise<string | null>;
  keepFile(workspace: WorkspaceId, id: ConversationId, file: SentFile, actor: string): Promise<void>;
  findFile(workspace: WorkspaceId, id: ConversationId, fileId: string): Promise<KnownFile | null>;
  /** The bytes, for the people of the shop. */
  readFile(
    workspace: WorkspaceId,
    fileId: string,
  ): Promise<{ readonly type: string; readonly bytes: Uint8Array | null; readonly fileName: string | null } | null>;
  cannedReplies(workspace: WorkspaceId): Promise<readonly CannedReply[]>;
  writeCannedReply(
    workspace: WorkspaceId,
    reply: Pick<CannedReply, "id" | "shortcut" | "body">,
    by: { readonly actor: string; readonly isNew: boolean },
  ): Promise<Written<CannedReply>>;
  removeCannedReply(workspace: WorkspaceId, id: string, actor: string): Promise<boolean>;
  views(workspace: WorkspaceId): Promise<readonly InboxView[]>;
  addView(
    workspace: WorkspaceId,
    view: Pick<InboxView, "id" | "name" | "query">,
    actor: string,
  ): Promise<Written<InboxView>>;
  removeView(workspace: WorkspaceId, id: string, actor: string): Promise<boolean>;
  /** People, messages and orders, without accents. */
  search(workspace: WorkspaceId, words: string): Promise<SearchAnswer>;
}
