import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { openTracer } from "../../../src/app/open-tracer.ts";
import type { Agent } from "../../../src/core/agent/agent.ts";
import { createScriptedModel } from "../../../src/models/scripted-model.ts";
import { definePlanner } from "../../../src/planner/define-planner.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { createShopTools } from "../../../src/tools/shop-tools.ts";
import { PLANNER, PLANNER_OPTIONS, partOf, step } from "../../planner/planner-models.ts";
import { openModelGate } from "../../support/model-gate.ts";
import { announceShare } from "../../support/share-of-the-day.ts";
import { eventually, openShop, recordingChannel, registryOf, testAgent } from "../../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";
import { openReceiver, type ReadSpan, readSpans } from "./read-spans.ts";

let database: TestDatabase;
beforeAll(async () => {
  const played = COLLECTOR === undefined ? 0 : 1;
  announceShare({ stage: "spans to a collector", played, of: 1, seed: "none", whole: WITH_COLLECTOR });
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const PHONE = "573014445566";
const NAME = "Eulalia Restrepo";
const SAID = "revise por favor mi pedido de almohadas moradas";
const ANSWER = "Sus almohadas salen el jueves.";
const NOTE = "prefiere que la llamen de tarde";
/** What no collector may learn. */
const SECRETS = [PHONE, PHONE.slice(2), NAME, "Eulalia", "almohadas", "jueves", "llamen de tarde", "Calle 45"];

const stock = defineTool({
  ...{ module: "external", permissions: [], reversible: false, risk: "low", effect: "read" },
  ...{ name: "shop.stock", description: "Counts what is in stock." },
  input: z.strictObject({ item: z.string() }),
  output: z.strictObject({ text: z.string() }),
  run: ({ item }) => ({ kind: "ok", output: { text: `${item}: 9, en la Calle 45` } }),
});

/** Runs the turns that one message brings, in a process that exports them, until `isOver`. */
async function traced(
  agent: Agent,
  model: ReturnType<typeof createScriptedModel>,
  {
    phone,
    speed,
    status,
    collector,
  }: { readonly phone: string; readonly speed: number; readonly status: string; readonly collector?: string },
) {
  const receiver = await openReceiver();
  const tracer = await openTracer({ OTEL_EXPORTER_OTLP_ENDPOINT: collector ?? receiver.url });
  if (tracer === null) throw new Error("there is an address");
  const { channel } = recordingChannel();
  const tools = createShopTools({ tools: [stock] });
  const modelGate = openModelGate(database.store, model, { tools, settings: { tokenLimit: 1_000_000 } });
  const agents = registryOf(agent);
  const parts = { channel, agents, tools, modelGate, tracer, responseSpeed: speed };
  const shop = openShop(database.store, parts, { pollMs: 100 });
  shop.worker.start();
  const profileName = NAME;
  const { runId } = await shop.says(SAID, { phone, profileName });
  await eventually("the run is over", async () => {
    const [row] = await database.rows("select status from agent_runs where id = $1", [runId]);
    if (row?.["status"] === status) return true;
    await database.advance(1_000);
    return false;
  });
  await shop.worker.stop(2_000);
  await tracer.stop();
  await receiver.close();
  return { runId, bytes: receiver.bodies.join("\n"), spans: receiver.spans() };
}

/** A folder in which `npm install @genkit-ai/telemetry-server@1.43` has run: a collector of another project (Apache-2.0). */
const COLLECTOR = process.env["RECADO_COLLECTOR"];
const WITH_COLLECTOR = "RECADO_COLLECTOR=<its folder> npm test -- test/runtime/otlp";

interface Collector {
  startTelemetryServer(options: object): Promise<void>;
  stopTelemetryApi(): Promise<void>;
  readonly LocalFileTraceStore: new (options: object) => unknown;
  readonly LocalFileLogStore: new (options: object) => unknown;
}

const traceOf = (runId: string) => Buffer.from(runId.replaceAll("-", ""), "hex").toString("base64");
const outcomes = (spans: readonly ReadSpan[]) =>
  spans
    .filter(({ parentSpanId }) => parentSpanId === undefined)
    .map(({ attributes }) => [
      attributes["recado.attempt"],
      attributes["recado.segment"],
      attributes["recado.outcome"],
    ]);

test("a plan is one trace in the published definitions of OTLP: each question to the model and each call of a tool once, in replies that are typed too, and no word, phone or name of a customer", async () => {
  const model = createScriptedModel((request) => {
    if (partOf(request) === "plan") return { json: { tasks: [step("a", [], "reader"), step("b", ["a"])] } };
    if (partOf(request) === "synthesis") return ANSWER;
    const said = JSON.stringify(request.messages);
    if (said.includes("tool_result")) return ANSWER;
    return said.includes("Your task: mirar la parte a")
      ? { calls: [{ name: "shop_stock", input: { item: "almohadas" } }] }
      : { calls: [{ name: "crm_note_create", input: { text: NOTE } }] };
  });
  const tools = { shop: ["shop.stock"], notes: ["crm.note.create"] };
  const agent = definePlanner({ ...PLANNER_OPTIONS, id: "somnio", tools, texts: PLANNER.texts });
  const { runId, bytes, spans } = await traced(agent, model, { phone: PHONE, speed: 1, status: "completed" });

  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([traceOf(runId)]));
  for (const secret of SECRETS) expect([secret, bytes.includes(secret)]).toEqual([secret, false]);
  // A reply that is typed parks its turn, which goes on as another attempt.
  expect(outcomes(spans)).toEqual(expect.arrayContaining([[1, 0, "parked"], expect.arrayContaining([0, "goes_on"])]));
  const chats = spans.filter(({ attributes }) => attributes["gen_ai.operation.name"] === "chat");
  expect(model.requests.length).toBe(1 + 2 * 2 + 1);
  expect(chats).toHaveLength(model.requests.length);
  expect(chats[0]).toMatchObject({
    ...{ name: "chat strong", kind: 3 },
    attributes: {
      ...{ "gen_ai.request.model": "strong", "gen_ai.response.model": "strong" },
      "gen_ai.usage.input_tokens": expect.any(Number),
      "gen_ai.usage.output_tokens": expect.any(Number),
    },
  });
  const tries = spans.filter(({ name }) => name.startsWith("execute_tool")).map(({ name }) => name);
  expect(new Set(tries)).toEqual(new Set(["execute_tool shop.stock", "execute_tool crm.note.create"]));
  // Every span stands inside the attempt that it belongs to.
  const roots = new Map(spans.filter((one) => one.parentSpanId === undefined).map((one) => [one.spanId, one]));
  for (const { name, parentSpanId, startTimeUnixNano } of spans) {
    if (parentSpanId === undefined) continue;
    const root = roots.get(parentSpanId);
    expect([name, BigInt(root?.startTimeUnixNano ?? 0) <= BigInt(startTimeUnixNano)]).toEqual([name, true]);
  }
});

test("an attempt that failed is exported with its code, and so is the one that ends in a dead letter; its error text is not", async () => {
  const agent = testAgent(
    async ({ model }) => {
      await model?.ask({
        ...{ key: "k", purpose: "detector", prompt: { id: "p", version: "1" }, system: [{ text: "x" }], maxTokens: 64 },
        messages: [{ role: "user", content: [{ type: "text", text: SAID }] }],
      });
      throw new Error(`${NAME} vive en la Calle 45`);
    },
    { version: "7" },
  );
  const model = createScriptedModel(() => ({ fails: "never", code: "authentication_error" }));
  const phone = "573014445567";
  const { runId, bytes, spans } = await traced(agent, model, { phone, speed: 0, status: "dead_letter" });
  const [row] = await database.rows("select attempts, failure_code from agent_runs where id = $1", [runId]);
  const attempts = Number(row?.["attempts"]);
  expect(attempts).toBeGreaterThan(1);
  expect(outcomes(spans)).toEqual(
    Array.from({ length: attempts }, (_, at) => [at + 1, 0, at + 1 === attempts ? "buried" : "failed"]),
  );
  for (const root of spans.filter(({ parentSpanId }) => parentSpanId === undefined)) {
    expect(root).toMatchObject({ status: { code: 2 }, attributes: { "error.type": row?.["failure_code"] } });
    expect(root.status.message).toBeUndefined();
  }
  const asked = spans.filter(({ attributes }) => attributes["gen_ai.operation.name"] === "chat");
  expect(asked.length).toBeGreaterThan(0);
  expect(asked[0]).toMatchObject({ status: { code: 2 }, attributes: { "error.type": "authentication_error" } });
  for (const secret of [...SECRETS, phone]) expect([secret, bytes.includes(secret)]).toEqual([secret, false]);
});

test.runIf(COLLECTOR !== undefined)(
  "a collector of another project keeps the trace of a plan, each question once",
  async () => {
    const { href } = pathToFileURL(`${COLLECTOR}/node_modules/@genkit-ai/telemetry-server/lib/cjs/index.js`);
    const other = ((await import(href)) as { readonly default: Collector }).default;
    const [storeRoot, port] = [await mkdtemp(join(tmpdir(), "spans-")), 41_318];
    const [traceStore, logStore] = [
      new other.LocalFileTraceStore({ storeRoot, indexRoot: storeRoot }),
      new other.LocalFileLogStore({ storeRoot, indexRoot: storeRoot }),
    ];
    await other.startTelemetryServer({ port, traceStore, logStore });
    const model = createScriptedModel((request) =>
      partOf(request) === "plan" ? { json: { tasks: [step("a"), step("b")] } } : ANSWER,
    );
    const agent = definePlanner({ ...PLANNER_OPTIONS, id: "somnio", tools: {}, texts: PLANNER.texts });
    const phone = "573014445568";
    const url = `http://127.0.0.1:${port}/api/otlp`;
    const { runId } = await traced(agent, model, { phone, speed: 0, status: "completed", collector: url });
    const answer = await fetch(`http://127.0.0.1:${port}/api/traces/${runId.replaceAll("-", "")}`);
    const kept = KeptTrace.parse(await answer.json());
    await other.stopTelemetryApi();
    const names = Object.values(kept.spans).map(({ displayName }) => displayName);
    const segments = await database.rows("select from run_segments where run_id = $1", [runId]);
    expect(names.filter((name) => name === "chat strong")).toHaveLength(model.requests.length);
    expect(names.filter((name) => name === "invoke_agent somnio")).toHaveLength(1 + segments.length);
    expect(JSON.stringify(kept)).toContain("gen_ai.usage.input_tokens");
    for (const secret of [...SECRETS, phone]) expect(JSON.stringify(kept)).not.toContain(secret);
  },
);

const KeptTrace = z.object({
  spans: z.record(z.string(), z.looseObject({ displayName: z.string() })),
});

test("the reading is strict: a field that OTLP does not know is refused", () => {
  const scopeSpans = [{ spans: [{ traceId: "00", spanId: "00", name: "x", text: "hola" }] }];
  expect(() => readSpans(JSON.stringify({ resourceSpans: [{ resource: {}, scopeSpans }] }))).toThrow("text");
});
