import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { operator } from "../../src/agents/operator/operator.ts";
import type { WorkspaceId } from "../../src/core/ids.ts";
import { NO_OWN_SOURCE } from "../../src/core/ports/own-source.ts";
import { createShopTools } from "../../src/tools/shop-tools.ts";
import { eventually } from "../support/shop.ts";
import { CUSTOMER_SCOPE } from "../support/tool-scope.ts";
import { operatorShop } from "./operator-shop.ts";

/** What a bound phone may look into: runs, notes, our own pages, the numbers of the shop. */
const staff = operatorShop();

test("an owner reviews a customer's turns with their scores, and an operator does not (L-29)", async () => {
  const [owner, other, hers, theirs, customer] = [
    ...[await staff.member("owner"), await staff.member("operator")],
    ...[staff.phone(), staff.phone(), staff.phone()],
  ] as const;
  await customer.says("quiero dos colchones");
  await hers.says(`/vincular ${await owner.code()}`);
  await theirs.says(`/vincular ${await other.code()}`);
  const before = await hers.says(`/dev-review ${customer.number}`);
  expect(before).toMatch(/Revisé 1 turno; 0 con puntaje bajo/);
  expect(before).toContain("quiero dos colchones");
  expect(await theirs.says(`/dev-review ${customer.number}`)).toContain("Su rol no permite ese comando");

  // A review ends in a report of hers; a refused one leaves none.
  const reports = await staff.rows("select title, text, written_by from desk_papers where kind = 'report'");
  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatchObject({ title: expect.stringMatching(/^Revisión del 2/), written_by: owner.userId });
  expect(String(reports[0]?.["text"])).toContain("quiero dos colchones");

  // The customer dislikes what was said.
  const [said] = await staff.rows(
    "select wamid from outbox_messages where conversation_id = $1 and wamid is not null",
    [customer.conversation],
  );
  await customer.reacts("👎", String(said?.["wamid"]));
  await eventually("the review sees it", async () =>
    (await hers.says(`/dev-review ${customer.number}`)).includes("(reaction: 👎)"),
  );
});

test("each tool that looks into runs, keeps notes or reads our own pages is refused to a phone without the right", async () => {
  const stranger = staff.phone();
  await stranger.says("hola");
  const speaker = await staff.speakerIn(stranger.conversation);
  const tools = createShopTools({
    operatorDesk: staff.desk,
    ownSource: { ...NO_OWN_SOURCE, list: async () => ["docs/secret.md"] },
  });
  const refused = "select from audit_log where subject_id = $1 and action = 'operator.refused'";
  const refusalsOf = async (contact: string) => (await staff.rows(refused, [contact])).length;
  const id = randomUUID();
  const inputs: Readonly<Record<string, object>> = {
    review_interactions: {},
    get_interaction_context: { traceId: id },
    get_tool_output_full: { traceId: id },
    get_conversation_transcript: { phone: stranger.number },
    write_debug_report: { title: "x", content: "x" },
    save_note: { title: "x", text: "x" },
    list_notes: {},
    search_notes: { words: "x" },
    get_recent_messages: {},
    get_dataset_stats: { agentId: "somnio" },
    diagnose_trace: { traceId: id },
    add_to_dataset: { traceId: id, kind: "golden" },
    get_skill_details: { name: "somnio" },
    get_note: { id },
    get_eval_summary: { agentId: "somnio" },
    list_recent_failures: { agentId: "somnio" },
    propose_correction: { traceId: id, correct: "x" },
    propose_prompt_change: { agentId: "somnio", part: "planner", text: "x", note: "x" },
    list_source_files: {},
    read_source_file: { name: "docs/secret.md" },
    search_source_code: { words: "secret" },
    get_file_outline: { name: "docs/secret.md" },
    read_lines: { name: "docs/secret.md", from: 1, to: 9 },
    get_version_info: {},
    get_runtime_config: {},
    get_system_health: {},
    get_dashboard_stats: { days: 7 },
    get_recent_logs: {},
    run_quick_eval: { agentId: "somnio" },
    "operator.lost.list": { day: "today" },
    "operator.plan.pause": { isPaused: true },
    "operator.report.read": {},
    "operator.order.list": {},
    "operator.question.list": {},
    "operator.conversation.find": { phone: stranger.number },
    "operator.bot.switch": { conversationId: stranger.conversation, isOn: false },
    "operator.question.answer": { id, isYes: true },
    delete_note: { id },
    "operator.message.send": { phone: stranger.number, text: "secret" },
  };
  // Who has no right yet may ask what they may, and bring a code; there is no other tool that judges nobody.
  const asksFirst = ["operator.judge", "operator.code.check", "operator.phone.bind"];
  expect(Object.keys(inputs).sort()).toEqual((operator.tools ?? []).filter((one) => !asksFirst.includes(one)).sort());
  // Even a yes to the call does not help.
  const scope = { ...CUSTOMER_SCOPE, ...speaker, granted: Object.keys(inputs), approval: { confirmationId: id } };
  for (const [tool, input] of Object.entries(inputs)) {
    const before = await refusalsOf(speaker.contactId);
    const signal = new AbortController().signal;
    const answer = await tools.execute({ tool, input, idempotencyKey: randomUUID(), scope, signal });
    expect([tool, answer.kind, JSON.stringify(answer)]).toEqual([
      tool,
      "denied",
      expect.not.stringContaining("secret"),
    ]);
    expect([tool, await refusalsOf(speaker.contactId)]).toEqual([tool, before + 1]);
  }
  expect(await staff.rows("select from desk_papers where title = 'x'")).toEqual([]);
  expect(await staff.rows("select from prompt_versions")).toEqual([]);
});

