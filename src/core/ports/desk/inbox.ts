import type { InboxCounts } from "../../answers/desk/inbox-counts.ts";
import type { InboxItem } from "../../answers/desk/inbox-item.ts";
import type { Note } from "../../answers/desk/note.ts";
import type { TimelineItem } from "../../answers/desk/timeline.ts";
import type { ConversationId, EventId, OutboxId, RunId, WorkspaceId } from "../../ids.ts";
import type { OutboundContent } from "../../outbound/outbound-content.ts";
import type { Page } from "../page.ts";

/**
 * - `needs_me`: the conversation waits for a person
 * - `human`: a person answers and the bot is silent
 * - `bot`: the bot answers
 * - `unread`: the customer has written since a person last looked
 * - `mine`: the caller has it; `unassigned`: a person answers, and no person has it
 * - `snoozed`: it rests; `resolved`: a person has closed it
 */
export const INBOX_FILTERS = [
  "all",
  "needs_me",
  "human",
  "bot",
  "unread",
  "mine",
  "unassigned",
  "snoozed",
  "resolved",
] as const;
export type InboxFilter = (typeof INBOX_FILTERS)[number];

export type NoteResult =
  /** It stands there, also where the same note had been given before. */
  | { readonly kind: "noted"; readonly note: Note }
  /** The key stands for a note with other words. */
  | { readonly kind: "key_reused" }
  | { readonly kind: "not_found" };

export interface OperatorReply {
  readonly content: OutboundContent;
  /** A message of this conversation, by our id of it: the customer sees it quoted. */
  readonly replyTo?: string | undefined;
  readonly actor: string;
  /** The same key again is the same reply; with other words it is refused. */
  readonly idempotencyKey: string;
  readonly eventId: EventId;
  readonly runId: RunId;
  readonly messageId: OutboxId;
}

export type ReplyResult =
  | { readonly kind: "queued"; readonly messageId: OutboxId; readonly runId: RunId; readonly duplicate: boolean }
  /** The key stands for another reply. */
  | { readonly kind: "key_reused" }
  | { readonly kind: "not_found" }
  /** The bot answers here: a person takes the conversation over first. */
  | { readonly kind: "bot_answers" }
  /** The customer has asked for no more messages, and has said nothing since. */
  | { readonly kind: "opted_out" }
  /** Only a template may leave now. */
  | { readonly kind: "window_closed"; readonly closedAt: Date | null };

/** How far a look saw: given back, the next look goes on from there. */
export interface PulsePlace {
  readonly at: string;
  /** The newest line of the audit log, by workspace. */
  readonly audit: Readonly<Record<string, string>>;
}

/** How conversations stand; two looks that differ in a text say that what it speaks of has changed, not what has. */
export interface Pulse {
  readonly conversations: readonly {
    readonly workspaceId: WorkspaceId;
    readonly id: ConversationId;
    readonly state: string;
    /** The newest. */
    readonly run: { readonly id: string; readonly state: string } | null;
    readonly timer: string | null;
  }[];
  /** The open alerts, by workspace. */
  readonly alerts: Readonly<Record<string, string>>;
  readonly place: PulsePlace;
}

/** What the shop's people see of their conversations, and what they say in them. */
export interface Inbox {
  /** Who waits for a person first, then the latest. `query`: part of a name or of a phone. */
  list(
    workspace: WorkspaceId,
    filter: {
      filter: InboxFilter;
      query?: string | undefined;
      /** The person of `mine`. */
      person: string;
      assignee?: string | undefined;
      agent?: string | undefined;
      /** `customer`: only the newest conversation of each. */
      per?: "conversation" | "customer";
      cursor?: string | undefined;
      limit: number;
    },
  ): Promise<Page<InboxItem>>;
  /** What waits for people of the shop, in numbers. */
  counts(workspace: WorkspaceId, person: string): Promise<InboxCounts>;
  /** The newest first; null when there is no such conversation. `limit` counts the runs; what happened between them comes along. */
  timeline(
    workspace: WorkspaceId,
    id: ConversationId,
    filter: { cursor?: string | undefined; limit: number },
  ): Promise<Page<TimelineItem> | null>;
  /** A person's words, on their way to the customer through the outbox like any other. */
  reply(workspace: WorkspaceId, id: ConversationId, reply: OperatorReply): Promise<ReplyResult>;
  /** A note for the shop's own people. The same key and words again are the same note. */
  addNote(
    workspace: WorkspaceId,
    id: ConversationId,
    note: { id: string; author: string; text: string; idempotencyKey: string },
  ): Promise<NoteResult>;
  /** The newest first; null when there is no such conversation. */
  listNotes(
    workspace: WorkspaceId,
    id: ConversationId,
    filter: { cursor?: string | undefined; limit: number },
  ): Promise<Page<Note> | null>;
  /** One look at all conversations in which something happens, shared by all who watch. */
  pulse(look: {
    workspaces: readonly WorkspaceId[];
    /** Null at the first look. */
    since: PulsePlace | null;
    watched: readonly { workspaceId: WorkspaceId; id: ConversationId }[];
  }): Promise<Pulse>;
}
