import type { CannedReply, InboxView } from "../../answers/desk/desk.ts";
import type { SearchAnswer } from "../../answers/search.ts";
import type { ContactId, ConversationId, WorkspaceId } from "../../ids.ts";

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

/** What became of each conversation that a change names. */
export interface DeskChanged {
  /** Those that exist and were not left alone. */
  readonly changed: readonly ConversationId[];
  /** Those among the changed ones that stood so before. */
  readonly same: readonly ConversationId[];
  /** Those left alone: another person has them, and the caller has not seen it. */
  readonly taken: readonly ConversationId[];
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
  /** `seen` says whom the caller saw each conversation with. What another person has taken since stays as it is. */
  change(
    workspace: WorkspaceId,
    asked: {
      readonly conversations: readonly ConversationId[];
      readonly change: DeskChange;
      readonly seen?: Readonly<Record<string, string | null>> | undefined;
    },
    actor: string,
  ): Promise<DeskChanged>;
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
  /** Those of the shop, and the person's own. */
  views(workspace: WorkspaceId, actor: string): Promise<readonly InboxView[]>;
  addView(
    workspace: WorkspaceId,
    view: Pick<InboxView, "id" | "name" | "query" | "isOwn">,
    actor: string,
  ): Promise<Written<InboxView>>;
  /** Gives it another name, or makes it the shop's or the person's own. */
  changeView(
    workspace: WorkspaceId,
    view: { readonly id: string; readonly name?: string | undefined; readonly isOwn?: boolean | undefined },
    actor: string,
  ): Promise<Written<InboxView>>;
  removeView(workspace: WorkspaceId, id: string, actor: string): Promise<boolean>;
  /** The customer gets nothing more that the shop begins, until they say otherwise. False when the customer is unknown. */
  stopMarketing(workspace: WorkspaceId, contact: ContactId, actor: string): Promise<boolean>;
  /** People, messages and orders, without accents. */
  search(workspace: WorkspaceId, words: string): Promise<SearchAnswer>;
}
