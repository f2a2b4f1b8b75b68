import type { Attributes } from "@opentelemetry/api";
import * as z from "zod";
import { type Environment, readVariable } from "../core/environment.ts";
import { RecadoError } from "../core/errors.ts";
import type { RunTracer, TracedTurn } from "../core/ports/run-tracer.ts";
import type { StepRecord } from "../core/turn/turn.ts";

export interface OpenTracer extends RunTracer {
  /** Sends what is left. */
  stop(): Promise<void>;
}

/**
 * Spans of runs, phases, questions to models and calls of tools, by the GenAI conventions of OpenTelemetry, posted by OTLP to the
 * address that the environment names. null without an address: then nothing of it is loaded.
 */
export async function openTracer(env: Environment): Promise<OpenTracer | null> {
  const own = readVariable(env, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
  const base = readVariable(env, "OTEL_EXPORTER_OTLP_ENDPOINT");
  const url = own ?? (base === null ? null : `${base.replace(/\/+$/, "")}/v1/traces`);
  if (url === null) return null;
  if (!URL.canParse(url)) {
    const name = own === null ? "OTEL_EXPORTER_OTLP_ENDPOINT" : "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";
    throw new RecadoError("bad_environment", `${name} is no address: write http://127.0.0.1:4318, or unset it.`);
  }
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/sdk-trace-base"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  // All turns of a run share its trace, in whichever process they ran: the run's id is the trace's.
  let nextTraceId = "";
  const random = new sdk.RandomIdGenerator();
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": readVariable(env, "OTEL_SERVICE_NAME") ?? "recado" }),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url }))],
    idGenerator: { generateSpanId: () => random.generateSpanId(), generateTraceId: () => nextTraceId },
  });
  const tracer = provider.getTracer("recado");
  return {
    turnEnded(turn) {
      nextTraceId = turn.runId.replaceAll("-", "");
      const ended = turn.endedAt.getTime();
      const startTime = new Date(Math.min(ended, ...turn.steps.map(({ startedAt }) => startedAt.getTime())));
      const endTime = new Date(Math.max(ended, ...turn.steps.map(endOf)));
      const root = tracer.startSpan(
        `invoke_agent ${turn.agentId ?? "none"}`,
        { root: true, startTime, attributes: ofRun(turn) },
        ROOT_CONTEXT,
      );
      // Its message is left out: it may hold a customer's words.
      if (turn.failure !== null) root.setStatus({ code: SpanStatusCode.ERROR });
      const context = trace.setSpan(ROOT_CONTEXT, root);
      for (const step of turn.steps) {
        const isModel = step.name.includes("model.");
        const span = tracer.startSpan(
          isModel ? `chat ${questionOf(step).asked ?? "model"}` : step.name,
          {
            ...{ startTime: step.startedAt, kind: isModel ? SpanKind.CLIENT : SpanKind.INTERNAL },
            attributes: isModel ? ofQuestion(step) : { "recado.phase": step.phase },
          },
          context,
        );
        if (step.status === "error") span.setStatus({ code: SpanStatusCode.ERROR });
        span.end(endOf(step));
      }
      for (const call of turn.toolCalls) {
        const attributes = {
          ...{ "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": call.toolName },
          ...{ "gen_ai.tool.call.id": call.callId, "recado.policy": call.policyDecision, "recado.status": call.status },
        };
        const span = tracer.startSpan(
          `execute_tool ${call.toolName}`,
          { startTime: call.startedAt, attributes },
          context,
        );
        if (call.status !== "ok") span.setStatus({ code: SpanStatusCode.ERROR, message: call.status });
        span.end(call.endedAt);
      }
      root.end(endTime);
    },
    stop: () => provider.shutdown(),
  };
}

const endOf = ({ startedAt, durationMs }: StepRecord): number => startedAt.getTime() + durationMs;

function ofRun(turn: TracedTurn): Attributes {
  return {
    "gen_ai.operation.name": "invoke_agent",
    ...(turn.agentId === null ? {} : { "gen_ai.agent.id": turn.agentId }),
    "gen_ai.conversation.id": turn.conversationId,
    "recado.run.id": turn.runId,
    "recado.workspace": turn.workspaceId,
    ...(turn.agentVersion === null ? {} : { "recado.agent.version": turn.agentVersion }),
    ...{ "recado.attempt": turn.attempt, "recado.segment": turn.segment, "recado.outcome": turn.outcome },
    ...(turn.failure === null ? {} : { "error.type": turn.failure }),
  };
}

function ofQuestion(step: StepRecord): Attributes {
  const { asked, answeredBy, input, output, failure } = questionOf(step);
  return {
    "gen_ai.operation.name": "chat",
    ...(asked === null ? {} : { "gen_ai.request.model": asked }),
    ...(answeredBy === null ? {} : { "gen_ai.response.model": answeredBy }),
    ...(input === null ? {} : { "gen_ai.usage.input_tokens": input }),
    ...(output === null ? {} : { "gen_ai.usage.output_tokens": output }),
    ...(failure === null ? {} : { "error.type": failure }),
  };
}

const journaled = z.object({
  model: z.string().nullable().catch(null),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }).nullable().catch(null),
  asked: z
    .object({
      answer: z.object({ model: z.string() }).optional().catch(undefined),
      failure: z.object({ code: z.string() }).optional().catch(undefined),
    })
    .catch({}),
});

/** The models and the tokens of a journaled question, and the code of its failure; never its words. */
function questionOf({ output: step }: StepRecord) {
  const read = journaled.safeParse(step);
  const { model = null, usage = null, asked = {} } = read.success ? read.data : {};
  return {
    ...{ asked: model, answeredBy: asked.answer?.model ?? null, failure: asked.failure?.code ?? null },
    ...{ input: usage?.inputTokens ?? null, output: usage?.outputTokens ?? null },
  };
}
