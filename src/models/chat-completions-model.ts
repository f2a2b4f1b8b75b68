import * as z from "zod";
import { startDeadline } from "../core/call-deadline.ts";
import type { Model, ModelOutcome, ModelRequest } from "../core/ports/model/model.ts";
import { readCompletion } from "./chat-answer.ts";
import { chatFamilyOf } from "./chat-families.ts";
import { chatRequest } from "./chat-request.ts";
import { classifyCut, failed, isKey, NO_KEY, refused } from "./model-failure.ts";
import {
  endpointAddress,
  errorNames,
  failureOfAnswer,
  failureOfStatus,
  type HttpFailure,
  parsed,
  readCapped,
} from "./openai-http.ts";
import { requestFault } from "./request-fault.ts";

export interface ChatCompletionsOptions {
  /** The server's root, its `/v1`, or the whole address of `/chat/completions`. */
  readonly url: string;
  /** null sends no `Authorization` at all, for a server of your own. */
  readonly apiKey: string | null;
}

/** The longest answer has some 100,000 tokens. */
const MAX_ANSWER_BYTES = 8_000_000;

/** Any server that speaks OpenAI's chat completions. Plain HTTP: the request is small, and we repeat nothing. */
export function createChatCompletionsModel({ url, apiKey }: ChatCompletionsOptions): Model {
  const address = endpointAddress(url, "/chat/completions");
  // OpenAI's own models refuse `max_tokens`; most other servers know nothing else.
  const limit = /(^|\.)openai\.(com|azure\.com)$/.test(new URL(address).hostname)
    ? "max_completion_tokens"
    : "max_tokens";
  const headers = { "content-type": "application/json", ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }) };

  async function complete(request: ModelRequest, signal?: AbortSignal): Promise<ModelOutcome> {
    const fault = requestFault(request);
    if (fault !== null) return refused("bad_request", fault);
    if (apiKey !== null && !isKey(apiKey)) return refused("no_client", NO_KEY);
    const deadline = startDeadline({ timeoutMs: request.timeoutMs, signal });
    try {
      const response = await fetch(address, {
        method: "POST",
        headers,
        body: JSON.stringify(chatRequest(request, limit)),
        // Key and words must not travel to another address that an answer names.
        redirect: "manual",
        signal: deadline.signal,
      });
      const bytes = await readCapped(response, MAX_ANSWER_BYTES);
      if (bytes === null) return failed("broken_output", "answer_too_large");
      return response.ok ? read(response, bytes, request) : asOutcome(failureOfAnswer(response, bytes));
    } catch {
      // `fetch` throws only when no whole answer came; its words name addresses.
      return { kind: "failed", failure: classifyCut(deadline.cut() ?? "connection") };
    } finally {
      deadline.end();
    }
  }

  return { complete, capabilities: (model) => chatFamilyOf(model).capabilities };
}

/** Routers answer 200 with the error of the server behind them. */
const WRAPPED_ERROR = z.object({ error: z.object({ code: z.int().min(400).max(599) }) });

function read({ headers }: Response, bytes: Uint8Array, request: ModelRequest): ModelOutcome {
  const body = parsed(bytes);
  if (body === undefined) {
    const isJson = headers.get("content-type")?.includes("json") === true;
    return isJson ? { kind: "failed", failure: classifyCut("broken_body") } : failed("broken_output", "not_a_message");
  }
  const wrapped = WRAPPED_ERROR.safeParse(body);
  if (wrapped.success) return asOutcome(failureOfStatus(wrapped.data.error.code, errorNames(body), headers));
  return readCompletion(body, request);
}

function asOutcome(failure: HttpFailure): ModelOutcome {
  return { kind: "failed", failure: { ...failure, usage: null } };
}
