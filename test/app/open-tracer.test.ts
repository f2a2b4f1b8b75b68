import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import * as z from "zod";
import { openTracer } from "../../src/app/open-tracer.ts";
import type { TracedTurn } from "../../src/core/ports/run-tracer.ts";

const at = (ms: number) => new Date(1_795_000_000_000 + ms);
const step = { position: 0, status: "ok", output: null } as const;
const TURN: TracedTurn = {
  ...{ workspaceId: "default", conversationId: "c1", runId: "01900000-0000-7000-8000-000000000001" },
  ...{ agentId: "somnio", agentVersion: "2", attempt: 1, segment: 0, outcome: "answered" },
  ...{ failure: null, endedAt: at(96) },
  steps: [
    { ...step, phase: "plan", name: "plan", startedAt: at(0), durationMs: 90, output: { secret: "hola Ana" } },
    {
      ...{ ...step, phase: "plan", name: "model.orchestrator.1", startedAt: at(10), durationMs: 50 },
      output: {
        ...{ model: "m", usage: { inputTokens: 7, outputTokens: 3 } },
        asked: { answer: { model: "m-1", text: "hola Ana" } },
      },
    },
    { ...step, phase: "act", name: "act", startedAt: at(90), durationMs: 5, status: "error" },
  ],
  toolCalls: [
    {
      ...{
        callId: "k1",
        toolName: "create_order",
        riskLevel: "low",
        input: { name: "Ana" },
        output: null,
        status: "error",
      },
      ...{ error: "x", startedAt: at(91), endedAt: at(93), policyDecision: "allow", policyReason: null },
    },
  ],
};

const Value = z.object({ stringValue: z.string().optional(), intValue: z.number().optional() });
const Body = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              ...{ traceId: z.string(), spanId: z.string(), parentSpanId: z.string().optional(), name: z.string() },
              ...{ startTimeUnixNano: z.string(), endTimeUnixNano: z.string() },
              attributes: z.array(z.object({ key: z.string(), value: Value })),
              status: z.object({ code: z.number() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** Requirement Q12: what a run did, as spans that any collector understands. */
test("a committed turn is posted as one trace with the names of the GenAI conventions, and without a word of a customer", async () => {
  const bodies: string[] = [];
  const collector = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += String(part);
    });
    request.on("end", () => {
      bodies.push(body);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const { port } = collector.address() as AddressInfo;
  const tracer = await openTracer({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/` });
  tracer?.turnEnded(TURN);
  await tracer?.stop();
  await new Promise((resolve) => collector.close(resolve));

  const text = bodies.join("");
  expect(text).not.toContain("Ana");
  const spans = Body.parse(JSON.parse(text)).resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap((one) => one.spans),
  );
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set(["01900000000070008000000000000001"]));
  const named = (name: string) => {
    const span = spans.find((one) => one.name === name);
    const attributes = span?.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]) ?? [];
    return { ...span, attributes: Object.fromEntries(attributes) };
  };
  const root = named("invoke_agent somnio");
  expect(root.attributes).toMatchObject({
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.id": "somnio",
    "recado.outcome": "answered",
  });
  expect(spans.filter(({ parentSpanId }) => parentSpanId === root.spanId).map(({ name }) => name)).toEqual([
    ...["plan", "chat m", "act", "execute_tool create_order"],
  ]);
  expect(named("chat m").attributes).toEqual({
    ...{ "gen_ai.operation.name": "chat", "gen_ai.request.model": "m", "gen_ai.response.model": "m-1" },
    ...{ "gen_ai.usage.input_tokens": 7, "gen_ai.usage.output_tokens": 3 },
  });
  expect(named("execute_tool create_order")).toMatchObject({
    status: { code: 2 },
    attributes: { "gen_ai.tool.name": "create_order" },
  });
  expect(Number(BigInt(named("plan").endTimeUnixNano ?? 0) - BigInt(named("plan").startTimeUnixNano ?? 0)) / 1e6).toBe(
    90,
  );
});

test("a collector that does not answer makes no process grow (L-30): what its queue does not hold is left out", async () => {
  let spans = 0;
  let answer = () => {};
  const isAnswering = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const collector = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += String(part);
    });
    request.on("end", async () => {
      spans += body.split('"spanId"').length - 1;
      await isAnswering;
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const { port } = collector.address() as AddressInfo;
  const tracer = await openTracer({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/` });
  for (let turn = 0; turn < 2_000; turn += 1) tracer?.turnEnded(TURN);
  answer();
  await tracer?.stop();
  await new Promise((resolve) => collector.close(resolve));
  // A turn has five spans; the queue of the SDK holds 2,048, and 512 are on their way.
  expect(spans).toBeGreaterThan(500);
  expect(spans).toBeLessThanOrEqual(2_048 + 512);
});

test("without an address nothing is opened, and a wrong one is said", async () => {
  expect(await openTracer({})).toBeNull();
  await expect(openTracer({ OTEL_EXPORTER_OTLP_ENDPOINT: "localhost" })).rejects.toThrow("OTEL_EXPORTER_OTLP_ENDPOINT");
});
