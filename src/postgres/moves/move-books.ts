import * as z from "zod";
import { RecadoError } from "../../core/errors.ts";
import { sql } from "../sql.ts";
import type { Cell } from "./cell.ts";

const phase = z.enum(["arriving", "draining", "copying", "moved"]);
const numberRow = z.object({
  workspace: z.string(),
  agent: z.string(),
  phase: phase.nullable(),
  conversations: z.number(),
  moveId: z.string().nullable(),
  other: z.string().nullable(),
});

/** A number as one database knows it, with the move that is not over. */
export type KnownNumber = z.output<typeof numberRow>;

export async function readNumber(
  { asRuntime }: Cell,
  number: string,
  direction: "in" | "out",
): Promise<KnownNumber | null> {
  const { rows } = await asRuntime((run) =>
    run(sql`
      select n.workspace_id as workspace, n.agent_id as agent, n.move_phase as phase, m.id::text as "moveId", m.other,
        (select count(*)::int from conversations c where c.workspace_id = n.workspace_id and c.phone_number_id = n.id) as conversations
      from phone_numbers n
      left join number_moves m on m.phone_number_id = n.id and m.workspace_id = n.workspace_id
        and m.direction = ${direction} and m.phase = 'begun'
      where n.id = ${number}`),
  );
  return rows[0] === undefined ? null : numberRow.parse(rows[0]);
}

/** Whether the number has arrived in the target by this move: then nothing of it is copied again. */
export async function hasArrived({ asRuntime }: Cell, workspace: string, moveId: string): Promise<boolean> {
  const { rows } = await asRuntime((run) =>
    run(sql`select phase from number_moves where workspace_id = ${workspace} and id = ${moveId}::uuid`),
  );
  return rows[0]?.["phase"] === "over";
}

export interface MoveEntry {
  readonly id: string;
  readonly workspace: string;
  readonly number: string;
  readonly agent: string;
  readonly by: string;
}

/** From here on the source's door takes nothing more of the number in, and answers that it is to be delivered again. */
export async function beginMove(source: Cell, target: Cell, move: MoveEntry): Promise<void> {
  await source.asRuntime(async (run) => {
    const { rowCount } = await run(sql`
      update phone_numbers set move_phase = 'draining'
      where workspace_id = ${move.workspace} and id = ${move.number} and move_phase is null`);
    if (rowCount !== 1) throw new RecadoError("changed_meanwhile", "Another move of the number began at this moment.");
    await run(sql`
      insert into number_moves (workspace_id, id, phone_number_id, direction, phase, other, moved_by, begun_at)
      values (${move.workspace}, ${move.id}::uuid, ${move.number}, 'out', 'begun', ${target.name}, ${move.by}, recado_now())`);
    await run(sql`
      select audit(${move.workspace}, ${move.by}, 'number.leaving', 'number', ${move.number}, null,
        jsonb_build_object('move', ${move.id}::text, 'to', ${target.name}::text))`);
  });
}

/** The target's door knows the number, and takes nothing in before its rows have come. */
export async function announceMove(source: Cell, target: Cell, move: MoveEntry): Promise<void> {
  await target.asRuntime(async (run) => {
    await run(sql`
      insert into workspaces (id, name, created_by) values (${move.workspace}, ${move.workspace}, ${move.by}) on conflict do nothing`);
    await run(sql`
      insert into phone_numbers as n (id, workspace_id, agent_id, assigned_by, move_phase)
      values (${move.number}, ${move.workspace}, ${move.agent}, ${move.by}, 'arriving')
      on conflict (id) do update set move_phase = 'arriving', agent_id = excluded.agent_id
      where n.workspace_id = excluded.workspace_id`);
    await run(sql`
      insert into number_moves (workspace_id, id, phone_number_id, direction, phase, other, moved_by, begun_at)
      values (${move.workspace}, ${move.id}::uuid, ${move.number}, 'in', 'begun', ${source.name}, ${move.by}, recado_now())
      on conflict do nothing`);
  });
}

/** The source passes on what still comes for the number. */
export async function leaveNumber(source: Cell, move: MoveEntry, forwardTo: string | null): Promise<void> {
  await source.asRuntime(async (run) => {
    await run(sql`
      update phone_numbers set move_phase = 'moved'
      where workspace_id = ${move.workspace} and id = ${move.number} and move_phase in ('copying', 'moved')`);
    await run(sql`
      update number_moves set forward_to = coalesce(${forwardTo}::text, forward_to)
      where workspace_id = ${move.workspace} and id = ${move.id}::uuid`);
  });
}

export async function endMove(source: Cell, move: MoveEntry): Promise<void> {
  await source.asRuntime(async (run) => {
    const { rowCount } = await run(sql`
      update number_moves set phase = 'over', ended_at = recado_now()
      where workspace_id = ${move.workspace} and id = ${move.id}::uuid and phase = 'begun'`);
    if (rowCount === 0) return;
    await run(sql`
      select audit(${move.workspace}, ${move.by}, 'number.left', 'number', ${move.number}, null,
        jsonb_build_object('move', ${move.id}::text))`);
  });
}

/** In the target first: a copy that is still under way there finds its move called off, and is not kept. */
export async function callOffMove(target: Cell, move: MoveEntry): Promise<void> {
  await target.asRuntime(async (run) => {
    const { rows } = await run(sql`
      select phase from number_moves where workspace_id = ${move.workspace} and id = ${move.id}::uuid for update`);
    if (rows[0]?.["phase"] === "over") {
      throw new RecadoError(
        "request_invalid",
        `The number has arrived in ${target.name} and is served there: run the same command without --cancel to end the move, and move it back from there if you want it here.`,
      );
    }
    await run(sql`
      update number_moves set phase = 'cancelled', ended_at = recado_now()
      where workspace_id = ${move.workspace} and id = ${move.id}::uuid`);
    await run(sql`
      delete from phone_numbers n where n.workspace_id = ${move.workspace} and n.id = ${move.number} and n.move_phase = 'arriving'`);
  });
}
