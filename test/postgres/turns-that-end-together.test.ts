import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_WORKSPACE, type TaskId } from "../../src/core/ids.ts";
import type { Role } from "../../src/core/operations/principal.ts";
import type { TaskPriority } from "../../src/core/turn/effects.ts";
import type { ClaimedTurn, CommitResult, SessionWrite, TurnCommit } from "../../src/core/turn/turn.ts";
import type { Database } from "../../src/postgres/database.ts";
import { createAccessAdmin } from "../../src/postgres/governance/access-admin.ts";
import { createSignIn } from "../../src/postgres/governance/sign-in.ts";
import { createStore } from "../../src/postgres/open-postgres.ts";
import { enqueueRequest, inbound, leaseOffer, newId, newWorkerId } from "../support/inbound.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { reply } from "../support/turn-commits.ts";

/** Turns whose commits meet go into one statement; what becomes of each is its own. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ hasFullPools: true });
});
afterAll(() => database.drop());

/** Leases of as many new conversations. */
async function lease(count: number): Promise<ClaimedTurn[]> {
  const phones = Array.from({ length: count }, () => `5732${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`);
  const { turns } = await database.store.mailbox.enqueue(
    enqueueRequest(
      phones.map((phone) => inbound("hola", { phone })),
      leaseOffer(newWorkerId(), { freeSlots: count }),
    ),
  );
  expect(turns).toHaveLength(count);
  return turns;
}

/** Commits all at once; the statements that it took, and what each came to. */
async function commitAtOnce(commits: readonly (readonly [ClaimedTurn, TurnCommit])[]) {
  let statements = 0;
  const counted: Database = {
    ...database.database,
    run(statement) {
      if (statement.text.includes("run_ended")) statements += 1;
      return database.database.run(statement);
    },
  };
  const { mailbox } = createStore(counted, counted, { sendLeaseMs: 45_000 });
  const results: CommitResult[] = await Promise.all(commits.map(([turn, commit]) => mailbox.commit(turn, commit)));
  return { statements, results, kinds: results.map(({ kind }) => kind) };
}

const session = (overrides: Partial<SessionWrite> = {}): SessionWrite => ({
  id: newId() as SessionWrite["id"],
  agentId: "somnio",
  expectedVersion: null,
  status: "active",
  mode: "conversacion",
  intentsVistos: [],
  templatesEnviados: [],
  datosCapturados: {},
  packSeleccionado: null,
  ingestStatus: null,
  pendientes: [],
  ...overrides,
});

const steps = (name: string) =>
  [{ phase: "plan", name, position: 0, status: "ok", startedAt: new Date(), durationMs: 1, output: { name } }] as const;

async function written({ lease: { conversationId }, run }: ClaimedTurn) {
  const [row] = await database.rows(
    `select (select r.status from agent_runs r where r.id = $2) as run,
       (select array_agg(t.content order by t.turn_number) from agent_turns t where t.conversation_id = $1) as said,
       (select array_agg(o.content ->> 'body' order by o.seq) from outbox_messages o where o.conversation_id = $1) as outbox,
       (select array_agg(s.name) from agent_steps s where s.run_id = $2) as steps,
       (select array_agg(s.current_mode) from agent_sessions s where s.conversation_id = $1) as modes`,
    [conversationId, run.id],
  );
  return row;
}

test("twelve that end at once take two statements, and each keeps its own words, steps and session", async () => {
  const turns = await lease(12);
  const { statements, results } = await commitAtOnce(
    turns.map((turn, n) => [
      turn,
      reply(`respuesta ${n}`, { steps: steps(`paso ${n}`), session: session({ mode: `m${n}` }) }),
    ]),
  );
  expect(statements).toBe(2);
  for (const [n, turn] of turns.entries()) {
    expect(results[n]).toMatchObject({
      kind: "committed",
      hasMore: false,
      toSend: { conversationId: turn.lease.conversationId, content: { body: `respuesta ${n}` }, attempt: 1 },
    });
    expect(await written(turn)).toEqual({
      run: "completed",
      said: ["hola", `respuesta ${n}`],
      outbox: [`respuesta ${n}`],
      steps: [`paso ${n}`],
      modes: [`m${n}`],
    });
  }
});

test("one that lost its lease, and one whose conversation was changed, write nothing and stop none of the others", async () => {
  const [one, two, fenced, changed, last] = await lease(5);
  if (!one || !two || !fenced || !changed || !last) throw new Error("five were asked for");
  await database.rows("update conversations set fence = fence + 1 where id = $1", [fenced.lease.conversationId]);
  await database.rows("update conversations set version = version + 1 where id = $1", [changed.lease.conversationId]);
  const { kinds, statements } = await commitAtOnce(
    [one, two, fenced, changed, last].map((turn) => [turn, reply("hola", { session: session(), steps: steps("s") })]),
  );
  expect(kinds).toEqual(["committed", "committed", "fenced", "conflict", "committed"]);
  expect(statements).toBe(1);
  for (const turn of [fenced, changed]) {
    expect(await written(turn)).toEqual({ run: "running", said: null, outbox: null, steps: null, modes: null });
  }
});

