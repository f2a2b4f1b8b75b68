import type { ContactId, ConversationId, SessionId } from "../../core/ids.ts";
import type { SandboxPlaces } from "../../core/ports/lab/sandbox-places.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** Its contact has no name that WhatsApp knows, so nothing can be sent there. */
export function createSandboxPlaces(database: Database): SandboxPlaces {
  return {
    async open(workspace, agentId, newId) {
      const place = { conversationId: newId() as ConversationId, contactId: newId() as ContactId };
      await database.run(sql`
        with number as (
          insert into phone_numbers (id, workspace_id, agent_id)
          values (${SANDBOX_NUMBER} || md5(${workspace}), ${workspace}, ${agentId})
          on conflict (id) do update set agent_id = phone_numbers.agent_id
          returning id
        ),
        contact as (
          insert into contacts (workspace_id, id, name, tags, created_at)
          values (${workspace}, ${place.contactId}::uuid, ${`Sandbox · ${agentId}`}, '{sandbox}', recado_now())
          returning id
        )
        insert into conversations (workspace_id, id, phone_number_id, contact_id, created_at)
        select ${workspace}, ${place.conversationId}::uuid, number.id, contact.id, recado_now() from number, contact`);
      return place;
    },
    async session(workspace, { conversationId, contactId }, { id, agentId, mode }) {
      const { rows } = await database.run(sql`
        with active as (
          select s.id from agent_sessions s
          where s.workspace_id = ${workspace} and s.conversation_id = ${conversationId}::uuid and s.status = 'active'
        ),
        begun as (
          insert into agent_sessions (workspace_id, id, agent_id, conversation_id, contact_id, current_mode, created_at, updated_at)
          select ${workspace}, ${id}::uuid, ${agentId}, ${conversationId}::uuid, ${contactId}::uuid, ${mode}, recado_now(), recado_now()
          where not exists (select from active)
          returning id
        ),
        state as (
          insert into session_state (workspace_id, session_id) select ${workspace}, id from begun
        )
        select id from active union all select id from begun`);
      return String(rows[0]?.["id"]) as SessionId;
    },
  };
}

/** Begins the name of the number under which sandboxes stand. No provider has such a one. */
export const SANDBOX_NUMBER = "sandbox:";
