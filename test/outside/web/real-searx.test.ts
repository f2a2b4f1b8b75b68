import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { webSearch } from "../../../src/outside/web/web-search.ts";
import { eventually } from "../../support/shop.ts";
import { CUSTOMER_SCOPE } from "../../support/tool-scope.ts";

/** A search server that we did not write: Debian's package `searx`, over pages that stand here. */
const PYTHON = "/usr/bin/python3";
const isThere =
  spawnSync(PYTHON, ["-c", "import searx.webapp"], {
    env: { SEARX_SETTINGS_PATH: settings(0, 0) },
  }).status === 0;
if (!isThere) console.warn("skipped: no searx here (apt-get install searx)");

const PAGES = [
  {
    url: "https://salud.example/melatonina",
    title: "Melatonina en adultos",
    content: "La dosis usual es de tres miligramos.",
  },
  { url: "https://tienda.example/cafe", title: "Café de origen", content: "Tostado medio." },
];

let pages: Server;
let searx: ChildProcess;
let url: string;

function settings(port: number, pagesPort: number): string {
  const path = join(mkdtempSync(join(tmpdir(), "recado-searx-")), "settings.yml");
  writeFileSync(
    path,
    `general: { debug: false, instance_name: local }
search: { safe_search: 0, autocomplete: "", default_lang: "", formats: [html, json], ban_time_on_fail: 0, max_ban_time_on_fail: 0 }
server: { port: ${port}, bind_address: 127.0.0.1, secret_key: local, base_url: false, image_proxy: false, http_protocol_version: "1.0", method: GET, default_http_headers: {} }
ui: { static_path: /usr/share/python3-searx/static, templates_path: /usr/share/python3-searx/templates, default_theme: oscar, default_locale: "", theme_args: { oscar_style: logicodev } }
outgoing: { request_timeout: 2.0, useragent_suffix: "", pool_connections: 10, pool_maxsize: 10 }
engines:
  - { name: pages, engine: json_engine, enable_http: true, shortcut: p, categories: general, timeout: 2.0, search_url: "http://127.0.0.1:${pagesPort}/?q={query}", results_query: results, url_query: url, title_query: title, content_query: content }
locales: { en: English, es: Español }
doi_resolvers: { oadoi.org: "https://oadoi.org/" }
default_doi_resolver: oadoi.org
`,
  );
  return path;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe.skipIf(!isThere)("Debian's searx", () => {
  beforeAll(async () => {
    pages = createServer((request, response) => {
      const query = new URL(request.url ?? "", "http://x").searchParams.get("q")?.toLowerCase() ?? "";
      const results = PAGES.filter(({ title }) => query !== "" && title.toLowerCase().includes(query));
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ results }));
    });
    await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const env = { ...process.env, SEARX_SETTINGS_PATH: settings(port, portOf(pages)) };
    searx = spawn(PYTHON, ["-m", "searx.webapp"], { env, stdio: "ignore" });
    await eventually(
      "searx answers",
      async () => (await fetch(`${url}/search?q=x&format=json`).catch(() => null))?.ok === true,
    );
  }, 30_000);
  afterAll(() => {
    searx?.kill("SIGKILL");
    pages?.closeAllConnections();
    pages?.close();
  });

  const search = async (query: string) => {
    const prepared = webSearch({ engines: [{ kind: "searxng", url }] }).prepare({ query }, CUSTOMER_SCOPE);
    if (prepared.kind === "invalid") throw new Error(prepared.fault);
    return prepared.value.run(CUSTOMER_SCOPE, { idempotencyKey: "k", signal: new AbortController().signal });
  };

  test("its pages are found, and a search without one finds nothing", async () => {
    const [first] = PAGES;
    expect(await search("melatonina")).toEqual({
      kind: "ok",
      output: {
        engine: "searxng",
        results: [{ url: first?.url, title: first?.title, snippet: first?.content }],
      },
    });
    expect(await search("bicicletas")).toEqual({ kind: "ok", output: { engine: "searxng", results: [] } });
  });

  test("when what stands behind it is gone, the search is down, not empty", async () => {
    pages.closeAllConnections();
    await new Promise((resolve) => pages.close(resolve));
    expect(await search("melatonina")).toMatchObject({ kind: "error", code: "engines_down" });
  });
});