test("an owner reads how the shop and its installation do, and our own pages, through the tools of a plan; another shop's rows count for nothing", async () => {
  const [ana, hers] = [await staff.member("owner"), staff.phone()];
  await hers.says(`/vincular ${await ana.code()}`);
  const page = "# Title\nwords\n## Part\nmore";
  const tools = createShopTools({
    operatorDesk: staff.desk,
    ownSource: {
      ...NO_OWN_SOURCE,
      read: async (name) => (name === "docs/a.md" ? page : null),
      skills: () => [{ name: "somnio", description: "Sells.", version: "1", tools: ["knowledge_search"] }],
    },
    evaluator: {
      evaluate: async (_, agentId, runs) =>
        agentId === "somnio"
          ? { agentVersion: "1", examples: runs.length, passed: 0, byKind: {}, guardrails: {}, failures: [] }
          : null,
    },
  });
  const speaker = await staff.speakerIn(hers.conversation);
  const ask = (tool: string, input: object) => {
    const scope = { ...CUSTOMER_SCOPE, ...speaker, now: new Date(), granted: [tool] };
    return tools.execute({ tool, input, idempotencyKey: randomUUID(), scope, signal: new AbortController().signal });
  };
  // A dead letter of another shop is nobody's business here.
  await staff.accessAdmin.createWorkspace({ id: "lejana" as WorkspaceId, name: "lejana" }, "test");
  await staff.rows(
    `insert into alerts (workspace_id, id, kind, subject, severity, detail, raised_at, last_seen_at)
     values ('lejana', gen_random_uuid(), 'far', 's', 'critical', '{}', now(), now()),
       ('default', gen_random_uuid(), 'near', 's', 'warning', '{}', now(), now())`,
  );
  // What a person has set aside is no failure any more, and a cancelled order is no money.
  await staff.rows(
    `with heard as (
       update conversations set last_seq = last_seq + 1 where id = $1 returning *, gen_random_uuid() as run_id)
     insert into agent_runs (workspace_id, id, conversation_id, event_id, status, attempts, failures, outcome, failure_code,
       failure_reason, created_at, started_at, ended_at, discarded_at, discarded_by)
     select workspace_id, run_id, id, gen_random_uuid(), 'dead_letter', 3, 3, 'abandoned', 'internal', 'it broke',
       now(), now(), now(), now(), 'ana' from heard`,
    [hers.conversation],
  );
  await staff.rows(
    `insert into orders (workspace_id, id, purchase_key, conversation_id, contact_id, session_id, run_id, source, status, stage,
       products, total, shipping_address, data, created_at, updated_at)
     select 'default', n.id, n.id::text, c.id, c.contact_id, null, (select r.id from agent_runs r where r.conversation_id = c.id limit 1),
       'customer', n.status, 'x', '[]', 50000, 'Calle 1', '{}', recado_now(), recado_now()
     from conversations c cross join (values (gen_random_uuid(), 'confirmed'), (gen_random_uuid(), 'cancelled')) as n (id, status)
     where c.id = $1::uuid`,
    [hers.conversation],
  );
  const [runs] = await staff.rows("select count(*)::int as n from agent_runs where conversation_id <> $1", [
    hers.conversation,
  ]);
  expect(await ask("get_system_health", {})).toMatchObject({
    kind: "ok",
    output: { deadLetters: 0, alerts: [{ kind: "near", severity: "warning" }] },
  });
  expect(await ask("get_dashboard_stats", { days: 7.9 })).toMatchObject({
    kind: "ok",
    output: { days: 7, runs: runs?.["n"], orders: 1, ordersTotal: 50_000, cancelledOrders: 1 },
  });
  expect(await ask("get_recent_logs", {})).toMatchObject({
    kind: "ok",
    output: { lines: expect.arrayContaining([expect.objectContaining({ kind: "deed", what: "phone.bound" })]) },
  });
  expect(await ask("get_recent_logs", { onlyFailures: true })).toMatchObject({
    output: { lines: [{ kind: "failure", what: "internal" }] },
  });
  expect(await ask("get_file_outline", { name: "docs/a.md" })).toMatchObject({
    output: {
      lines: [
        { line: 1, text: "# Title" },
        { line: 3, text: "## Part" },
      ],
    },
  });
  expect(await ask("read_lines", { name: "docs/a.md", from: 2, to: 3 })).toMatchObject({
    output: { text: "words\n## Part", lines: 4 },
  });
  expect(await ask("read_lines", { name: "../package.json", from: 1, to: 9 })).toMatchObject({
    kind: "error",
    code: "file_not_found",
  });
  expect(await ask("get_skill_details", { name: "somnio" })).toMatchObject({ output: { tools: ["knowledge_search"] } });
  expect(await ask("get_skill_details", { name: "otro" })).toMatchObject({
    ...{ kind: "error", code: "agent_not_found", message: expect.stringContaining("somnio") },
  });
  const recent = JSON.stringify(await ask("get_recent_messages", {}));
  expect([recent.includes("/vincular"), recent.includes("quedó vinculado")]).toEqual([true, true]);
  expect(await ask("run_quick_eval", { agentId: "somnio" })).toMatchObject({ output: { agentVersion: "1" } });
  expect(await ask("run_quick_eval", { agentId: "nadie" })).toMatchObject({ code: "agent_not_found" });
  expect(await ask("operator.lost.list", { day: "today" })).toMatchObject({ kind: "ok" });
});

