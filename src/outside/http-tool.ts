import { createHash } from "node:crypto";
import type { ToolRequest } from "../core/inbound/tool-request.ts";
import type { ToolError, ToolErrorType } from "../core/ports/tools.ts";
import type { RiskLevel } from "../core/tool-calls/tool-call.ts";
import { defineTool, type Tool, type ToolAnswer, type ToolRun } from "../tools/define-tool.ts";
import type { OutputOf, StandardSchema } from "../tools/standard-schema.ts";
import { checkValue } from "../tools/standard-schema.ts";
import { type EnvSecret, type Sent, secretsOf } from "./env-secret.ts";
import { type HttpOutcome, httpRequest } from "./http-request.ts";
import { jsonOf } from "./json-of.ts";
import { type UrlTemplate, urlTemplate } from "./url-template.ts";

/** What the other side says about a key. */
export type ReadBack =
  | { readonly kind: "found"; readonly output: unknown }
  | { readonly kind: "not_found" }
  | { readonly kind: "unknown" };

export interface HttpToolDefinition<Input extends StandardSchema, Output extends StandardSchema> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Says that a request of another method changes nothing, such as a search. A GET is a read. */
  readonly effect?: "read";
  /**
   * `https://crm.tienda.co/orders/{orderId}`: names of the input in braces, only in path and query.
   */
  readonly url: string;
  /**
   * True for a host name of your own network. A host that is written as a local one (localhost,
   * 10.…) needs no flag.
   */
  readonly isPrivateHost?: boolean;
  readonly headers?: Readonly<Record<string, string | EnvSecret>>;
  /** The part of the input that is sent as JSON. Default: the whole input. A GET sends nothing. */
  readonly body?: (input: OutputOf<Input>) => unknown;
  /** The part of the answer that is the output. Default: all of it. */
  readonly readAnswer?: (answer: unknown) => unknown;
  readonly risk: RiskLevel;
  readonly permissions?: readonly string[];
  readonly reversible?: boolean;
  readonly isPaid?: boolean;
  /** The same as in `defineTool`: the customer requests that ask for this tool. */
  readonly requestedBy?: readonly ToolRequest[];
  readonly question?: (input: OutputOf<Input>) => string;
  /** Milliseconds for one request. Default: 5 s. */
  readonly requestTimeoutMs?: number;
  /** Default: 256 KiB. */
  readonly maxAnswerBytes?: number;
  /**
   * The maximum of requests that carry out the call, the first included; each bears the same key.
   * Default: 2.
   */
  readonly tries?: number;
  /** Default: `Idempotency-Key`. */
  readonly keyHeader?: string;
  /**
   * The other side acts once for each key, however often it is asked. A lost answer may then simply
   * be asked for again.
   */
  readonly honoursKey?: boolean;
  /**
   * How to find out whether a call without an answer took effect: `{key}` in the address is the key
   * of the call.
   */
  readonly readBack?: {
    readonly url: string;
    /** Default: 404 is "not found" and 200 "found", with the answer as the output. */
    readonly judge?: (status: number, answer: unknown) => ReadBack;
  };
}

const DEFAULTS = { requestTimeoutMs: 5_000, maxAnswerBytes: 256 * 1024, tries: 2, keyHeader: "idempotency-key" };

/**
 * A tool that is another system's HTTP API. A call that changes something uses one key for all its
 * attempts. When an answer is lost, the other side is asked by that key before anything is sent
 * again. A call that stays unknown is in doubt: it is shown to a person and never claimed.
 *
 * @throws Error for an invalid definition: a host in braces, a private address, an invalid header
 */
