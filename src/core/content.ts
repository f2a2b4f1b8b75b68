/** What a customer sent, in our own words. The adapter of a channel makes these; the raw item is kept beside them. */
export type MediaKind = "image" | "audio" | "video" | "document";

export type MessageContent =
  | { readonly type: "text"; readonly body: string }
  /** A quick-reply button, an interactive button or a list row: what it said and what it carried. */
  | { readonly type: "button"; readonly title: string; readonly payload: string }
  | {
      readonly type: "media";
      readonly media: MediaKind;
      readonly mediaId: string;
      /** As sent; may carry `; codecs=…`. */
      readonly mimeType: string | null;
      /** Base64, as the webhook says it. */
      readonly sha256: string | null;
      readonly caption: string | null;
      readonly fileName: string | null;
      readonly isVoiceNote: boolean;
    }
  | { readonly type: "sticker"; readonly mediaId: string | null }
  | { readonly type: "location"; readonly latitude: number | null; readonly longitude: number | null }
  | { readonly type: "contacts"; readonly count: number }
  | { readonly type: "reaction"; readonly emoji: string | null; readonly targetWamid: string }
  | { readonly type: "edit"; readonly targetWamid: string | null; readonly body: string | null }
  | { readonly type: "revoke"; readonly targetWamid: string | null }
  /** WhatsApp speaks about the customer: a new number, a new identity. */
  | { readonly type: "system"; readonly of: string }
  /** Said in a group; Recado serves one customer at a time. */
  | { readonly type: "group"; readonly of: string }
  /** WhatsApp says that it cannot show this to us (131051). */
  | { readonly type: "unsupported"; readonly of: string | null }
  /** A kind that we do not know yet: kept whole, never refused. */
  | { readonly type: "unknown"; readonly of: string };

/** The words of a message, or null where it has none. */
export function textOf(content: MessageContent): string | null {
  switch (content.type) {
    case "text":
      return content.body;
    case "button":
      return content.title;
    case "media":
      return content.caption;
    default:
      return null;
  }
}

/** True when the customer is speaking to us; reactions, edits and system notes are recorded and open no turn. */
export function opensTurn(content: MessageContent): boolean {
  switch (content.type) {
    case "reaction":
    case "edit":
    case "revoke":
    case "system":
    case "group":
      return false;
    default:
      return true;
  }
}
