import type { Anthropic } from "@anthropic-ai/sdk";
import * as z from "zod";
import { errorText } from "../core/errors.ts";
import type { Model, ModelFailure, ModelOutcome, ModelRequest } from "../core/ports/model.ts";
import { type CallDeadline, startDeadline } from "./call-deadline.ts";
import { readMessage } from "./claude-answer.ts";
import { classifyApiError, classifyCut } from "./claude-failure.ts";
import { familyOf } from "./claude-families.ts";
import { claudeRequest } from "./claude-request.ts";
import { createStreamReader } from "./claude-stream.ts";

export interface ClaudeOptions {
  readonly apiKey: string;
  /** Any server that speaks the Messages API. Null: the provider's own. */
  readonly baseUrl?: string | null;
  /** A stream without a byte for so long is given up, though its deadline has not come. */
  readonly stallMs?: number;
}

const STALL_MS = 30_000;
/** Counting is optional, so it gets little time. */
const COUNT_TIMEOUT_MS = 5_000;
/** The SDK's own timer ends with the headers of an answer. Ours counts to the last byte, so its must never be the first. */
const BEHIND_OURS_MS = 60_000;

/**
 * Claude by the official SDK, with retries, tool loop and deadlines of our own. The SDK is loaded when this is called (180 ms and 25 MB,
 * measured): who has no key does not call it.
 */
export function createClaudeModel(options: ClaudeOptions): Model {
  const opened = openClient(options).catch((thrown: unknown) => ({ detail: errorText(thrown) }));
  const stallMs = options.stallMs ?? STALL_MS;

  async function complete(request: ModelRequest, signal?: AbortSignal): Promise<ModelOutcome> {
    const asked = claudeRequest(request);
    if (asked.kind === "fault") return refused("bad_request", asked.detail);
    const loaded = await opened;
    if ("detail" in loaded) return refused("no_client", loaded.detail);
    const deadline = startDeadline({ timeoutMs: request.timeoutMs, stallMs: null, signal });
    try {
      const answer = await loaded.client.messages.create(asked.params, callOptions(request, deadline));
      return readMessage(answer, request.model);
    } catch (thrown) {
      return { kind: "failed", failure: explain(thrown, deadline, loaded) };
    } finally {
      deadline.end();
    }
  }

  async function stream(
    request: ModelRequest,
    onText: (text: string) => void,
    signal?: AbortSignal,
  ): Promise<ModelOutcome> {
    const asked = claudeRequest(request);
    if (asked.kind === "fault") return refused("bad_request", asked.detail);
    const loaded = await opened;
    if ("detail" in loaded) return refused("no_client", loaded.detail);
    const deadline = startDeadline({ timeoutMs: request.timeoutMs, stallMs, signal });
    const reader = createStreamReader();
    try {
      const events = await loaded.client.messages.create(
        { ...asked.params, stream: true },
        { ...callOptions(request, deadline), middleware: [(sent, next) => next(sent).then(hearBytes(deadline))] },
      );
      for await (const event of events) {
        const text = reader.take(event);
        if (text !== "") onText(text);
      }
      const cut = deadline.cut();
      if (cut !== null) return { kind: "failed", failure: classifyCut(cut, reader.usage()) };
      const outcome = reader.outcome(request.model);
      return outcome ?? { kind: "failed", failure: classifyCut("stream_cut", reader.usage()) };
    } catch (thrown) {
      return { kind: "failed", failure: { ...explain(thrown, deadline, loaded), usage: reader.usage() } };
    } finally {
      deadline.end();
    }
  }

  async function countTokens(request: ModelRequest): Promise<number | null> {
    const asked = claudeRequest(request);
    const loaded = await opened;
    if (asked.kind === "fault" || "detail" in loaded) return null;
    const deadline = startDeadline({ timeoutMs: COUNT_TIMEOUT_MS, stallMs: null, signal: undefined });
    try {
      const { max_tokens: _, cache_control: __, ...counted } = asked.params;
      const answer: unknown = await loaded.client.messages.countTokens(counted, callOptions(request, deadline));
      const read = z.object({ input_tokens: z.int().nonnegative() }).safeParse(answer);
      return read.success ? read.data.input_tokens : null;
    } catch {
      return null; // the port's answer for a provider that cannot tell: the caller estimates
    } finally {
      deadline.end();
    }
  }

  return { complete, stream, countTokens, capabilities: (model) => familyOf(model).capabilities };
}

interface Loaded {
  readonly sdk: typeof import("@anthropic-ai/sdk");
  readonly client: Anthropic;
}

async function openClient({ apiKey, baseUrl }: ClaudeOptions): Promise<Loaded> {
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new Error("the key is empty or holds blanks or letters that no key has");
  const sdk = await import("@anthropic-ai/sdk");
  const client = new sdk.Anthropic({
    apiKey,
    // People copy addresses with and without the version; the SDK adds it.
    baseURL: baseUrl?.replace(/\/+$/, "").replace(/\/v1$/, "") ?? null,
    maxRetries: 0,
    // It would write bodies of answers that it cannot read, which are customers' words.
    logLevel: "off",
    openTelemetry: false,
  });
  return { sdk, client };
}

function callOptions({ timeoutMs }: ModelRequest, { signal }: CallDeadline) {
  return { signal, timeout: timeoutMs + BEHIND_OURS_MS, maxRetries: 0 };
}

/** Only what the SDK throws: our own reading of an answer throws nothing. */
function explain(thrown: unknown, deadline: CallDeadline, { sdk }: Loaded): ModelFailure {
  const cut = deadline.cut();
  if (cut !== null) return classifyCut(cut, null);
  if (thrown instanceof SyntaxError) return classifyCut("broken_body", null);
  if (!(thrown instanceof sdk.APIError)) return classifyCut("connection", null);
  const { status, type, errorCode, headers } = thrown;
  return classifyApiError({ status: status ?? null, type, errorCode, headers: headers ?? null }, null);
}

/** No model was asked. */
function refused(code: string, detail: string): ModelOutcome {
  return {
    kind: "failed",
    failure: { kind: "never", code, httpStatus: null, retryAfterMs: null, usage: null, detail },
  };
}

/** Pings count too: a model that thinks for long sends nothing else. */
function hearBytes(deadline: CallDeadline): (response: Response) => Response {
  return (response) => {
    deadline.heard();
    if (response.body === null) return response;
    const heard = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, passed) {
        deadline.heard();
        passed.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(heard), response);
  };
}