test("an owner makes examples of runs, counts them, asks what went wrong in one, and finds notes by their words", async () => {
  const [ana, hers, customer] = [await staff.member("owner"), staff.phone(), staff.phone()];
  await hers.says(`/vincular ${await ana.code()}`);
  await customer.says("¿me regala un descuento?");
  const [run] = await staff.rows("select id::text from agent_runs where conversation_id = $1", [customer.conversation]);
  const traceId = String(run?.["id"]);
  const speaker = await staff.speakerIn(hers.conversation);
  const tools = createShopTools({ operatorDesk: staff.desk });
  const ask = (tool: string, input: object) => {
    const scope = { ...CUSTOMER_SCOPE, ...speaker, now: new Date(), newId: randomUUID, granted: [tool] };
    return tools.execute({ tool, input, idempotencyKey: randomUUID(), scope, signal: new AbortController().signal });
  };
  const stats = async () =>
    (await ask("get_dataset_stats", { agentId: "somnio" })) as { output: Record<string, unknown> };
  const before = (await stats()).output;
  const grown = (by: object) => ({
    output: Object.fromEntries(Object.entries(by).map(([kind, more]) => [kind, Number(before[kind]) + Number(more)])),
  });
  expect(await ask("add_to_dataset", { traceId, kind: "golden" })).toMatchObject({ output: { isDone: true } });
  expect(await stats()).toMatchObject(grown({ examples: 1, golden: 1, failure: 0, correction: 0 }));
  expect(await ask("diagnose_trace", { traceId })).toMatchObject({ output: { weakScores: [], failedSteps: [] } });
  // The same person's second word replaces the first.
  expect(await ask("add_to_dataset", { traceId, kind: "failure" })).toMatchObject({ output: { isDone: true } });
  expect(await stats()).toMatchObject(grown({ examples: 1, golden: 0, failure: 1 }));
  expect(await ask("diagnose_trace", { traceId })).toMatchObject({
    output: { weakScores: [{ name: "quality", value: 0 }] },
  });
  const correction = { traceId, kind: "correction", correct: "No hacemos descuentos." };
  expect(await ask("add_to_dataset", correction)).toMatchObject({ output: { isDone: true } });
  expect(await stats()).toMatchObject(grown({ examples: 1, golden: 0, failure: 0, correction: 1 }));
  for (const wrong of [{ kind: "correction" }, { kind: "golden", correct: "Sí." }]) {
    expect(await ask("add_to_dataset", { traceId, ...wrong })).toMatchObject({ code: "correction_incomplete" });
  }
  expect(await ask("add_to_dataset", { traceId: randomUUID(), kind: "golden" })).toMatchObject({
    code: "trace_not_found",
  });
  expect(await ask("diagnose_trace", { traceId: randomUUID() })).toMatchObject({ code: "trace_not_found" });

  await ask("save_note", { title: "Bodega", text: "La llave azul la tiene Pilar." });
  await ask("save_note", { title: "Caja", text: "Se cierra a las seis." });
  const found = JSON.stringify(await ask("search_notes", { words: "LLAVE azul" }));
  expect([found.includes("Bodega"), found.includes("Caja")]).toEqual([true, false]);
  expect(JSON.stringify(await ask("list_notes", {}))).toContain("Caja");
});
