import type { PhoneNumberId } from "../ids.ts";
import type { OutboundContent } from "../outbound/outbound-content.ts";
import type { SendOutcome } from "../outbound/outbox.ts";

export interface OutboundRequest {
  readonly phoneNumberId: PhoneNumberId;
  /** The phone wins where both are known. */
  readonly recipient: { readonly phone: string | null; readonly bsuid: string | null };
  readonly content: OutboundContent;
  /** The channel's id of the message that this one answers: the customer sees it quoted. Null: nothing is quoted. */
  readonly replyTo: string | null;
  /** Comes back in every delivery report. ≤ 512 characters. */
  readonly opaque: string;
  /** Asked once, right before the socket: false, and nothing leaves (`not_sent`). The process may have slept since the mark. */
  readonly mayStillLeave?: () => boolean;
}

export interface FileToUpload {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly fileName: string | null;
}

export type UploadOutcome =
  | { readonly kind: "uploaded"; readonly mediaId: string }
  /** The channel does not take this file. */
  | { readonly kind: "refused"; readonly detail: string }
  | { readonly kind: "unreachable"; readonly detail: string };

/** Gives the channel a file that a message will name. Nothing reaches a customer by it. */
export type UploadFile = (phoneNumberId: PhoneNumberId, file: FileToUpload) => Promise<UploadOutcome>;

/** The way out to the customer. */
export interface Channel {
  /** One attempt, never repeated inside. Every failure is a value of the outcome. */
  send(request: OutboundRequest): Promise<SendOutcome>;
  /** Marks a message as read and shows "typing…"; harmless to repeat, and its failure harms nothing. */
  showTyping(phoneNumberId: PhoneNumberId, sourceMessageId: string): Promise<void>;
}
