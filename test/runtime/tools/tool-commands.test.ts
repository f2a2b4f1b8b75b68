import { expect, test } from "vitest";
import * as z from "zod";
import { type ConversationId, DEFAULT_WORKSPACE, type RunId } from "../../../src/core/ids.ts";
import { createTools } from "../../../src/tools/create-tools.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { newId } from "../../support/inbound.ts";
import { eventually } from "../../support/shop.ts";
import { commandedShops, ok } from "./commanded-shops.ts";

const shops = commandedShops();
const { shopWithCustomer, runOf, conversationOf, ended } = shops;

test("a command is exactly this call, made in the operator's name, and nothing is said to the customer", async () => {
  const { taken, made, texts, conversationId } = await shopWithCustomer(ok);
  const { runId } = await taken();
  await ended(runId);
  expect(made.map(({ tool, input, idempotencyKey, scope }) => [tool, input, idempotencyKey, scope.actor])).toEqual([
    ["crm.note", { text: "llamar" }, `${runId}:command`, { kind: "operator", name: "maria", role: "operator" }],
  ]);
  expect(await runOf(runId)).toMatchObject({ status: "completed", outcome: "executed" });
  await expect.poll(texts).toEqual(["eco: hola"]);
  expect((await conversationOf(conversationId)).turns).toHaveLength(2);
  expect(await shops.database.rows("select actor, action from audit_log where run_id = $1", [runId])).toEqual([
    { actor: "maria", action: "tool.ok" },
  ]);
});

test("the same key is the same command; for another call, or in another conversation, it is refused", async () => {
  const { taken, command, made } = await shopWithCustomer(ok);
  const other = await shopWithCustomer(ok);
  const [first, second] = await Promise.all([taken(), taken()]);
  await ended(first.runId);
  expect([first.duplicate, second.duplicate].sort()).toEqual([false, true]);
  expect(second.runId).toBe(first.runId);
  expect(await command({ input: { text: "no llamar" } })).toEqual({ kind: "key_reused" });
  expect(await command({ conversationId: other.conversationId as ConversationId })).toEqual({ kind: "key_reused" });
  // Both shops work on it: whoever took it, once.
  expect([...made, ...other.made]).toHaveLength(1);
  expect(await command({ conversationId: newId() as ConversationId, idempotencyKey: "fresh" })).toEqual({
    kind: "not_found",
  });
});

test("a command in the middle of a turn waits for its end, and no message joins it", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { shop, phone, taken, made, texts } = await shopWithCustomer(ok, () => held);
  const slow = await shop.says("despacio", { phone });
  await eventually("it is thought over", async () => (await runOf(slow.runId)).status === "running");
  const { runId } = await taken();
  release();
  await ended(runId);
  const after = await shop.says("gracias", { phone });
  await ended(after.runId);
  expect((await runOf(runId)).events.map(({ inputType }) => inputType)).toEqual(["operator_command"]);
  expect(made).toHaveLength(1);
  await eventually("all is said", () => texts().length === 3);
  await expect.poll(texts).toEqual(["eco: hola", "eco: despacio", "eco: gracias"]);
});

test("a dry run is judged and answered like any other call, changes nothing and asks nobody", async () => {
  const { taken, command, conversationId, made } = await shopWithCustomer(({ scope, tool, input }) => {
    if (JSON.stringify(input).includes("pregunta"))
      return { kind: "confirm", rule: "money", reason: "money", audience: "operator", question: "¿Anoto?" };
    return {
      kind: "ok",
      output: { tool, dryRun: scope.isDryRun },
      isDryRun: scope.isDryRun,
      allowedBy: "staff: asked",
    };
  });
  const changes = () =>
    shops.database.rows("select version, last_outbox_seq, turn_count from conversations where id = $1", [
      conversationId,
    ]);
  const { runId } = await taken({ isDryRun: true });
  await ended(runId);
  expect(made.map(({ scope }) => scope.isDryRun)).toEqual([true]);
  const run = await runOf(runId);
  expect(run).toMatchObject({ status: "completed", outcome: "dry_run" });
  expect(run.toolCalls).toMatchObject([{ isDryRun: true, status: "ok", output: { tool: "crm.note", dryRun: true } }]);
  expect(await shops.database.rows("select action from audit_log where run_id = $1", [runId])).toEqual([
    { action: "tool.dry_run" },
  ]);
  expect(await command()).toEqual({ kind: "key_reused" });
  const before = await changes();
  const asked = await taken({ isDryRun: true, idempotencyKey: newId(), input: { text: "pregunta" } });
  await ended(asked.runId);
  const would = await runOf(asked.runId);
  expect(would).toMatchObject({ outcome: "dry_run", toolCalls: [{ policy: "confirm", isDryRun: true }] });
  expect(await shops.database.rows("select from confirmations where run_id = $1", [asked.runId])).toEqual([]);
  expect(await changes()).toMatchObject([
    { last_outbox_seq: before[0]?.["last_outbox_seq"], turn_count: before[0]?.["turn_count"] },
  ]);
});

test("what the policy refuses ends there: the run says so, nobody else hears of it", async () => {
  const { taken, texts } = await shopWithCustomer(() => ({
    kind: "denied",
    rule: "role",
    reason: "an operator may not",
  }));
  const { runId } = await taken();
  await ended(runId);
  expect(await runOf(runId)).toMatchObject({ status: "completed", outcome: "declined" });
  expect(
    await shops.database.rows("select status, policy_reason from agent_tool_calls where run_id = $1", [runId]),
  ).toEqual([{ status: "blocked", policy_reason: "role: an operator may not" }]);
  await expect.poll(texts).toEqual(["eco: hola"]);
});

