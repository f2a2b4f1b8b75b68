import type { StoredConversation, StoredConversationSummary } from "../answers/conversation.ts";
import type { ConversationId, EventId, PhoneNumberId, WorkspaceId } from "../ids.ts";
import type { EventSource, InputType } from "../inbound/event.ts";
import type { CustomerIdentity } from "../inbound/identity.ts";
import type { Page } from "./page.ts";

/** What a request asked for, as its event keeps it. */
export interface KnownEvent {
  readonly source: EventSource;
  readonly inputType: InputType;
  /** Null when the event has no text, or when its text is no longer kept. */
  readonly text: string | null;
  readonly identity: CustomerIdentity;
  readonly phoneNumberId: PhoneNumberId;
}

/** Conversations as people and programs read them, one workspace at a time and under its row security. */
export interface Conversations {
  get(workspace: WorkspaceId, id: ConversationId): Promise<StoredConversation | null>;
  /** `contact` is one alias: a phone without `+`, or a BSUID. */
  list(
    workspace: WorkspaceId,
    filter: { contact?: string | undefined; cursor?: string | undefined; limit: number },
  ): Promise<Page<StoredConversationSummary>>;
  /** The customer and the number of a conversation, to address an event to it. */
  addressOf(
    workspace: WorkspaceId,
    id: ConversationId,
  ): Promise<{ phoneNumberId: PhoneNumberId; phone: string | null; bsuid: string | null } | null>;
  /** The event that a request made. Null when there is none. */
  findEvent(workspace: WorkspaceId, id: EventId): Promise<KnownEvent | null>;
  /** A person takes the conversation over (bot off) or gives it back (bot on). False when there is none. */
  setBotEnabled(
    workspace: WorkspaceId,
    id: ConversationId,
    change: { enabled: boolean; actor: string; note: string | null },
  ): Promise<boolean>;
}
