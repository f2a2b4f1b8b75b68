import type { Texts } from "../../../text/texts.ts";

/** What a message is that has no words of its own, or more than words. */
export function kindName(text: Texts["inbox"], kind: string): string {
  switch (kind) {
    case "sticker":
    case "location":
    case "contacts":
    case "order":
    case "flow":
    case "call_permission":
    case "location_request":
    case "reaction":
    case "system":
    case "group":
    case "unsupported":
      return text[`kind_${kind}`];
    case "edit":
      return text.edited;
    case "revoke":
      return text.revoked;
    case "image":
    case "audio":
    case "video":
    case "document":
      return text.media(kind);
    default:
      return text.kind_unknown;
  }
}