test("a session that was written since it was read is the conflict of its own turn alone", async () => {
  const turns = await lease(6);
  const [, , stale] = turns;
  if (stale === undefined) throw new Error("six were asked for");
  const known = session();
  await database.rows(
    `insert into agent_sessions (workspace_id, id, agent_id, conversation_id, contact_id, version)
     values ('default', $1, 'somnio', $2, $3, 7)`,
    [known.id, stale.lease.conversationId, stale.contact.id],
  );
  const { kinds } = await commitAtOnce(
    turns.map((turn) => [
      turn,
      reply("hola", { session: turn === stale ? session({ id: known.id, expectedVersion: 6 }) : session() }),
    ]),
  );
  expect(kinds).toEqual(["committed", "committed", "conflict", "committed", "committed", "committed"]);
  expect(await written(stale)).toMatchObject({ run: "running", said: null });
});

test("what the database can never take fails its own turn alone", async () => {
  const turns = await lease(5);
  const commits = turns.map(
    (turn, n) => [turn, reply("hola", { inputClass: n === 3 ? ("\u0000" as never) : null })] as const,
  );
  const { mailbox } = database.store;
  const ended = await Promise.allSettled(commits.map(([turn, commit]) => mailbox.commit(turn, commit)));
  expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected", "fulfilled"]);
});

/** Somebody of the shop who has signed in to the Studio. */
async function signsIn(userId: string, role: Role): Promise<string> {
  const admin = createAccessAdmin(database.database);
  await admin.putMember(DEFAULT_WORKSPACE, { userId, name: `${userId}@tienda.co`, role }, "api");
  const made = await admin.createToken(DEFAULT_WORKSPACE, {
    ...{ name: userId, holder: { userId }, scopes: null, lifeDays: null, by: "api" },
  });
  const cookie = await createSignIn(database.database).openSession({ token: made?.token ?? "" });
  return cookie ?? "";
}

/** Hands over as many conversations at once; whom their tasks were given to. */
async function handedTo(count: number, priority: TaskPriority = "high", status: SessionWrite["status"] = "handed_off") {
  const turns = await lease(count);
  const task = { title: "Somnio: asesor", priority, note: null, mode: null, data: {}, pack: null };
  await commitAtOnce(
    turns.map((turn) => [
      turn,
      reply("ya le escriben", {
        effects: [{ kind: "create_task", id: newId() as TaskId, ...task }],
        session: session({ status }),
      }),
    ]),
  );
  const ids = turns.map((turn) => turn.lease.conversationId);
  const rows = await database.rows(
    "select assignee, assigned_at is not null as dated from tasks where conversation_id = any ($1)",
    [ids],
  );
  expect(rows).toHaveLength(count);
  for (const row of rows) expect(row["dated"]).toBe(row["assignee"] !== null);
  return rows.map((row) => (row["assignee"] === null ? "nobody" : String(row["assignee"]).split("@")[0])).sort();
}

test("a handoff's task goes to whoever is online and was given one longest ago, also of handoffs that end together", async () => {
  expect(await handedTo(1)).toEqual(["nobody"]);
  const ana = await signsIn("ana", "owner");
  await signsIn("luis", "operator");
  await signsIn("mira", "viewer");
  // One statement for the first, and one for the two that wait behind it: of those each has another.
  expect(await handedTo(3)).toEqual(["ana", "ana", "luis"]);
  expect(await handedTo(4)).toEqual(["ana", "ana", "luis", "luis"]);
  // What is no handoff, or is not pressing, is everybody's.
  expect(await handedTo(1, "normal")).toEqual(["nobody"]);
  expect(await handedTo(1, "high", "active")).toEqual(["nobody"]);

  await createSignIn(database.database).endSession(ana);
  expect(await handedTo(2)).toEqual(["luis", "luis"]);
  await database.rows("update studio_sessions set seen_at = now() - interval '11 minutes'");
  expect(await handedTo(1)).toEqual(["nobody"]);
  await database.rows("update studio_sessions set seen_at = now()");
  expect(await handedTo(1)).toEqual(["luis"]);
  await createAccessAdmin(database.database).removeMember(DEFAULT_WORKSPACE, "luis", "api");
  expect(await handedTo(1)).toEqual(["nobody"]);
});
