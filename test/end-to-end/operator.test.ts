import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "../../src/agents/operator/operator.ts";
import { DEFAULT_WORKSPACE, type WorkspaceId } from "../../src/core/ids.ts";
import { OPERATOR_COMMANDS, type OperatorCommand, PHONE_CODE } from "../../src/core/operations/operator-commands.ts";
import type { Role } from "../../src/core/operations/principal.ts";
import type { OperatorDesk, Speaker } from "../../src/core/ports/desk/operator-desk.ts";
import { NO_OWN_SOURCE } from "../../src/core/ports/own-source.ts";
import { createOperatorDesk } from "../../src/postgres/inbox/operator-desk.ts";
import { createShopTools } from "../../src/tools/shop-tools.ts";
import { eventually, openShop, recordingChannel, registryOf, type Shop, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { CUSTOMER_SCOPE } from "../support/tool-scope.ts";

/** The shop's own people on their phones: what they hear, and who is refused. */
let database: TestDatabase;
let desk: OperatorDesk;
let shop: Shop;
const { channel, sent } = recordingChannel();

beforeAll(async () => {
  database = await createTestDatabase();
  desk = createOperatorDesk(database.database);
  const tools = createShopTools({ operatorDesk: desk });
  // One number, one agent: the customers below write to it too.
  shop = openShop(
    database.store,
    { channel, tools, agents: registryOf({ ...operator, id: "somnio" }) },
    { pollMs: 100 },
  );
  shop.worker.start();
});
afterAll(async () => {
  await shop.worker.stop(500);
  await database.drop();
});

let people = 0;
async function phone() {
  people += 1;
  const number = `57311${String(people).padStart(7, "0")}`;
  let conversation = "";
  return {
    number,
    get conversation() {
      return conversation;
    },
    async reacts(emoji: string, targetWamid: string) {
      await shop.says("", { phone: number, content: { type: "reaction", emoji, targetWamid } });
    },
    async says(text: string) {
      const before = sent.length;
      const { conversationId } = await shop.says(text, { phone: number });
      conversation = conversationId;
      // What is sent to a customer meanwhile is no reply.
      const replies = () => sent.slice(before).filter(({ recipient }) => JSON.stringify(recipient).includes(number));
      await eventually("the reply", () => replies().length > 0);
      return replies()
        .map(({ content }) => JSON.stringify(content))
        .join("\n");
    },
  };
}

async function member(role: Role, workspace: WorkspaceId = DEFAULT_WORKSPACE) {
  const userId = `${role}-${randomUUID()}`;
  await database.accessAdmin.putMember(workspace, { userId, role, name: userId }, "test");
  const code = async () => (await database.accessAdmin.issuePhoneCode(workspace, userId, "test"))?.code ?? "";
  return { userId, code };
}

test("a member binds a phone by a code, asks, and is refused as soon as the phone is unbound", async () => {
  const ana = await member("owner");
  const hers = await phone();
  expect(await hers.says("/estado")).toContain("Este número es para el equipo");
  const code = await ana.code();
  expect(await hers.says(`/vincular ${code.slice(0, 4)} ${code.slice(4)}`)).toContain("quedó vinculado");
  expect(await hers.says("/ayuda")).toContain("/agent objetivo");
  expect(await hers.says("/estado")).toMatch(/Hoy: 0 pedidos confirmados, 0 pendientes, 0 cancelados/);
  expect(await hers.says("/pedidos hoy")).toContain("No hay pedidos que coincidan");
  expect(await hers.says("/confirmar")).toContain("No hay nada esperando");
  expect(await hers.says("/nada")).toContain("No conozco el comando /nada");
  expect(await hers.says("¿cuánto vendimos ayer?")).toContain("me falta un modelo de lenguaje");
  // The code counted once.
  expect(await (await phone()).says(`/vincular ${code}`)).toContain("no es válido o ya venció");
  await database.accessAdmin.unbindPhone(DEFAULT_WORKSPACE, ana.userId, "test");
  expect(await hers.says("/estado")).toContain("Este número es para el equipo");
  const lines = await database.rows("select action from audit_log where subject_id = $1 order by id", [ana.userId]);
  expect(lines.map(({ action }) => action)).toEqual([
    ...["member.added", "phone.code_made", "phone.bound", "phone.unbound"],
  ]);
});

test("an operator hears how the shop stands without what it sold, until an owner allows it", async () => {
  const [pilar, hers] = [await member("operator"), await phone()];
  await hers.says(`/vincular ${await pilar.code()}`);
  expect(await hers.says("/estado")).toMatch(/Hoy: 0 pedidos confirmados/);
  expect(await hers.says("/estado")).not.toContain("Valor");
  const allowed = { userId: pilar.userId, role: "operator", name: pilar.userId, seesSales: true } as const;
  await database.accessAdmin.putMember(DEFAULT_WORKSPACE, allowed, "test");
  expect(await hers.says("/estado")).toMatch(/Valor: \$ ?0/);
});

test("no one borrows the rights of a bound phone by calling its tools in its chat from outside", async () => {
  const [owner, hers] = [await member("owner"), await phone()];
  await hers.says(`/vincular ${await owner.code()}`);
  const [at] = await database.rows("select contact_id from conversations where id = $1", [hers.conversation]);
  const speaker = {
    workspaceId: DEFAULT_WORKSPACE,
    conversationId: hers.conversation,
    contactId: String(at?.["contact_id"]),
  };
  const tools = createShopTools({ operatorDesk: desk });
  const call = (actor: typeof CUSTOMER_SCOPE.actor) => {
    const scope = { ...CUSTOMER_SCOPE, ...speaker, actor, granted: ["operator.report.read"] };
    const signal = new AbortController().signal;
    return tools.execute({ tool: "operator.report.read", input: {}, idempotencyKey: randomUUID(), scope, signal });
  };
  expect(await call(CUSTOMER_SCOPE.actor)).toMatchObject({ kind: "ok" });
  for (const kind of ["operator", "service"] as const) {
    expect(await call({ kind, name: "x", role: kind })).toMatchObject({ kind: "denied" });
  }
});

test("the bot falls silent in a customer's chat, and words leave only after the member has read them and said yes", async () => {
  const [pilar, hers, customer] = [await member("operator"), await phone(), await phone()];
  await customer.says("hola");
  await hers.says(`/vincular ${await pilar.code()}`);
  expect(await hers.says(`/pausa ${customer.number.slice(2)}`)).toContain("el bot quedó callado");
  const botOf = async () =>
    (
      await database.rows("select bot_enabled, switched_by from conversations where id = $1", [customer.conversation])
    )[0];
  expect(await botOf()).toEqual({ bot_enabled: false, switched_by: pilar.userId });
  expect(await hers.says(`/reanudar ${customer.number}`)).toContain("vuelve a responder");
  expect(await hers.says("/pausa 3009999999")).toContain("No encuentro una conversación");

  const asked = await hers.says(`/mensaje ${customer.number} Su pedido sale hoy.`);
  expect(asked).toContain("¿Le envío esto a");
  expect(asked).toContain("Su pedido sale hoy.");
  const heard = () => sent.filter(({ recipient }) => JSON.stringify(recipient).includes(customer.number));
  const before = heard().length;
  expect(await hers.says("no")).not.toContain("va en camino");
  expect(heard().length).toBe(before);
  await hers.says(`/mensaje ${customer.number} Su pedido sale hoy.`);
  expect(await hers.says("sí")).toContain("va en camino");
  await eventually("the customer hears it", () => heard().length > before);
  expect(heard().length).toBe(before + 1);
  expect(await botOf()).toEqual({ bot_enabled: false, switched_by: pilar.userId });
});

test("a member is reminded of their own affairs: set in words, listed, taken back, said once at its time, and no stranger sets one", async () => {
  const [luz, hers, other, stranger] = [await member("viewer"), await phone(), await phone(), await phone()];
  await hers.says(`/vincular ${await luz.code()}`);
  await other.says(`/vincular ${await (await member("operator")).code()}`);
  expect(await hers.says("/recordatorios")).toContain("No tiene recordatorios pendientes");
  expect(await hers.says("/recordar")).toContain("¿Qué le recuerdo, y cuándo?");
  expect(await hers.says("/recordar pagar la bodega")).toContain("Envíemelo completo");
  expect(await hers.says("/recordar pagar la bodega mañana a las 8 de la mañana")).toMatch(
    /se lo recuerdo el .*8:00 a. m.: pagar la bodega/,
  );
  expect(await hers.says("Recuérdeme llamar al proveedor todos los lunes a las 9 de la mañana")).toMatch(
    /lunes.*: llamar al proveedor/,
  );
  const listed = await hers.says("/recordatorios");
  expect(listed).toMatch(/1\. .*\\n2\. /);
  expect([listed.includes("pagar la bodega"), listed.includes("llamar al proveedor")]).toEqual([true, true]);
  expect(await hers.says("/recordatorios quitar 7")).toContain("¿Cuál de estos quito?");
  // Each member has their own, and who is bound to none has no right to one.
  expect(await other.says("/recordatorios quitar 1")).toContain("No tiene recordatorios pendientes");
  expect(await stranger.says("/recordar pagar mañana a las 8 de la mañana")).toContain("Este número es para el equipo");
  expect(await hers.says("/recordatorios quitar el del proveedor")).toContain(
    "quité el recordatorio de «llamar al proveedor»",
  );
  const rows = () =>
    database.rows(
      "select text, status, is_requested, rule from scheduled_messages where conversation_id = any($1) order by created_at",
      [[hers.conversation, other.conversation, stranger.conversation]],
    );
  expect(await rows()).toEqual([
    expect.objectContaining({
      text: expect.stringContaining("pagar la bodega"),
      status: "pending",
      is_requested: true,
    }),
    expect.objectContaining({ text: expect.stringContaining("llamar al proveedor"), status: "cancelled" }),
  ]);
});

test("an owner reviews a customer's turns with their scores, and an operator does not (L-29)", async () => {
  const [owner, other, hers, theirs, customer] = [
    ...[await member("owner"), await member("operator")],
    ...[await phone(), await phone(), await phone()],
  ] as const;
  await customer.says("quiero dos colchones");
  await hers.says(`/vincular ${await owner.code()}`);
  await theirs.says(`/vincular ${await other.code()}`);
  const before = await hers.says(`/dev-review ${customer.number}`);
  expect(before).toMatch(/Revisé 1 turno; 0 con puntaje bajo/);
  expect(before).toContain("quiero dos colchones");
  expect(await theirs.says(`/dev-review ${customer.number}`)).toContain("Su rol no permite ese comando");

  // A review ends in a report of hers; a refused one leaves none.
  const reports = await database.rows("select title, text, written_by from desk_papers where kind = 'report'");
  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatchObject({ title: expect.stringMatching(/^Revisión del 2/), written_by: owner.userId });
  expect(String(reports[0]?.["text"])).toContain("quiero dos colchones");

  // The customer dislikes what was said.
  const [said] = await database.rows(
    "select wamid from outbox_messages where conversation_id = $1 and wamid is not null",
    [customer.conversation],
  );
  await customer.reacts("👎", String(said?.["wamid"]));
  await eventually("the review sees it", async () =>
    (await hers.says(`/dev-review ${customer.number}`)).includes("(reaction: 👎)"),
  );
});

test("each tool that looks into runs, keeps notes or reads our own pages is refused to a phone without the right", async () => {
  const stranger = await phone();
  await stranger.says("hola");
  const [at] = await database.rows("select contact_id from conversations where id = $1", [stranger.conversation]);
  const speaker = {
    workspaceId: DEFAULT_WORKSPACE,
    conversationId: stranger.conversation,
    contactId: String(at?.["contact_id"]),
  };
  const tools = createShopTools({
    operatorDesk: desk,
    ownSource: { ...NO_OWN_SOURCE, list: async () => ["docs/secret.md"] },
  });
  const refused = "select from audit_log where subject_id = $1 and action = 'operator.refused'";
  const refusalsOf = async (contact: string) => (await database.rows(refused, [contact])).length;
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
  expect(await database.rows("select from desk_papers where title = 'x'")).toEqual([]);
  expect(await database.rows("select from prompt_versions")).toEqual([]);
});

test("an owner reads how the shop and its installation do, and our own pages, through the tools of a plan; another shop's rows count for nothing", async () => {
  const [ana, hers] = [await member("owner"), await phone()];
  await hers.says(`/vincular ${await ana.code()}`);
  const [at] = await database.rows("select contact_id from conversations where id = $1", [hers.conversation]);
  const page = "# Title\nwords\n## Part\nmore";
  const tools = createShopTools({
    operatorDesk: desk,
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
  const speaker = {
    workspaceId: DEFAULT_WORKSPACE,
    conversationId: hers.conversation,
    contactId: String(at?.["contact_id"]),
  };
  const ask = (tool: string, input: object) => {
    const scope = { ...CUSTOMER_SCOPE, ...speaker, now: new Date(), granted: [tool] };
    return tools.execute({ tool, input, idempotencyKey: randomUUID(), scope, signal: new AbortController().signal });
  };
  // A dead letter of another shop is nobody's business here.
  await database.accessAdmin.createWorkspace({ id: "lejana" as WorkspaceId, name: "lejana" }, "test");
  await database.rows(
    `insert into alerts (workspace_id, id, kind, subject, severity, detail, raised_at, last_seen_at)
     values ('lejana', gen_random_uuid(), 'far', 's', 'critical', '{}', now(), now()),
       ('default', gen_random_uuid(), 'near', 's', 'warning', '{}', now(), now())`,
  );
  const [runs] = await database.rows("select count(*)::int as n from agent_runs where conversation_id <> $1", [
    hers.conversation,
  ]);
  expect(await ask("get_system_health", {})).toMatchObject({
    kind: "ok",
    output: { deadLetters: 0, alerts: [{ kind: "near", severity: "warning" }] },
  });
  expect(await ask("get_dashboard_stats", { days: 7.9 })).toMatchObject({
    kind: "ok",
    output: { days: 7, runs: runs?.["n"], orders: 0, ordersTotal: 0 },
  });
  expect(await ask("get_recent_logs", {})).toMatchObject({
    kind: "ok",
    output: { lines: expect.arrayContaining([expect.objectContaining({ kind: "deed", what: "phone.bound" })]) },
  });
  expect(await ask("get_recent_logs", { onlyFailures: true })).toMatchObject({ output: { lines: [] } });
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
  const [ana, hers, customer] = [await member("owner"), await phone(), await phone()];
  await hers.says(`/vincular ${await ana.code()}`);
  await customer.says("¿me regala un descuento?");
  const [at] = await database.rows("select contact_id from conversations where id = $1", [hers.conversation]);
  const [run] = await database.rows("select id::text from agent_runs where conversation_id = $1", [
    customer.conversation,
  ]);
  const traceId = String(run?.["id"]);
  const speaker = {
    workspaceId: DEFAULT_WORKSPACE,
    conversationId: hers.conversation,
    contactId: String(at?.["contact_id"]),
  };
  const tools = createShopTools({ operatorDesk: desk });
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

describe("who may give which command", () => {
  const commands = (Object.keys(OPERATOR_COMMANDS) as OperatorCommand[]).filter((one) => one !== "vincular");
  const VIEW = ["ayuda", "estado", "pedidos", "preguntar", "cancel", "recordar", "recordatorios"];
  const EXPECTED: Readonly<Record<Role, readonly string[]>> = {
    owner: commands,
    operator: commands.filter((one) => one !== "dev-review"),
    viewer: VIEW,
    service: [],
  };

  /** A contact who has written, in a workspace of its own number. */
  async function contact(workspace: WorkspaceId): Promise<Speaker> {
    people += 1;
    const [contactId, conversationId] = [randomUUID(), randomUUID()];
    await database.rows("insert into contacts (workspace_id, id) values ($1, $2)", [workspace, contactId]);
    return { workspaceId: workspace, conversationId, contactId };
  }
  const other = "other-shop" as WorkspaceId;
  const refusals = async ({ contactId }: Speaker) =>
    (
      await database.rows("select detail from audit_log where subject_id = $1 and action = 'operator.refused'", [
        contactId,
      ])
    ).length;

  type State =
    | "bound"
    | "unbound"
    | "expired"
    | "bound again elsewhere"
    | "number changed hands"
    | "no longer a member"
    | "bound in another workspace";
  const STATES: Readonly<Record<State, (role: Role) => Promise<Speaker>>> = {
    bound: async (role) => {
      const [who, speaker] = [await member(role), await contact(DEFAULT_WORKSPACE)];
      await desk.bind(speaker, await who.code());
      return speaker;
    },
    unbound: () => contact(DEFAULT_WORKSPACE),
    expired: async (role) => {
      const [who, speaker] = [await member(role), await contact(DEFAULT_WORKSPACE)];
      const code = await who.code();
      await database.rows(
        "update member_phones set expires_at = recado_now() - interval '1 second' where user_id = $1",
        [who.userId],
      );
      expect(await desk.tryCode(speaker, code)).toEqual({ kind: "refused", reason: "wrong_code" });
      expect(await desk.bind(speaker, code)).toBe(false);
      return speaker;
    },
    "bound again elsewhere": async (role) => {
      const [who, old, fresh] = [
        await member(role),
        await contact(DEFAULT_WORKSPACE),
        await contact(DEFAULT_WORKSPACE),
      ];
      await desk.bind(old, await who.code());
      await desk.bind(fresh, await who.code());
      return old;
    },
    "number changed hands": async (role) => {
      const speaker = await STATES.bound(role);
      await database.rows(
        "update contacts set identity_changed_at = recado_now() + interval '1 second' where id = $1",
        [speaker.contactId],
      );
      return speaker;
    },
    "no longer a member": async (role) => {
      const [who, speaker] = [await member(role), await contact(DEFAULT_WORKSPACE)];
      await desk.bind(speaker, await who.code());
      await database.accessAdmin.removeMember(DEFAULT_WORKSPACE, who.userId, "test");
      return speaker;
    },
    "bound in another workspace": async (role) => {
      await database.accessAdmin.createWorkspace({ id: other, name: other }, "test");
      const [who, there, here] = [await member(role, other), await contact(other), await contact(DEFAULT_WORKSPACE)];
      const code = await who.code();
      expect(await desk.bind(here, code)).toBe(false);
      await desk.bind(there, code);
      // The id of the other workspace's contact, said in this one.
      return { ...there, workspaceId: DEFAULT_WORKSPACE };
    },
  };

  const cases = (Object.keys(STATES) as State[]).flatMap((state) =>
    (Object.keys(EXPECTED) as Role[]).map((role) => [state, role] as const),
  );
  test.each(cases)("%s, %s", async (state, role) => {
    const speaker = await STATES[state](role);
    const before = await refusals(speaker);
    let refused = 0;
    for (const command of commands) {
      const { kind } = await desk.judge(speaker, command);
      const mayIt = state === "bound" && EXPECTED[role].includes(command);
      expect([command, kind]).toEqual([command, mayIt ? "allowed" : "refused"]);
      refused += mayIt ? 0 : 1;
    }
    expect((await refusals(speaker)) - before).toBe(refused);
  });

  test("after five wrong codes a phone waits an hour, and the right one does not help", async () => {
    const [who, speaker] = [await member("owner"), await contact(DEFAULT_WORKSPACE)];
    const code = await who.code();
    for (let tries = 0; tries < PHONE_CODE.wrongTriesAnHour; tries += 1) {
      expect(await desk.tryCode(speaker, "x")).toEqual({ kind: "refused", reason: "wrong_code" });
    }
    expect(await desk.tryCode(speaker, code)).toEqual({ kind: "refused", reason: "too_many_codes" });
  });
});

test("tools of the operator do nothing in the hands of an agent that talks to customers", async () => {
  const seen: unknown[] = [];
  const greedy = testAgent(
    async ({ tools }) => {
      for (const tool of ["operator.report.read", "operator.order.list", "operator.question.list"]) {
        seen.push((await tools.read(tool, {})).ok);
      }
      return { ...(await operator.decide({ message: "" } as never)), tools: [] };
    },
    { tools: operator.tools ?? [] },
  );
  const { channel: mute, sent: said } = recordingChannel();
  const theirs = await createTestDatabase();
  const tools = createShopTools({ operatorDesk: createOperatorDesk(theirs.database) });
  const open = openShop(theirs.store, { channel: mute, tools, agents: registryOf(greedy) }, { pollMs: 100 });
  open.worker.start();
  await open.says("muéstreme los pedidos de todos", { phone: "573110000999" });
  await eventually("it has read", () => seen.length === 3 && said.length > 0);
  expect(seen).toEqual([false, false, false]);
  await open.worker.stop(500);
  await theirs.drop();
});
