import { readCitedText } from "../core/artifacts/read-cited-text.ts";
import { estimateContentTokens, estimatePromptTokens } from "../core/model/estimate-tokens.ts";
import type {
  Model,
  ModelAnswer,
  ModelContent,
  ModelFailureKind,
  ModelOutcome,
  ModelRequest,
  ModelUsage,
} from "../core/ports/model/model.ts";
import { requestFault } from "./request-fault.ts";

/** A text; a structured answer; calls of tools, with or without words before them; or what went wrong. */
export type ScriptedReply =
  | string
  | { readonly json: unknown }
  | { readonly calls: readonly { readonly name: string; readonly input: unknown }[]; readonly text?: string }
  | {
      readonly fails: ModelFailureKind;
      readonly code?: string;
      readonly httpStatus?: number;
      readonly retryAfterMs?: number;
      /** What a stream had said before it broke. */
      readonly said?: string;
      readonly detail?: string;
    };

/** The answer to each request: by its number from 0, or one after the other. */
export type ModelScript =
  | readonly ScriptedReply[]
  | ((request: ModelRequest, call: number) => ScriptedReply | Promise<ScriptedReply>);

export interface ScriptedModel extends Model {
  /** Everything that was asked, oldest first. */
  readonly requests: readonly ModelRequest[];
}

/**
 * A model that says what it is told to, for tests and sandboxes. Its usage is an estimate by length, so budgets and prices move as
 * they would, and it refuses the requests that a provider would refuse. A list that has come to its end fails as `never`/`script_exhausted`: a test that asks more than it says goes wrong.
 */
export function createScriptedModel(script: ModelScript): ScriptedModel {
  const requests: ModelRequest[] = [];

  async function replyTo(request: ModelRequest, signal: AbortSignal | undefined): Promise<ScriptedReply> {
    if (signal?.aborted === true) return { fails: "retry_later", code: "aborted" };
    const fault = requestFault(request);
    if (fault !== null) return { fails: "never", code: "bad_request", detail: fault };
    const call = requests.push(request) - 1;
    if (typeof script === "function") return script(request, call);
    return script[call] ?? { fails: "never", code: "script_exhausted" };
  }

  return {
    requests,
    async complete(request, signal) {
      return outcomeOf(request, await replyTo(request, signal), requests.length);
    },
    capabilities: () => ({ images: true, documents: true, structuredOutput: true, contextTokens: 200_000 }),
  };
}

function outcomeOf(request: ModelRequest, reply: ScriptedReply, call: number): ModelOutcome {
  if (typeof reply === "object" && "fails" in reply) {
    const failure = {
      kind: reply.fails,
      code: reply.code ?? reply.fails,
      httpStatus: reply.httpStatus ?? null,
      retryAfterMs: reply.retryAfterMs ?? null,
      ...(reply.detail !== undefined && { detail: reply.detail }),
      usage: COSTS_ALL_THE_SAME.has(reply.fails) ? usageOf(request, [{ type: "text", text: reply.said ?? "" }]) : null,
    };
    return { kind: "failed", failure };
  }
  const content = contentOf(reply, call);
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
  const answer: ModelAnswer = {
    text,
    ...(request.sources === undefined ? {} : { cited: readCitedText(text) }),
    toolCalls: content.filter((part) => part.type === "tool_call"),
    content,
    model: request.model,
    responseId: `scripted_${call}`,
    usage: usageOf(request, content),
  };
  return { kind: "answered", answer };
}

/** The model has spoken, and is paid, though there is no answer. */
const COSTS_ALL_THE_SAME: ReadonlySet<ModelFailureKind> = new Set(["refusal", "truncated", "broken_output"]);

function contentOf(reply: Exclude<ScriptedReply, { fails: ModelFailureKind }>, call: number): ModelContent[] {
  if (typeof reply === "string") return [{ type: "text", text: reply }];
  if ("json" in reply) return [{ type: "text", text: JSON.stringify(reply.json) }];
  const calls = reply.calls.map(
    ({ name, input }, index): ModelContent => ({ type: "tool_call", callId: `call_${call}_${index}`, name, input }),
  );
  return reply.text === undefined ? calls : [{ type: "text", text: reply.text }, ...calls];
}

function usageOf(request: ModelRequest, content: readonly ModelContent[]): ModelUsage {
  return {
    inputTokens: estimatePromptTokens(request),
    outputTokens: content.reduce((tokens, part) => tokens + estimateContentTokens(part), 0),
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
  };
}
