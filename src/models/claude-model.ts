import type { Anthropic } from "@anthropic-ai/sdk";
import { type CallDeadline, startDeadline } from "../core/call-deadline.ts";
import { errorText } from "../core/errors.ts";
import type { Model, ModelFailure, ModelOutcome, ModelRequest } from "../core/ports/model/model.ts";
import { readMessage } from "./claude-answer.ts";
import { classifyApiError } from "./claude-failure.ts";
import { familyOf } from "./claude-families.ts";
import { claudeRequest } from "./claude-request.ts";
import { classifyCut, isKey, NO_KEY, refused } from "./model-failure.ts";

export interface ClaudeOptions {
  readonly apiKey: string;
  /** Any server that speaks the Messages API. Null: the provider's own. */
  readonly baseUrl?: string | null;
}

/** The SDK's own timer ends with the headers of an answer. Ours counts to the last byte, so its must never be the first. */
const BEHIND_OURS_MS = 60_000;

/**
 * Claude by the official SDK, with retries, tool loop and deadlines of our own. The SDK is loaded when this is called (180 ms and 25 MB,
 * measured): who has no key does not call it.
 */
export function createClaudeModel(options: ClaudeOptions): Model {
  const opened = openClient(options).catch((thrown: unknown) => ({ detail: errorText(thrown) }));

  async function complete(request: ModelRequest, signal?: AbortSignal): Promise<ModelOutcome> {
    const asked = claudeRequest(request);
    if (asked.kind === "fault") return refused("bad_request", asked.detail);
    const loaded = await opened;
    if ("detail" in loaded) return refused("no_client", loaded.detail);
    const deadline = startDeadline({ timeoutMs: request.timeoutMs, signal });
    try {
      const answer = await loaded.client.messages.create(asked.params, callOptions(request, deadline));
      return readMessage(answer, request);
    } catch (thrown) {
      return { kind: "failed", failure: explain(thrown, deadline, loaded) };
    } finally {
      deadline.end();
    }
  }

  return { complete, capabilities: (model) => familyOf(model).capabilities };
}

interface Loaded {
  readonly sdk: typeof import("@anthropic-ai/sdk");
  readonly client: Anthropic;
}

async function openClient({ apiKey, baseUrl }: ClaudeOptions): Promise<Loaded> {
  if (!isKey(apiKey)) throw new Error(NO_KEY);
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
  if (cut !== null) return classifyCut(cut);
  if (thrown instanceof SyntaxError) return classifyCut("broken_body");
  if (!(thrown instanceof sdk.APIError)) return classifyCut("connection");
  const { status, type, errorCode, headers } = thrown;
  return classifyApiError({ status: status ?? null, type, errorCode, headers: headers ?? null });
}
