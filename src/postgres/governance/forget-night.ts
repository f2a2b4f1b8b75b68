import * as z from "zod";
import type { WorkspaceId } from "../../core/ids.ts";
import { DATA_CLASSES, type DataClass, type KeepDays, keepDaysOf } from "../../core/operations/retention.ts";
import type { ForgetRound } from "../../core/ports/governance/retention.ts";
import { NIGHT_HOUR } from "../../core/time/session-end.ts";
import type { Database } from "../database.ts";
import { id } from "../json-row.ts";
import { type Statement, sql } from "../sql.ts";
import { type Forgotten, forgetClass } from "./forget-class.ts";
import { ownDays, removedRows } from "./retention-row.ts";

type Run = Database["run"];

/** A night does so much and no more: what is left, the next one takes. A first night may have years before it. */
const NIGHT_LIMIT_MINUTES = 120;

/** Stands in the place of a class when there is none left. */
const OVER = "over";

const nightRow = z.object({
  workspace_id: id<WorkspaceId>(),
  class: z.enum([...DATA_CLASSES, OVER]).nullable(),
  after_at: z.string().nullable(),
  after_id: z.string().nullable(),
  is_cut: z.boolean(),
  removed: removedRows,
  days: ownDays,
});
type Night = z.output<typeof nightRow>;

/**
 * One batch, in the transaction that holds the row of its night: how far it has come is written
 * with what it took. A worker that dies has done a whole batch or none, and the next worker goes on
 * behind it. The others pass by a row that is held.
 */
export async function forgetNight(run: Run, installation: Partial<KeepDays>): Promise<ForgetRound> {
  const night = await takeNight(run);
  if (night === null) return { kind: "nothing_due" };
  const days = keepDaysOf(night.days, installation);
  const of = night.is_cut ? undefined : nextClass(night, days);
  if (of === undefined) return endNight(run, night);
  const after = of === night.class ? { at: night.after_at, id: night.after_id } : { at: null, id: null };
  const done = await forgetClass(run, of, { workspace: night.workspace_id, days: days[of] ?? 0, after });
  await noteProgress(run, night, of, done);
  return { kind: "forgot", workspace: night.workspace_id, class: of, rows: done.rows };
}

function nextClass(night: Night, days: KeepDays): DataClass | undefined {
  if (night.class === OVER) return undefined;
  return DATA_CLASSES.slice(night.class === null ? 0 : DATA_CLASSES.indexOf(night.class)).find(
    (of) => days[of] !== null,
  );
}

/** The night that is under way goes on, also when it was begun on another day; else a new one begins. */
async function takeNight(run: Run): Promise<Night | null> {
  const tonight: Statement = sql`
    ((recado_now() at time zone (
        select w.time_zone from workspace_agent_config w where w.workspace_id = n.workspace_id))
      - make_interval(hours => ${NIGHT_HOUR}::int))::date`;
  const { rows } = await run(sql`
    with due as materialized (
      select n.workspace_id, n.night < ${tonight} as is_new, n.ended_at is not null as was_over from retention_nights n
      where n.ended_at is null or n.night < ${tonight}
      order by n.workspace_id limit 1
      for update of n skip locked
    )
    update retention_nights n set
      night = ${tonight},
      started_at = case when d.is_new then recado_now() else n.started_at end,
      ended_at = null,
      class = case when not d.was_over then n.class end,
      after_at = case when not d.was_over then n.after_at end,
      after_id = case when not d.was_over then n.after_id end,
      removed = case when d.was_over then '{}' else n.removed end
    from due d
    where n.workspace_id = d.workspace_id
    returning n.workspace_id, n.class, n.after_at::text as after_at, n.after_id, n.removed,
      n.started_at < recado_now() - make_interval(mins => ${NIGHT_LIMIT_MINUTES}::int) as is_cut,
      coalesce((select s.days from retention_settings s where s.workspace_id = n.workspace_id), '{}') as days`);
  return rows[0] === undefined ? null : nightRow.parse(rows[0]);
}

async function noteProgress(run: Run, night: Night, of: DataClass, { rows, last }: Forgotten): Promise<void> {
  const next = last === null ? (DATA_CLASSES[DATA_CLASSES.indexOf(of) + 1] ?? OVER) : of;
  const removed = rows === 0 ? night.removed : { ...night.removed, [of]: (night.removed[of] ?? 0) + rows };
  await run(sql`
    update retention_nights set
      class = ${next}, after_at = ${last?.at ?? null}::timestamptz, after_id = ${last?.id ?? null},
      removed = ${JSON.stringify(removed)}::jsonb
    where workspace_id = ${night.workspace_id}`);
}

/** One line of the audit log a night, where it took something. */
async function endNight(run: Run, { workspace_id: workspace, removed, is_cut: isCut }: Night): Promise<ForgetRound> {
  await run(sql`
    with ended as (
      update retention_nights set ended_at = recado_now(), class = null, after_at = null, after_id = null
      where workspace_id = ${workspace}
      returning workspace_id, removed
    )
    select audit(workspace_id, 'system', 'retention.night', 'workspace', workspace_id, null,
      jsonb_build_object('rows', removed, 'isCut', ${isCut}::boolean))
    from ended where removed <> '{}'`);
  return { kind: "ended", workspace, removed, isCut };
}
