import * as z from "zod";
import { NumberAway } from "../../core/inbound/number-away.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

const awayRow = z.object({ phoneNumberId: z.string(), forwardTo: z.string().nullable() });

/** Those of the numbers that move or have moved, with the door that each has moved to. */
export async function readNumbersAway(database: Database, numbers: readonly string[]) {
  const { rows } = await database.run(sql`
    select n.id as "phoneNumberId", case when n.move_phase = 'moved' then m.forward_to end as "forwardTo"
    from phone_numbers n
    left join lateral (
      select m.forward_to from number_moves m
      where m.phone_number_id = n.id and m.workspace_id = n.workspace_id and m.direction = 'out' and m.phase <> 'cancelled'
      order by m.begun_at desc limit 1) m on true
    where n.id = any (${numbers}::text[]) and n.move_phase is not null`);
  return rows.map((row) => awayRow.parse(row));
}

export async function numbersAway(database: Database, numbers: readonly string[]): Promise<NumberAway> {
  return new NumberAway(await readNumbersAway(database, numbers));
}