test("what a tool says can never be done ends there and is no dead letter", async () => {
  const refusal = {
    kind: "error",
    code: "order_not_found",
    message: "There is no order 7 here.",
    retryable: false,
  } as const;
  const { taken, made } = await shopWithCustomer(() => refusal);
  const { runId } = await taken();
  await ended(runId);
  expect(await runOf(runId)).toMatchObject({ status: "completed", outcome: "declined" });
  expect(made).toHaveLength(1);
  expect(await shops.database.rows("select status, error from agent_tool_calls where run_id = $1", [runId])).toEqual([
    { status: "error", error: "There is no order 7 here." },
  ]);
});

test("a call in doubt is made once, and a person is told to look", async () => {
  const { taken, made } = await shopWithCustomer(() => {
    throw new Error("socket hang up");
  });
  const { runId } = await taken();
  await ended(runId);
  expect(made).toHaveLength(1);
  expect(await runOf(runId)).toMatchObject({ status: "dead_letter", error: { code: "tool_in_doubt" } });
  const { items } = await shops.database.store.alerts.list(DEFAULT_WORKSPACE, { status: "open", limit: 9 });
  expect(items).toMatchObject([{ kind: "tool_in_doubt", subject: runId, detail: { tool: "crm.note" } }]);
});

test.each([
  { what: "a command", risk: "low", begun: 1 },
  { what: "what somebody has said yes to", risk: "high", begun: 2 },
] as const)(
  "$what over the limit of its minute waits for the next one: no attempt is counted, nothing is dropped",
  async ({ risk, begun }) => {
    // Five seconds into the next minute, so that none ends meanwhile.
    await shops.database.rows(
      `insert into test_clock (ahead)
     values (date_trunc('minute', recado_now()) + interval '1 minute 5 seconds' - recado_now()
       + coalesce((select ahead from test_clock), interval '0'))
     on conflict (only_row) do update set ahead = excluded.ahead`,
    );
    const limited = defineTool({
      name: "crm.note",
      description: "Writes elsewhere.",
      ...{ module: "external", effect: "external", risk, timeout: 500, permissions: [], reversible: false },
      input: z.strictObject({ text: z.string() }),
      output: z.strictObject({ noted: z.boolean() }),
      run: () => ({ kind: "ok", output: { noted: true } }),
    });
    const registry = createTools({ tools: [limited], rates: shops.database.toolRates });
    const { taken, shop, phone } = await shopWithCustomer((call) => registry.execute(call), undefined, {
      retry: { maxAttempts: 1, baseDelayMs: 1, maxDelayMs: 1 },
    });
    await shops.database.rows(
      `insert into tool_rates (workspace_id, module, minute, calls)
     values ('default', 'external', date_trunc('minute', recado_now()), 1000)
     on conflict (workspace_id, module) do update set minute = excluded.minute, calls = excluded.calls`,
    );
    const { runId } = await taken();
    if (risk === "high") {
      await eventually("it asks", async () => (await runOf(runId)).status === "waiting_confirmation");
      const of = {
        workspaceId: DEFAULT_WORKSPACE,
        of: { runId: runId as RunId },
        ...{ actor: "jefe", identity: "user:jefe" },
        note: null,
      } as const;
      expect((await shops.database.store.confirmations.decide({ ...of, decision: "approve" })).kind).toBe("decided");
    }
    await eventually("it is turned away", async () => (await runOf(runId)).toolCalls?.[0]?.status === "error");
    expect(await runOf(runId)).toMatchObject({
      ...{ status: "queued", attempts: begun - 1, error: null },
      toolCalls: [{ status: "error", error: expect.stringContaining("30 calls of external tools") }],
    });
    const due =
      "select extract(epoch from due_at - date_trunc('minute', recado_now()))::int as s from agent_runs where id = $1";
    expect(await shops.database.rows(due, [runId])).toEqual([{ s: 60 }]);
    // Nobody waits behind it meanwhile.
    const meanwhile = await shop.says("¿siguen ahí?", { phone });
    await ended(meanwhile.runId);
    expect(await runOf(runId)).toMatchObject({ status: "queued" });
    await shops.database.advance(60_000);
    await ended(runId);
    expect(await runOf(runId)).toMatchObject({
      outcome: "executed",
      attempts: begun,
      toolCalls: [{ status: "ok", error: null }],
    });
  },
);

test("commands that wait for an idle conversation follow one another at once, not with the poll", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { shop, phone, taken, made } = await shopWithCustomer(ok, () => held, { pollMs: 60_000 });
  const slow = await shop.says("despacio", { phone });
  await eventually("it is thought over", async () => (await runOf(slow.runId)).status === "running");
  const queued: string[] = [];
  for (let n = 0; n < 20; n += 1) queued.push((await taken({ idempotencyKey: newId() })).runId);
  release();
  for (const runId of queued) await ended(runId);
  expect(made).toHaveLength(20);
});

test("a command that is committed while the end of a turn waits for its conversation follows at once", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { shop, phone, taken, conversationId } = await shopWithCustomer(ok, () => held, { pollMs: 60_000 });
  const slow = await shop.says("despacio", { phone });
  await eventually("it is thought over", async () => (await runOf(slow.runId)).status === "running");
  const isWaiting = (statement: string) =>
    eventually(`${statement} waits for the conversation`, async () => {
      const rows = await shops.database.rows(
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and position($1 in query) > 0`,
        [statement],
      );
      return rows.length === 1;
    });
  let command: ReturnType<typeof taken> | undefined;
  await shops.database.database.transaction(async (run) => {
    await run({ text: "select id from conversations where id = $1 for update", values: [conversationId] });
    command = taken();
    await isWaiting("with placed as");
    // The commit of the turn has begun, and so reads a time before the command.
    release();
    await isWaiting("with given as");
  });
  await ended(String((await command)?.runId));
});
