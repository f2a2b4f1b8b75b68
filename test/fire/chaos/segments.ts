import type { TestDatabase } from "../../support/test-database.ts";

/** `process.js` goes on so often after the first part. */
const SEGMENTS = 3;

export interface SegmentCount {
  /** Runs that ended well, each with a first part and three segments. */
  readonly runs: number;
  readonly segments: number;
  /** Runs that stopped early, or did not say each part exactly once. */
  readonly wrong: readonly string[];
}

/** Holds the runs against what they said: each part once, in order. A run that ended as a dead letter is counted elsewhere. */
export async function countSegments(database: TestDatabase): Promise<SegmentCount> {
  const [row] = await database.rows(
    `with said as (
       select r.id, r.segment, array_agg(o.content ->> 'body' order by o.seq) as parts
       from agent_runs r left join outbox_messages o on o.workspace_id = r.workspace_id and o.run_id = r.id
       where r.status = 'completed' and r.outcome is distinct from 'merged'
       group by r.workspace_id, r.id)
     select count(*)::int as runs, coalesce(sum(segment), 0)::int as segments,
       coalesce(array_agg(concat(id, ': segment ', segment, ', ', array_to_string(parts, ', ', '?'))) filter (where parts is distinct from $1::text[]), '{}') as wrong
     from said`,
    [Array.from({ length: SEGMENTS + 1 }, (_, number) => `parte ${number}`)],
  );
  return { runs: Number(row?.["runs"]), segments: Number(row?.["segments"]), wrong: row?.["wrong"] as string[] };
}
