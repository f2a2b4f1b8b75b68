import * as z from "zod";
import type { EnvSecret } from "../env-secret.ts";

/** Where a search is asked. The addresses and shapes are those of the engines' own reference pages, read in November 2026. */
export type SearchEngine =
  /** A SearXNG of your own, whose `settings.yml` lists `json` under `search.formats`. */
  | { readonly kind: "searxng"; readonly url: string; readonly isPrivateHost?: boolean }
  | { readonly kind: "brave"; readonly key: EnvSecret; readonly url?: string }
  | { readonly kind: "tavily"; readonly key: EnvSecret; readonly url?: string };

export const FRESHNESS = ["day", "week", "month", "year"] as const;

export interface WebQuestion {
  readonly query: string;
  readonly limit: number;
  /** Two letters: `es`. */
  readonly language: string;
  readonly freshness: (typeof FRESHNESS)[number] | null;
}

/** A page that an engine names. */
export interface WebResult {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

export interface EngineRequest {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | EnvSecret>>;
  readonly body: string | null;
}

export function engineRequest(engine: SearchEngine, question: WebQuestion): EngineRequest {
  switch (engine.kind) {
    case "searxng":
      return searxngRequest(engine.url, question);
    case "brave":
      return braveRequest(engine, question);
    case "tavily":
      return tavilyRequest(engine, question);
  }
}

function searxngRequest(base: string, { query, language, freshness }: WebQuestion): EngineRequest {
  const url = new URL("search", base.endsWith("/") ? base : `${base}/`);
  url.search = new URLSearchParams({
    ...{ q: query, format: "json", language, safesearch: "1" },
    // SearXNG knows no week.
    ...(freshness === null ? {} : { time_range: freshness === "week" ? "month" : freshness }),
  }).toString();
  return { method: "GET", url, headers: {}, body: null };
}

const BRAVE_FRESHNESS = { day: "pd", week: "pw", month: "pm", year: "py" } as const;

function braveRequest(
  { key, url: base = "https://api.search.brave.com/res/v1/web/search" }: Extract<SearchEngine, { kind: "brave" }>,
  { query, limit, language, freshness }: WebQuestion,
): EngineRequest {
  const url = new URL(base);
  url.search = new URLSearchParams({
    ...{ q: query, count: String(limit), search_lang: language, text_decorations: "false" },
    ...(freshness === null ? {} : { freshness: BRAVE_FRESHNESS[freshness] }),
  }).toString();
  return { method: "GET", url, headers: { "x-subscription-token": key }, body: null };
}

function tavilyRequest(
  { key, url = "https://api.tavily.com/search" }: Extract<SearchEngine, { kind: "tavily" }>,
  { query, limit, freshness }: WebQuestion,
): EngineRequest {
  const body = { query, max_results: limit, ...(freshness === null ? {} : { time_range: freshness }) };
  return {
    method: "POST",
    url: new URL(url),
    headers: { authorization: { prefix: "Bearer ", ...key }, "content-type": "application/json" },
    body: JSON.stringify(body),
  };
}

/** What an engine answers. `down`: it could not search, so that nothing is known; an empty list is a search that found nothing. */
export type EngineAnswer =
  | { readonly kind: "found"; readonly results: readonly WebResult[] }
  | { readonly kind: "down"; readonly detail: string };

const text = z.string().nullish();

const searxngAnswer = z.object({
  results: z.array(z.object({ title: text, url: z.string(), content: text })),
  /** Engines behind it that did not answer, each with its reason. */
  unresponsive_engines: z.array(z.unknown()).nullish(),
});
const braveAnswer = z.object({
  web: z.object({ results: z.array(z.object({ title: text, url: z.string(), description: text })) }).nullish(),
});
const tavilyAnswer = z.object({
  results: z.array(z.object({ title: text, url: z.string(), content: text })),
});

/** Reads an answer with a status of success. */
export function readEngineAnswer(kind: SearchEngine["kind"], answer: unknown): EngineAnswer {
  switch (kind) {
    case "searxng": {
      const read = searxngAnswer.safeParse(answer);
      if (!read.success) return otherShape(kind);
      const { results, unresponsive_engines: silent } = read.data;
      if (results.length === 0 && silent != null && silent.length > 0) {
        return { kind: "down", detail: `none of the engines behind it answered (${silent.length} of them said why)` };
      }
      return found(results.map(({ title, url, content }) => ({ title, url, snippet: content })));
    }
    case "brave": {
      const read = braveAnswer.safeParse(answer);
      if (!read.success) return otherShape(kind);
      const results = read.data.web?.results ?? [];
      return found(results.map(({ title, url, description }) => ({ title, url, snippet: description })));
    }
    case "tavily": {
      const read = tavilyAnswer.safeParse(answer);
      if (!read.success) return otherShape(kind);
      return found(read.data.results.map(({ title, url, content }) => ({ title, url, snippet: content })));
    }
  }
}

function otherShape(kind: string): EngineAnswer {
  return { kind: "down", detail: `its answer has not the shape that ${kind} documents` };
}

const MAX_TITLE = 200;
const MAX_SNIPPET = 600;

/** Pages of the web alone, each once. */
function found(
  results: readonly { title: string | null | undefined; url: string; snippet: string | null | undefined }[],
): EngineAnswer {
  const seen = new Set<string>();
  const read = results.flatMap(({ title, url, snippet }) => {
    const page = URL.canParse(url) ? new URL(url) : null;
    if (page === null || !/^https?:$/u.test(page.protocol) || seen.has(page.href)) return [];
    seen.add(page.href);
    return [{ title: plain(title).slice(0, MAX_TITLE), url: page.href, snippet: plain(snippet).slice(0, MAX_SNIPPET) }];
  });
  return { kind: "found", results: read };
}

/** Some engines mark the asked words with tags. */
function plain(value: string | null | undefined): string {
  return (value ?? "")
    .replace(/<[^<>]*>/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}
