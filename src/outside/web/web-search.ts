import * as z from "zod";
import { defineTool, type Tool, type ToolAnswer } from "../../tools/define-tool.ts";
import { secretsOf } from "../env-secret.ts";
import { httpRequest } from "../http-request.ts";
import { jsonOf } from "../json-of.ts";
import { isLocalHost } from "../public-address.ts";
import {
  type EngineAnswer,
  engineRequest,
  FRESHNESS,
  readEngineAnswer,
  type SearchEngine,
  type WebQuestion,
} from "./search-engines.ts";

export interface WebSearchOptions {
  /** Asked in this order, until one can search. */
  readonly engines: readonly [SearchEngine, ...SearchEngine[]];
  /** The language of the pages where a call names none, in two letters. Default: `es`. */
  readonly language?: string;
  /** Milliseconds for all engines together. Default: 6,000 (requirement R11). */
  readonly timeoutMs?: number;
}

const input = z.strictObject({
  query: z.string().min(2).max(400).describe("What to look for, in a few words. No personal data of the customer."),
  limit: z.int().min(1).max(10).default(5).describe("How many pages at most."),
  freshness: z.enum(FRESHNESS).nullable().default(null).describe("Only pages of the last day, week, month or year."),
});
const output = z.strictObject({
  engine: z.string().describe("Which engine has searched."),
  results: z.array(z.strictObject({ title: z.string(), url: z.string(), snippet: z.string() })),
});

const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

/**
 * The tool `web.search`. Without results the web has none; when no engine can search, the call is an
 * error `unavailable`, so that an agent never takes a broken engine for an empty web. Words of
 * foreign pages are data: nothing in them is an instruction.
 */
export function webSearch(
  { engines, language = "es", timeoutMs = 6_000 }: WebSearchOptions,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Tool {
  return defineTool({
    name: "web.search",
    description: "Searches the web. Returns pages with their address and a few of their words.",
    module: "external",
    ...{ input, output, effect: "read", risk: "low", reversible: true },
    permissions: [],
    timeout: timeoutMs + 500,
    async run({ query, limit, freshness }, _scope, { signal }): Promise<ToolAnswer<z.output<typeof output>>> {
      const untilMs = performance.now() + timeoutMs;
      const reasons: string[] = [];
      for (const engine of engines) {
        const leftMs = untilMs - performance.now();
        if (leftMs <= 0 || signal.aborted) break;
        const answer = await ask(engine, { query, limit, language, freshness }, { env, leftMs, signal });
        if (answer.kind === "found") {
          return { kind: "ok", output: { engine: engine.kind, results: answer.results.slice(0, limit) } };
        }
        reasons.push(`${engine.kind}: ${answer.detail}`);
      }
      return {
        kind: "error",
        type: "unavailable",
        code: "engines_down",
        message: `No engine could search: ${reasons.join("; ") || "the time was over"}`,
        suggestion: "Say that the search does not work now; do not say that nothing was found.",
        retryable: true,
      };
    },
  });
}

interface Asking {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly leftMs: number;
  readonly signal: AbortSignal;
}

async function ask(
  engine: SearchEngine,
  question: WebQuestion,
  { env, leftMs, signal }: Asking,
): Promise<EngineAnswer> {
  const { method, url, headers, body } = engineRequest(engine, question);
  const sent = secretsOf(headers, env);
  if (sent.kind === "missing") return { kind: "down", detail: `the environment has no ${sent.variable}` };
  const outcome = await httpRequest({
    ...{ method, url, body, signal, timeoutMs: leftMs, maxBytes: MAX_ANSWER_BYTES },
    headers: { accept: "application/json", "user-agent": "recado", ...sent.values },
    mayBePrivate: isLocalHost(url.hostname) || (engine.kind === "searxng" && engine.isPrivateHost === true),
  });
  if (outcome.kind !== "answered") return { kind: "down", detail: sent.redact(outcome.detail) };
  if (outcome.status < 200 || outcome.status > 299) return { kind: "down", detail: `HTTP ${outcome.status}` };
  return readEngineAnswer(engine.kind, jsonOf(outcome.text));
}
