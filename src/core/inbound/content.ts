import type { Role } from "../operations/principal.ts";
import type { OutboundContent } from "../outbound/outbound-content.ts";
import type { ToolRequest } from "./tool-request.ts";
import type { Understandable, Understanding, UnderstoodFile } from "./understanding.ts";

/**
 * A customer's message in our own words. A channel's adapter makes these; the raw item is kept
 * beside them.
 */
export type MediaKind = "image" | "audio" | "video" | "document";

/** Kinds of messages that an agent may treat in different ways. */
export type Medium = MediaKind | "sticker";

export type MessageContent =
  | { readonly type: "text"; readonly body: string }
  /** A quick-reply button, an interactive button or a list row: what it said and what it carried. */
  | { readonly type: "button"; readonly title: string; readonly payload: string }
  | {
      readonly type: "media";
      readonly media: MediaKind;
      readonly mediaId: string;
      /** The sender's own type; may carry `; codecs=…`. */
      readonly mimeType: string | null;
      /** Base64, as the webhook says it. */
      readonly sha256: string | null;
      readonly caption: string | null;
      readonly fileName: string | null;
      readonly isVoiceNote: boolean;
      /** Its content, once a service has understood it. No webhook has it. */
      readonly understanding?: Understanding;
    }
  | { readonly type: "sticker"; readonly mediaId: string | null }
  | {
      readonly type: "location";
      readonly latitude: number | null;
      readonly longitude: number | null;
      readonly name: string | null;
      readonly address: string | null;
    }
  | {
      readonly type: "contacts";
      readonly count: number;
      readonly people: readonly { readonly name: string | null; readonly phones: readonly string[] }[];
    }
  /** A form of ours, filled in. `answer` is the customer's JSON as given, its keys untouched; text where it is no JSON. */
  | { readonly type: "flow"; readonly name: string | null; readonly answer: unknown }
  /** The customer lets us call, or does not. `null`: WhatsApp did not say. */
  | {
      readonly type: "call_permission";
      readonly isGranted: boolean | null;
      readonly isPermanent: boolean;
      /** ISO 8601; null when it does not expire or was refused. */
      readonly expiresAt: string | null;
    }
  /** A cart sent from the catalogue. `note` is what the customer wrote beside it. */
  | {
      readonly type: "order";
      readonly catalogId: string | null;
      readonly note: string | null;
      readonly items: readonly OrderItem[];
    }
  | { readonly type: "reaction"; readonly emoji: string | null; readonly targetWamid: string }
  | { readonly type: "edit"; readonly targetWamid: string | null; readonly body: string | null }
  | { readonly type: "revoke"; readonly targetWamid: string | null }
  /** WhatsApp speaks about the customer: a new number, a new identity. */
  | { readonly type: "system"; readonly of: string }
  /** Said in a group: kept and not answered, because Recado serves one customer at a time. */
  | { readonly type: "group"; readonly of: string; readonly reason: "group_message" }
  /** WhatsApp says that it cannot show this to us (131051, 131060), and why. */
  | { readonly type: "unsupported"; readonly of: string | null; readonly errors: readonly ChannelError[] }
  /** A timer came due. `sessionId`: the session that it was armed for. */
  | { readonly type: "timer"; readonly level: string; readonly sessionId: string }
  /** The run that it belongs to goes on. */
  | { readonly type: "confirmation"; readonly confirmationId: string }
  /** The run that it belongs to comes back for its next segment. */
  | { readonly type: "segment"; readonly key: string; readonly number: number }
  /** A person of the shop commands one tool call. */
  | {
      readonly type: "tool";
      readonly tool: string;
      readonly input: unknown;
      /** Hash of tool and input: a key never stands for another call. */
      readonly argumentsHash: string;
      readonly actor: string;
      /** The permanent id of the caller. Absent in events from before it was kept. */
      readonly identity?: string;
      readonly role: Role;
      /** It is judged and answered like any other, and nothing is written or called. Absent: it counts. */
      readonly isDryRun?: boolean;
      /**
       * In a sandbox a person of the shop stands for the agent; this is the purpose of its turn
       * there.
       */
      readonly tried?: TriedTurn;
    }
  /** A person of the shop decides the intent of one turn in the customer's place (requirement A7). */
  | { readonly type: "intent"; readonly intent: string; readonly actor: string; readonly note?: string }
  /** A reminder or follow-up came due. */
  | ({ readonly type: "scheduled" } & ScheduledContent)
  /** A kind that we do not know yet: kept whole, never refused. */
  | { readonly type: "unknown"; readonly of: string };

