import * as z from "zod";
import type { PhoneNumberId } from "../../core/ids.ts";
import { EVENT_SOURCES, INPUT_TYPES } from "../../core/inbound/event.ts";
import type { Conversations } from "../../core/ports/conversations.ts";
import type { Database } from "../database.ts";
import { id } from "../json-row.ts";
import { sql } from "../sql.ts";
import { getConversation, listConversations } from "./conversation-view.ts";
import { setBotEnabled } from "./operator-commands.ts";

const knownEvent = z.object({
  source: z.enum(EVENT_SOURCES),
  inputType: z.enum(INPUT_TYPES),
  text: z.string().nullable(),
  identity: z.object({ phone: z.string().nullable(), bsuid: z.string().nullable() }),
  phoneNumberId: id<PhoneNumberId>(),
});

export function createConversations(database: Database): Conversations {
  return {
    get: (workspace, conversation) => getConversation(database, workspace, conversation),
    list: (workspace, filter) => listConversations(database, workspace, filter),
    async addressOf(workspace, conversation) {
      const found = await getConversation(database, workspace, conversation);
      if (found === null) return null;
      return { phoneNumberId: found.phoneNumberId, phone: found.contact.phone, bsuid: found.contact.bsuid };
    },
    async findEvent(workspace, event) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          -- The nightly deletion empties a body. An empty text is no text.
          select e.source, e.input_type as "inputType", nullif(e.payload #>> '{content,body}', '') as text, e.payload -> 'identity' as identity,
            c.phone_number_id as "phoneNumberId"
          from agent_events e
          join conversations c on c.workspace_id = e.workspace_id and c.id = e.conversation_id
          where e.workspace_id = ${workspace} and e.id = ${event}::uuid`),
      );
      return rows[0] === undefined ? null : knownEvent.parse(rows[0]);
    },
    setBotEnabled: (workspace, conversation, change) => setBotEnabled(database, workspace, conversation, change),
  };
}
