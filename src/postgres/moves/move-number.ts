import { setTimeout as wait } from "node:timers/promises";
import { RecadoError } from "../../core/errors.ts";
import { identifier, sql } from "../sql.ts";
import { type Cell, refuseSameDatabase } from "./cell.ts";
import { type Copied, copyNumber } from "./copy-number.ts";
import { parkNumber, silenceNumber, wakeNumber } from "./drain-number.ts";
import { forgetNumber } from "./forget-number.ts";
import { guardTables, unguardTables } from "./guard-tables.ts";
import {
  announceMove,
  beginMove,
  callOffMove,
  endMove,
  hasArrived,
  type KnownNumber,
  leaveNumber,
  type MoveEntry,
  readNumber,
} from "./move-books.ts";
import { type Catalog, readCatalog, wholeNumber } from "./moved-tables.ts";
import { awaitOlderStatements } from "./older-statements.ts";

/** What a move has just committed. A process that dies after any of them leaves a move that the same command ends. */
export const MOVE_STEPS = [
  "begun",
  "announced",
  "guarded",
  "drained",
  "silent",
  "copied",
  "left",
  "forgotten",
  "over",
] as const;
export type MoveStep = (typeof MOVE_STEPS)[number];

export interface MoveOrder {
  readonly source: Cell;
  readonly target: Cell;
  readonly number: string;
  /** The webhook of the target's door. Null: Meta is told to deliver again until it calls that door itself. */
  readonly forwardTo: string | null;
  readonly by: string;
  /** How long turns and sends that are under way may take to end. */
  readonly drainWithinMs: number;
  readonly newId: () => string;
  readonly onStep?: (step: MoveStep) => Promise<void> | void;
  readonly onProgress?: (line: string) => Promise<void> | void;
}

export interface Moved {
  readonly number: string;
  readonly workspace: string;
  readonly move: string;
  readonly to: string;
  /** Null: an earlier run of the same command had copied it. */
  readonly copied: Copied | null;
  readonly forgottenConversations: number;
}

const LOOK_EVERY_MS = 100;

/**
 * Moves a business number with all that belongs to it from one database to another, while its customers write. At every
 * moment at most one of the two serves it; in between the doors tell Meta to deliver again.
 *
 * Errors: `request_invalid`, `not_found`, `overloaded` (not ended in time: the same command goes on), `changed_meanwhile`.
 */
export async function moveNumber(order: MoveOrder): Promise<Moved> {
  const { source, target, number, onStep } = order;
  const { known, move } = await findMove(order);
  const catalog = await readCatalog(source.database.run);
  const step = async (name: MoveStep) => await onStep?.(name);

  if (known.moveId === null) await beginMove(source, target, move);
  await step("begun");
  let copied: Copied | null = null;
  if (!(await hasArrived(target, move.workspace, move.id))) {
    await announceMove(source, target, move);
    await step("announced");
    await guardTables(source.database, catalog.tables);
    await step("guarded");
    await drain(order, move);
    await step("silent");
    // What a door or a worker began before the number was silent is seen by the copy, or has been refused.
    await awaitOlderStatements(source.database, order.drainWithinMs);
    await awaitOlderStatements(target.database, order.drainWithinMs);
    copied = await copyNumber({
      ...{ source, target, catalog, move },
      onTable: (table, rows) => (rows === 0 ? undefined : order.onProgress?.(`copied ${rows} rows of ${table}`)),
    });
  }
  await step("copied");
  await leaveNumber(source, move, order.forwardTo);
  await step("left");
  const forgottenConversations = await forgetNumber(source, catalog, move, (n) =>
    order.onProgress?.(`took ${n} conversations out of ${source.name}`),
  );
  await step("forgotten");
  await unguardTables(source.database);
  await endMove(source, move);
  await step("over");
  return { number, workspace: move.workspace, move: move.id, to: target.name, copied, forgottenConversations };
}

/** Gives the number back to the database that it was to leave. */
export async function cancelMove(order: Omit<MoveOrder, "forwardTo" | "drainWithinMs">): Promise<{ number: string }> {
  const { source, target, number } = order;
  const known = await requireNumber(source, number);
  if (known.moveId === null) throw new RecadoError("request_invalid", `Number ${number} is not on its way anywhere.`);
  requireSameTarget(known, target);
  const move = entryOf(order, known, known.moveId);
  await callOffMove(target, move);
  await source.asRuntime(async (run) => {
    await run(sql`
      update phone_numbers set move_phase = null where workspace_id = ${move.workspace} and id = ${number}`);
    await wakeNumber(run, move.workspace, number);
    await run(sql`
      update number_moves set phase = 'cancelled', ended_at = recado_now()
      where workspace_id = ${move.workspace} and id = ${move.id}::uuid`);
  });
  await unguardTables(source.database);
  return { number };
}