export function httpTool<Input extends StandardSchema, Output extends StandardSchema>(
  definition: HttpToolDefinition<Input, Output>,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Tool {
  const { name, description, input, output, risk, question, isPaid, requestedBy } = definition;
  const isRead = onlyReads(definition);
  const { requestTimeoutMs, tries } = { ...DEFAULTS, ...definition };
  const side = otherSide(definition, env);
  return defineTool({
    ...{ name, description, input, output, risk },
    module: "external",
    effect: isRead ? "read" : "external",
    // Time for every request and every question about it, plus a moment: a call that is cut off in
    // the middle is in doubt.
    timeout: tries * requestTimeoutMs * (definition.readBack === undefined ? 1 : 2) + 1_000,
    permissions: definition.permissions ?? [],
    reversible: definition.reversible ?? isRead,
    ...(isPaid === undefined ? {} : { isPaid }),
    ...(requestedBy === undefined ? {} : { requestedBy }),
    ...(question === undefined ? {} : { question }),
    async run(given, _scope, run): Promise<ToolAnswer<OutputOf<Output>>> {
      return side.call(given, run);
    },
  });
}

function onlyReads({ method, effect }: { readonly method: string; readonly effect?: "read" }): boolean {
  return method === "GET" || effect === "read";
}

type Answer<Output> = Promise<ToolAnswer<Output>>;

function otherSide<Input extends StandardSchema, Output extends StandardSchema>(
  definition: HttpToolDefinition<Input, Output>,
  env: Readonly<Record<string, string | undefined>>,
) {
  const { method, output, readBack } = definition;
  const { requestTimeoutMs: timeoutMs, maxAnswerBytes: maxBytes, tries, keyHeader } = { ...DEFAULTS, ...definition };
  const address = urlTemplate(definition.url);
  const readBackAddress = readBack === undefined ? null : urlTemplate(readBack.url);
  checkHeaders({ ...definition.headers, [keyHeader]: "x" });
  const isRead = onlyReads(definition);

  const ask = (
    template: UrlTemplate,
    url: URL,
    message: { method: string; body: string | null; headers: Sent },
    run: ToolRun,
  ) =>
    httpRequest({
      ...message,
      headers: { accept: "application/json", "user-agent": "recado", ...message.headers.values },
      url,
      timeoutMs,
      maxBytes,
      mayBePrivate: template.isLocal || definition.isPrivateHost === true,
      signal: run.signal,
    });

  /** Asks, by the key, whether it happened. */
  async function askBack(values: Readonly<Record<string, unknown>>, sent: Sent, run: ToolRun): Promise<ReadBack> {
    if (readBack === undefined || readBackAddress === null) return { kind: "unknown" };
    const filled = readBackAddress.fill(values);
    if (filled.kind === "fault") return { kind: "unknown" };
    const outcome = await ask(readBackAddress, filled.url, { method: "GET", body: null, headers: sent }, run);
    if (outcome.kind !== "answered") return { kind: "unknown" };
    const answer = jsonOf(sent.redact(outcome.text));
    if (readBack.judge !== undefined) return readBack.judge(outcome.status, answer);
    if (outcome.status === 404) return { kind: "not_found" };
    return outcome.status === 200 && answer !== undefined ? { kind: "found", output: answer } : { kind: "unknown" };
  }

  const readOutput = (
    answer: unknown,
  ): { kind: "valid"; value: OutputOf<Output> } | { kind: "invalid"; fault: string } => {
    if (answer === undefined) return { kind: "invalid", fault: "it is no JSON" };
    try {
      return checkValue(output, definition.readAnswer === undefined ? answer : definition.readAnswer(answer));
    } catch {
      return { kind: "invalid", fault: "it has another shape" };
    }
  };

  return {
    async call(given: OutputOf<Input>, run: ToolRun): Answer<OutputOf<Output>> {
      const key = headerKey(run.idempotencyKey);
      const sent = secretsOf(definition.headers ?? {}, env);
      if (sent.kind === "missing") return setUpFault(sent.variable);
      const values = { ...(typeof given === "object" ? given : {}), key };
      const filled = address.fill(values);
      if (filled.kind === "fault") return fault("invalid", "address_invalid", filled.fault, "Correct the input.");
      const body =
        method === "GET" ? null : JSON.stringify(definition.body === undefined ? given : definition.body(given));
      const headers: Sent = {
        ...sent,
        values: {
          ...sent.values,
          ...(isRead ? {} : { [keyHeader]: key }),
          ...(body === null ? {} : { "content-type": "application/json" }),
        },
      };
      let doubt = "";
      let isNotThere = false;
      for (let attempt = 1; attempt <= tries && !run.signal.aborted; attempt += 1) {
        const outcome = await ask(address, filled.url, { method, body, headers }, run);
        const judged = judge(outcome, sent, isRead);
        if (judged.kind === "refused") return judged.error;
        if (judged.kind === "done") {
          const read = readOutput(judged.answer);
          if (read.kind === "valid") return { kind: "ok", output: read.value };
          doubt = `its answer does not fit: ${read.fault}`;
        } else doubt = judged.detail;
        if (isRead) continue;
        const found = await askBack(values, sent, run);
        if (found.kind === "found") {
          const read = readOutput(found.output);
          if (read.kind === "valid") return { kind: "ok", output: read.value };
        }
        isNotThere = found.kind === "not_found";
        if (isNotThere || (found.kind === "unknown" && definition.honoursKey === true)) continue;
        break;
      }
      if (isRead)
        return fault(
          "unavailable",
          "unavailable",
          `${definition.name} gave no usable answer: ${doubt}`,
          "Ask again later.",
          true,
        );
      if (isNotThere) {
        const said = `${address.origin} gave no answer (${doubt}), and says that nothing was done.`;
        return fault("unavailable", "not_done", said, "Try again later.", true);
      }
      // A throw means doubt to the caller: not repeated, not claimed, shown to a person.
      throw new Error(`${address.origin} was asked and its answer is unknown: ${doubt}`);
    },
  };
}

type Judged =
  | { readonly kind: "done"; readonly answer: unknown }
  | { readonly kind: "refused"; readonly error: ToolError }
  | { readonly kind: "unclear"; readonly detail: string };

/**
 * What an outcome proves. An outcome that might have taken effect is unclear; a refusal proves that
 * nothing did.
 */
function judge(outcome: HttpOutcome, { redact }: Sent, isRead: boolean): Judged {
  if (outcome.kind === "lost") return { kind: "unclear", detail: outcome.detail };
  if (outcome.kind === "not_sent") {
    const { code, detail } = outcome;
    const isAddress = code === "refused_address";
    const suggestion = isAddress ? "The tool's definition must be changed." : "Try again later.";
    return { kind: "refused", error: fault("unavailable", code, redact(detail), suggestion, !isAddress) };
  }
  const { status, text, retryAfter } = outcome;
  if (status >= 200 && status <= 299) return { kind: "done", answer: status === 204 ? null : jsonOf(redact(text)) };
  if (status < 400 || status >= 500 || status === 408) {
    return isRead && status === 503
      ? { kind: "unclear", detail: `HTTP ${status}${retryAfter === null ? "" : `, again in ${retryAfter}`}` }
      : { kind: "unclear", detail: `HTTP ${status}` };
  }
  return { kind: "refused", error: refusalOf(status) };
}

/** The other side's words are not passed on: they may hold what was sent. */
function refusalOf(status: number): ToolError {
  const said = `The other side refuses it (HTTP ${status}).`;
  const code = `http_${status}`;
  switch (status) {
    case 401:
    case 403:
      return fault("failed", code, said, "A person must renew the access of this tool.");
    case 404:
    case 410:
      return fault("not_found", code, said, "Check what the input names.");
    case 409:
    case 412:
    case 422:
      return fault(status === 422 ? "invalid" : "conflict", code, said, "Read what is there now, then decide anew.");
    case 429:
      return fault("rate_limited", code, said, "Try again later.", true);
    default:
      return fault("invalid", code, said, "Correct the input.");
  }
}

function fault(type: ToolErrorType, code: string, message: string, suggestion: string, retryable = false): ToolError {
  return { kind: "error", type, code, message, suggestion, retryable };
}

function setUpFault(variable: string): ToolError {
  return fault(
    "unavailable",
    "secret_missing",
    `The environment has no ${variable}.`,
    "A person must set it and start again.",
  );
}

function checkHeaders(headers: Readonly<Record<string, string | EnvSecret>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[A-Za-z0-9-]+$/.test(name)) throw new Error(`"${name}" is no name of a header`);
    if (/^(host|content-length|transfer-encoding|connection)$/i.test(name))
      throw new Error(`"${name}" is not a tool's to say`);
    if (typeof value === "string" && /[^\x20-\x7e]/.test(value))
      throw new Error(`the header "${name}" is not plain text`);
  }
}

/** The same for the same call, and valid in a header. */
function headerKey(key: string): string {
  return /^[\x21-\x7e]{1,200}$/.test(key) ? key : createHash("sha256").update(key).digest("hex");
}
