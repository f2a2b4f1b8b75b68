import { rowset, type Statement, sql } from "../sql.ts";
import type { Ending } from "./ending.ts";

/**
 * A CTE of what customers said aloud about being written to, for the conversations of the CTE
 * `held`; none where no customer did.
 */
export function writeConsent(endings: readonly Ending[]): Statement {
  const rows = endings.flatMap(({ commit: { consent } }, index) =>
    consent == null
      ? []
      : [{ turn: index, stops: consent.word === "out", event_id: consent.eventId, at: consent.at.toISOString() }],
  );
  if (rows.length === 0) return sql``;
  return sql`,
    consent_written as (
      update contacts k set
        marketing_stopped_at = case when s.stops then coalesce(k.marketing_stopped_at, recado_now()) end,
        stopped_by_event_id = case when s.stops then coalesce(k.stopped_by_event_id, s.event_id) end,
        resumed_by_event_id = case when not s.stops then s.event_id end,
        marketing_said_at = s.at
      from held h
      join ${rowset(rows, sql`turn int, stops boolean, event_id uuid, at timestamptz`)} s on s.turn = h.turn
      join contacts own on own.workspace_id = h.workspace_id and own.id = h.contact_id
      where k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
        -- The newest word counts, from whichever message it came.
        and coalesce(k.marketing_said_at, '-infinity') <= s.at
      returning k.id
    )`;
}