export interface MovePlan {
  readonly number: string;
  readonly workspace: string;
  readonly from: string;
  readonly to: string;
  /** A move that was cut off goes on. */
  readonly resumes: boolean;
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** What a move would do. Changes nothing. */
export async function planMove(
  order: Pick<MoveOrder, "source" | "target" | "number" | "by" | "newId">,
): Promise<MovePlan> {
  const { known, move } = await findMove(order);
  const catalog = await readCatalog(order.source.database.run);
  const rows = await countRows(order.source, catalog, move);
  return {
    ...{ number: order.number, workspace: move.workspace, from: order.source.name, to: order.target.name },
    ...{ resumes: known.moveId !== null, rows },
  };
}

async function countRows(source: Cell, catalog: Catalog, move: MoveEntry): Promise<Record<string, number>> {
  return source.asRuntime(async (run) => {
    const rows: Record<string, number> = {};
    for (const { name, isOf } of catalog.tables) {
      const scope = wholeNumber(move.workspace, move.number);
      const counted = await run(sql`select count(*)::int as n from ${identifier(name)} t where ${isOf(scope)}`);
      rows[name] = Number(counted.rows[0]?.["n"]);
    }
    return rows;
  });
}

/** The move that goes on, or a new one, when both databases can take part in it. */
async function findMove(order: Pick<MoveOrder, "source" | "target" | "number" | "by" | "newId">) {
  const { source, target, number } = order;
  await refuseSameDatabase(source, target);
  const known = await requireNumber(source, number);
  if (known.moveId !== null) requireSameTarget(known, target);
  else if (known.phase !== null) {
    const how =
      known.phase === "arriving"
        ? `is still arriving in ${source.name}: end that move first, with the command that began it`
        : `has moved away from ${source.name}`;
    throw new RecadoError("request_invalid", `Number ${number} ${how}.`);
  }
  const move = entryOf(order, known, known.moveId ?? order.newId());
  await requireRoom(target, move);
  return { known, move };
}

async function requireNumber(source: Cell, number: string): Promise<KnownNumber> {
  const known = await readNumber(source, number, "out");
  if (known !== null) return known;
  throw new RecadoError(
    "not_found",
    `${source.name} serves no number ${number}: \`recado number list\` prints those it has.`,
  );
}

function requireSameTarget(known: KnownNumber, target: Cell): void {
  if (known.other === target.name) return;
  throw new RecadoError(
    "request_invalid",
    `The number is on its way to ${known.other}: give that database with --to, to end the move or to --cancel it.`,
  );
}

async function requireRoom(target: Cell, move: MoveEntry): Promise<void> {
  const there = await readNumber(target, move.number, "in");
  if (there === null || there.moveId === move.id) return;
  const refuse = (how: string) => {
    throw new RecadoError("request_invalid", `${target.name} ${how}.`);
  };
  if (await hasArrived(target, move.workspace, move.id)) return;
  if (there.workspace !== move.workspace)
    refuse(`has number ${move.number} in another workspace ("${there.workspace}")`);
  if (there.moveId !== null) refuse(`waits for number ${move.number} from ${there.other}`);
  if (there.conversations > 0) {
    refuse(
      `serves number ${move.number} already, with ${there.conversations} conversations: two histories cannot become one`,
    );
  }
}

function entryOf(order: Pick<MoveOrder, "number" | "by">, known: KnownNumber, id: string): MoveEntry {
  return { id, workspace: known.workspace, number: order.number, agent: known.agent, by: order.by };
}

/** Until nothing of the number is in a worker's hands, and from then on nothing of it changes. */
async function drain(
  { source, drainWithinMs, onStep, onProgress }: MoveOrder,
  { workspace, number }: MoveEntry,
): Promise<void> {
  // Webhooks that were being stored when the move began are seen by what follows.
  await awaitOlderStatements(source.database, drainWithinMs);
  const untilMs = performance.now() + drainWithinMs;
  let toldMs = 0;
  for (;;) {
    const known = await readNumber(source, number, "out");
    if (known?.phase !== "draining") return;
    const { turns, sends } = await source.asRuntime((run) => parkNumber(run, workspace, number));
    if (turns + sends === 0) {
      await onStep?.("drained");
      if (await silenceNumber(source.database, workspace, number)) return;
    }
    if (performance.now() > untilMs) {
      throw new RecadoError(
        "overloaded",
        `${turns} turns and ${sends} sends of number ${number} have not ended in ${Math.round(drainWithinMs / 1000)} s. ` +
          "Its webhooks are answered with 503 meanwhile, and Meta delivers them again. Run the same command again to go on, or with --cancel to serve it here.",
      );
    }
    if (performance.now() - toldMs > 2_000) {
      toldMs = performance.now();
      await onProgress?.(`waiting for ${turns} turns and ${sends} sends`);
    }
    await wait(LOOK_EVERY_MS);
  }
}
