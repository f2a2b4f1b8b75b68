import * as z from "zod";
import type { ReadFirstAnswer } from "../../core/ports/first-answer.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

const Row = z.object({ heardAt: z.date().nullable(), answeredAt: z.date().nullable() });

/** Reads at most one conversation and one message: it stays quick in a shop of any size. */
export function createReadFirstAnswer(database: Database): ReadFirstAnswer {
  return async (workspace, numbers) => {
    const { rows } = await database.asTenant(workspace, (run) =>
      run(sql`
        select
          (select c.last_customer_message_at from conversations c
            where c.workspace_id = ${workspace} and c.phone_number_id = any (${numbers}::text[])
              and c.last_customer_message_at is not null
            limit 1) as "heardAt",
          (select m.settled_at from conversations c
            join outbox_messages m on m.workspace_id = c.workspace_id and m.conversation_id = c.id
            where c.workspace_id = ${workspace} and c.phone_number_id = any (${numbers}::text[])
              and m.status = 'accepted' and m.delivery is distinct from 'failed'
            limit 1) as "answeredAt"`),
    );
    return Row.parse(rows[0]);
  };
}
