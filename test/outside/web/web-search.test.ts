import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { SearchEngine } from "../../../src/outside/web/search-engines.ts";
import { webSearch } from "../../../src/outside/web/web-search.ts";
import type { ToolAnswer } from "../../../src/tools/define-tool.ts";
import { CUSTOMER_SCOPE } from "../../support/tool-scope.ts";

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function engineAt(answer: Answer): Promise<string> {
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => {
      body += part;
    });
    request.on("end", () => answer(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const answers =
  (status: number, body: unknown): Answer =>
  (_, response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

const ENV = { SEARCH_KEY: "canary-of-a-search-key" };

async function search(engines: readonly [SearchEngine, ...SearchEngine[]], given: object = {}, timeoutMs = 2_000) {
  const tool = webSearch({ engines, timeoutMs }, ENV);
  const prepared = tool.prepare({ query: "melatonina en adultos", ...given }, CUSTOMER_SCOPE);
  if (prepared.kind === "invalid") throw new Error(prepared.fault);
  const run = { idempotencyKey: "k", signal: new AbortController().signal };
  return prepared.value.run(CUSTOMER_SCOPE, run) as Promise<ToolAnswer>;
}

const PAGES = [
  { title: "Melatonina: <b>usos</b>", url: "https://salud.example/melatonina", content: "Dosis  y\nefectos." },
  { title: "Otra", url: "https://otra.example/", content: null },
];
const READ = [
  { title: "Melatonina: usos", url: "https://salud.example/melatonina", snippet: "Dosis y efectos." },
  { title: "Otra", url: "https://otra.example/", snippet: "" },
];

test("asks a SearXNG as its API wants it, and returns pages with a few words", async () => {
  let asked: URL | null = null;
  const url = await engineAt((request, response, body) => {
    asked = new URL(request.url ?? "", "http://x");
    answers(200, { query: "", number_of_results: 0, results: PAGES, unresponsive_engines: [] })(
      request,
      response,
      body,
    );
  });
  expect(await search([{ kind: "searxng", url }], { freshness: "month" })).toEqual({
    kind: "ok",
    output: { engine: "searxng", results: READ },
  });
  expect(asked).toMatchObject({ pathname: "/search" });
  expect(Object.fromEntries((asked as unknown as URL).searchParams)).toEqual({
    ...{ q: "melatonina en adultos", format: "json", language: "es", safesearch: "1", time_range: "month" },
  });
});

test("asks Brave with its key in the header, and returns its results", async () => {
  let key: unknown;
  let asked = "";
  const url = await engineAt((request, response, body) => {
    key = request.headers["x-subscription-token"];
    asked = request.url ?? "";
    const results = PAGES.map(({ title, url: page, content }) => ({ title, url: page, description: content }));
    answers(200, { type: "search", web: { type: "search", results } })(request, response, body);
  });
  const brave: SearchEngine = { kind: "brave", key: { env: "SEARCH_KEY" }, url: `${url}/res/v1/web/search` };
  const found = await search([brave], { limit: 1, freshness: "week" });
  expect(found).toEqual({ kind: "ok", output: { engine: "brave", results: READ.slice(0, 1) } });
  expect(key).toBe("canary-of-a-search-key");
  expect(asked).toBe(
    "/res/v1/web/search?q=melatonina+en+adultos&count=1&search_lang=es&text_decorations=false&freshness=pw",
  );
});

test("asks Tavily with its key as a bearer, and returns its results", async () => {
  let said: unknown;
  const url = await engineAt((request, response, body) => {
    said = [request.method, request.headers.authorization, JSON.parse(body)];
    answers(200, { query: "x", results: PAGES.map((page) => ({ ...page, score: 0.9 })), response_time: 1 })(
      request,
      response,
      body,
    );
  });
  const found = await search([{ kind: "tavily", key: { env: "SEARCH_KEY" }, url }], { freshness: "day" });
  expect(found).toMatchObject({ kind: "ok", output: { engine: "tavily", results: READ } });
  const body = { query: "melatonina en adultos", max_results: 5, time_range: "day" };
  expect(said).toEqual(["POST", "Bearer canary-of-a-search-key", body]);
});

test("nothing found is an answer; an engine that could not search is an error", async () => {
  const empty = await engineAt(answers(200, { results: [], unresponsive_engines: [] }));
  expect(await search([{ kind: "searxng", url: empty }])).toEqual({
    kind: "ok",
    output: { engine: "searxng", results: [] },
  });
  const silent = await engineAt(answers(200, { results: [], unresponsive_engines: [["google", "timeout"]] }));
  expect(await search([{ kind: "searxng", url: silent }])).toMatchObject({ kind: "error", code: "engines_down" });
});

test.each<[string, Answer]>([
  ["refuses", answers(403, { error: "no json here" })],
  ["is broken", answers(500, {})],
  ["answers no JSON", (_, response) => void response.writeHead(200).end("<html>")],
  ["answers another shape", answers(200, { results: "none" })],
  ["cuts the connection", (_, response) => void response.destroy()],
  ["never answers", () => undefined],
])("an engine that %s is down, and the next one is asked within the same time", async (_, answer) => {
  const broken = await engineAt(answer);
  const whole = await engineAt(answers(200, { results: PAGES }));
  const down = await search([{ kind: "searxng", url: broken }], {}, 300);
  expect(down).toMatchObject({ kind: "error", type: "unavailable", code: "engines_down", retryable: true });
  if (answer.length === 0) return; // One that never answers has used up the time of the other.
  const both = await search([
    { kind: "searxng", url: broken },
    { kind: "searxng", url: whole },
  ]);
  expect(both).toMatchObject({ kind: "ok", output: { results: READ } });
});

test("a missing key is said without a request, and no key stands in an error", async () => {
  const url = await engineAt(answers(401, { detail: "canary-of-a-search-key is no key" }));
  const missing = await search([{ kind: "brave", key: { env: "NOT_SET" }, url }]);
  expect(missing).toMatchObject({ kind: "error", message: expect.stringContaining("NOT_SET") });
  const refused = await search([{ kind: "brave", key: { env: "SEARCH_KEY" }, url }]);
  expect(refused).toMatchObject({ kind: "error", message: "No engine could search: brave: HTTP 401" });
});

test("only pages of the web are returned, each once", async () => {
  const url = await engineAt(
    answers(200, {
      results: [
        { title: "a", url: "javascript:alert(1)", content: "" },
        { title: "b", url: "file:///etc/passwd", content: "" },
        { title: "c", url: "nowhere", content: "" },
        { title: "d", url: "https://a.example", content: "" },
        { title: "e", url: "https://a.example/", content: "" },
      ],
    }),
  );
  const found = await search([{ kind: "searxng", url }]);
  expect(found).toMatchObject({ output: { results: [{ title: "d", url: "https://a.example/" }] } });
});
