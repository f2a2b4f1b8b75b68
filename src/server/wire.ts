import type { ConversationId, SessionId, WorkspaceId } from "../core/ids.ts";

/** A value as it stands in a JSON answer: instants are ISO 8601 texts. */
export type Wire<Value> = Value extends Date
  ? string
  : Value extends WorkspaceId | ConversationId | SessionId
    ? string
    : Value extends readonly (infer Item)[]
      ? Wire<Item>[]
      : Value extends object
        ? { -readonly [Name in keyof Value]: Wire<Value[Name]> }
        : Value;

export function toWire<Value>(value: Value): Wire<Value> {
  // JSON.stringify makes of a Date what the type says.
  return JSON.parse(JSON.stringify(value)) as Wire<Value>;
}
