import type { Attributes } from "@opentelemetry/api";
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
      const [first] = turn.steps;
      if (first === undefined) return;
      nextTraceId = turn.runId.replaceAll("-", "");
      const startTime = new Date(Math.min(...turn.steps.map(({ startedAt }) => startedAt.getTime())));
      const endTime = new Date(Math.max(...turn.steps.map(endOf)));
      const root = tracer.startSpan(
        `invoke_agent ${turn.agentId ?? "none"}`,
        { root: true, startTime, attributes: ofRun(turn) },
        ROOT_CONTEXT,
      );
      const context = trace.setSpan(ROOT_CONTEXT, root);
      for (const step of turn.steps) {
        const isModel = step.name.includes("model.");
        const span = tracer.startSpan(
          isModel ? `chat ${answerOf(step).model ?? "model"}` : step.name,
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
  };
}

function ofQuestion(step: StepRecord): Attributes {
  const { model, input, output } = answerOf(step);
  return {
    "gen_ai.operation.name": "chat",
    ...(model === null ? {} : { "gen_ai.response.model": model }),
    ...(input === null ? {} : { "gen_ai.usage.input_tokens": input }),
    ...(output === null ? {} : { "gen_ai.usage.output_tokens": output }),
  };
}

/** The model and the tokens of a journaled answer, wherever the journal has wrapped it; never its words. */
function answerOf({ output }: StepRecord): {
  readonly model: string | null;
  readonly input: number | null;
  readonly output: number | null;
} {
  const answer = fieldOf(output, "answer") ?? output;
  const usage = fieldOf(answer, "usage") ?? fieldOf(output, "usage");
  const model = fieldOf(answer, "model") ?? fieldOf(output, "model");
  const numberOf = (name: string) => {
    const value = fieldOf(usage, name);
    return typeof value === "number" ? value : null;
  };
  return {
    model: typeof model === "string" ? model : null,
    ...{ input: numberOf("inputTokens"), output: numberOf("outputTokens") },
  };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
