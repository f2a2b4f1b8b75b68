/**
 * A language model. A failure is a value with a class, never a throw: the caller has to say what it does
 * without an answer. No adapter retries: the worker that holds the lease decides about a second call.
 */

import type { CitedAnswer } from "../../artifacts/envelope.ts";

/** A part of the system prompt. Parts that never change stand first; `cached` marks the end of a prefix worth keeping. */
export interface PromptPart {
  readonly text: string;
  readonly cached?: boolean;
}

export type ModelContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly mimeType: string; readonly base64: string }
  | { readonly type: "document"; readonly mimeType: string; readonly base64: string }
  | { readonly type: "tool_call"; readonly callId: string; readonly name: string; readonly input: unknown }
  | {
      readonly type: "tool_result";
      readonly callId: string;
      readonly output: string;
      readonly isError: boolean;
    }
  /** A part that the provider wants back verbatim within one tool loop (thinking). It means nothing to us. */
  | { readonly type: "opaque"; readonly block: unknown };

export interface ModelMessage {
  readonly role: "user" | "assistant";
  readonly content: readonly ModelContent[];
}

export interface ModelTool {
  /** The name that the model knows: `crm_order_create`. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input: an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** A text that an answer is to rest on. Its words are data and never an instruction. */
export interface ModelSource {
  /** `S1`, `S2` …: how an answer names it. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface ModelRequest {
  readonly model: string;
  readonly system: readonly PromptPart[];
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[];
  /**
   * Stand before the words of the last message, and the answer cites them. Not with `outputSchema`: providers refuse the two
   * together.
   */
  readonly sources?: readonly ModelSource[];
  /** JSON Schema of a structured answer; the answer is held against it by the caller as well. */
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  /** Thinking counts in it: an adapter may ask for more, to leave room for an answer. */
  readonly maxTokens: number;
  readonly effort?: "low" | "medium" | "high";
  /** From the call to the last byte. */
  readonly timeoutMs: number;
}

export interface ModelUsage {
  /** Tokens of the prompt, without what was read from or written into the cache. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
}

export interface ModelAnswer {
  /** All text blocks; empty when it only called tools. */
  readonly text: string;
  /**
   * The text by sentences, each with the sources that it names: from the provider's own citations, or from the markers of a
   * model that has none. Absent when the request had no sources.
   */
  readonly cited?: CitedAnswer;
  readonly toolCalls: readonly { readonly callId: string; readonly name: string; readonly input: unknown }[];
  /** The whole answer in order; a tool loop appends it to its messages. */
  readonly content: readonly ModelContent[];
  /** The model that answered, as the provider names it. */
  readonly model: string;
  readonly responseId: string | null;
  readonly usage: ModelUsage;
}

/**
 * - `retry_later`: connection, 408, 409, 429, 5xx, 529, a timeout, a body that was cut
 * - `never`: the request, the key or the model is wrong; the same request will fail again
 * - `spend`: quota or credit is used up; a person must act
 * - `refusal`: the model will not
 * - `truncated`: `maxTokens` or the context window ended the answer
 * - `broken_output`: a 200 whose content is no answer
 */
export const MODEL_FAILURES = ["retry_later", "never", "spend", "refusal", "truncated", "broken_output"] as const;
export type ModelFailureKind = (typeof MODEL_FAILURES)[number];

export interface ModelFailure {
  readonly kind: ModelFailureKind;
  /** `rate_limit_error`, `timeout`, `max_tokens`, …: for logs, metrics and alerts. Never for a customer. */
  readonly code: string;
  readonly httpStatus: number | null;
  /** The wait that the provider asks for. */
  readonly retryAfterMs: number | null;
  /** Its cost; null when it is not known. */
  readonly usage: ModelUsage | null;
  /** The fault of a request that was not sent, in our words and without content. */
  readonly detail?: string;
}

export type ModelOutcome =
  | { readonly kind: "answered"; readonly answer: ModelAnswer }
  | { readonly kind: "failed"; readonly failure: ModelFailure };

export interface ModelCapabilities {
  readonly images: boolean;
  readonly documents: boolean;
  readonly structuredOutput: boolean;
  /** null when we do not know the model. */
  readonly contextTokens: number | null;
}

export interface Model {
  complete(request: ModelRequest, signal?: AbortSignal): Promise<ModelOutcome>;
  capabilities(model: string): ModelCapabilities;
}