export interface TriedTurn {
  readonly cause: "customer" | "timer";
  /** Absent in events from before it was kept, when nothing was asked for. */
  readonly requests?: readonly ToolRequest[];
}

export interface ScheduledContent {
  readonly id: string;
  readonly kind: "reminder" | "follow_up";
  /** Empty when the template alone may be said. */
  readonly text: string;
  /** Said in its place outside the 24-hour window. */
  readonly template: Extract<OutboundContent, { type: "template" }> | null;
  readonly isRequested: boolean;
  /** True when an agent wrote the text, so that it is said as it stands. */
  readonly isVerbatim?: boolean;
  /** The times of a recurring reminder before this one that a long stop skipped; absent when none. */
  readonly skipped?: number;
  /** ISO 8601. */
  readonly usefulUntil: string;
}

export interface OrderItem {
  /** The shop's own id of the product (SKU). */
  readonly productId: string | null;
  readonly quantity: number | null;
  /** Price of one piece, in whole units of the currency and its fractions. */
  readonly price: number | null;
  /** ISO 4217. */
  readonly currency: string | null;
}

/** An error as the channel words it. */
export interface ChannelError {
  readonly code: number | null;
  readonly title: string | null;
  readonly details: string | null;
}

/** The surroundings of a message: what it answers, where it came from. */
export interface MessageContext {
  /** The channel's id of the message that it answers. */
  readonly replyTo: string | null;
  readonly isForwarded: boolean;
  /** The product that it asks about. */
  readonly product: { readonly catalogId: string | null; readonly productId: string | null } | null;
  /** The advertisement or post that it came from. */
  readonly referral: Referral | null;
}

export interface Referral {
  /** `ad` or `post`, in Meta's words. */
  readonly source: string | null;
  readonly sourceId: string | null;
  readonly sourceUrl: string | null;
  readonly headline: string | null;
  readonly body: string | null;
  /** Click id, for reports about the advertisement. */
  readonly ctwaClid: string | null;
}

/** The words of a message, or null where it has none. */
export function textOf(content: MessageContent): string | null {
  switch (content.type) {
    case "text":
      return content.body;
    case "button":
      return content.title;
    case "media":
      // The words of a voice note are its speaker's; the words in a picture are not the customer's.
      return content.understanding?.kind === "heard" ? content.understanding.text : content.caption;
    case "order":
      return content.note;
    default:
      return null;
  }
}

/**
 * True when a person is speaking. Reactions, edits, call permissions, system notes and automatic
 * messages open no turn by themselves.
 */
export function opensTurn(content: MessageContent): boolean {
  switch (content.type) {
    case "reaction":
    case "edit":
    case "revoke":
    case "system":
    case "group":
    case "call_permission":
    case "timer":
    case "confirmation":
    case "segment":
    case "tool":
    case "intent":
    case "scheduled":
      return false;
    default:
      return true;
  }
}

/** The media of what was said, in order. */
export function mediaOf(contents: readonly MessageContent[]): Medium[] {
  return contents.flatMap((content): Medium[] => {
    if (content.type === "media") return [content.media];
    return content.type === "sticker" ? ["sticker"] : [];
  });
}

/** The part of a message that could be understood beyond its words, or null. */
export function understandableOf(content: MessageContent): Understandable | null {
  return content.type === "media" && content.media !== "video" ? content.media : null;
}

/** The files that a service tried to understand, in order. */
export function understoodIn(contents: readonly MessageContent[]): UnderstoodFile[] {
  return contents.flatMap((content) => {
    const medium = understandableOf(content);
    if (content.type !== "media" || medium === null || content.understanding === undefined) return [];
    return [{ medium, caption: content.caption, understanding: content.understanding }];
  });
}
