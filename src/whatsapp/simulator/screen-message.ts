import { field } from "../loose-fields.ts";

/** A message as a phone shows it. */
export interface ScreenMessage {
  /** `text`, `buttons`, `list`, `location_request`, `image`, …, `template`, `reaction`. */
  readonly kind: string;
  /** All of it in words. */
  readonly text: string;
}

/** What the phone shows of a message's content. Never throws: a ledger may hold any. */
export function screenMessage(content: unknown): ScreenMessage {
  const kind = String(field(content, "type") ?? "text");
  return { kind, text: String(field(field(content, kind), "body") ?? `[${kind}]`) };
}
