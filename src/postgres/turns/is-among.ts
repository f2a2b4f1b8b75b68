import type { ConversationKey } from "../../core/ports/mailbox.ts";
import { type Statement, sql } from "../sql.ts";

/** True when the conversation `c` is one of these. */
export function isAmong(conversations: readonly ConversationKey[]): Statement {
  return sql`(c.workspace_id, c.id) in (
        select * from unnest(${conversations.map(({ workspaceId }) => workspaceId)}::text[],
          ${conversations.map(({ conversationId }) => conversationId)}::uuid[]))`;
}
