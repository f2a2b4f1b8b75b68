import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, expect, test } from "vitest";
import { createDocumentReader } from "../../../src/documents/create-document-reader.ts";
import { pageTool, webPage } from "../../../src/outside/web/web-page.ts";
import type { Tool, ToolAnswer } from "../../../src/tools/define-tool.ts";
import { pdfOf } from "../../support/documents/make-files.ts";
import { CUSTOMER_SCOPE } from "../../support/tool-scope.ts";

const reader = createDocumentReader({
  entry: new URL("../../../dist/documents/document-process.js", import.meta.url),
});
afterAll(() => reader.stop());

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

type Page = (response: ServerResponse) => void;

const html =
  (body: string): Page =>
  (response) =>
    void response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end(`<html><body>${body}</body></html>`);
const to =
  (location: string): Page =>
  (response) =>
    void response.writeHead(302, { location }).end();

/** A site; what it does not have is a 404. */
async function siteOf(pages: Record<string, Page>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const page = pages[request.url ?? ""];
    if (page === undefined) response.writeHead(404).end();
    else page(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const LIMITS = { timeoutMs: 3_000, maxBytes: 200_000, maxCharacters: 500, mayBePrivate: true };

async function read(url: string, tool: Tool = pageTool(reader, LIMITS)): Promise<ToolAnswer> {
  const prepared = tool.prepare({ url }, CUSTOMER_SCOPE);
  if (prepared.kind === "invalid") throw new Error(prepared.fault);
  return prepared.value.run(CUSTOMER_SCOPE, { idempotencyKey: "k", signal: new AbortController().signal });
}

const ARTICLE = html(
  `<h1>Melatonina</h1><p>${"La melatonina ayuda a dormir. ".repeat(4)}</p><h2>Dosis</h2><p>${"Tome tres miligramos. ".repeat(4)}</p>`,
);

test("a page is returned in parts with their place in it", async () => {
  const site = await siteOf({ "/a": ARTICLE });
  const page = await read(`${site.url}/a`);
  expect(page).toMatchObject({ kind: "ok", output: { url: `${site.url}/a`, isCut: false } });
  const { parts } = (page as Extract<ToolAnswer, { kind: "ok" }>).output as {
    parts: { reference: string; text: string }[];
  };
  const dose = parts.find(({ text }) => text.includes("tres miligramos"));
  expect(dose?.reference).toContain("Dosis");
});

test("a redirect is followed, to the place where the page is", async () => {
  const site = await siteOf({ "/old": to("/new"), "/new": ARTICLE });
  expect(await read(`${site.url}/old`)).toMatchObject({ kind: "ok", output: { url: `${site.url}/new` } });
});

test("a redirect that goes round in circles ends", async () => {
  const site = await siteOf({ "/a": to("/b"), "/b": to("/a") });
  expect(await read(`${site.url}/a`)).toMatchObject({ kind: "error", type: "unavailable" });
});

test("nothing is fetched from a private network, neither at once nor through a redirect nor by another scheme", async () => {
  const inside = await siteOf({ "/secret": html("secret") });
  expect(await read(`${inside.url}/secret`, webPage())).toMatchObject({ kind: "denied" });
  expect(inside.asked).toEqual([]);
  const outside = await siteOf({ "/a": to("http://169.254.169.254/latest/meta-data"), "/b": to("file:///etc/passwd") });
  expect(await read(`${outside.url}/a`)).toMatchObject({ kind: "denied" });
  expect(await read(`${outside.url}/b`)).toMatchObject({ kind: "denied" });
  await expect(read("file:///etc/passwd")).rejects.toThrow();
});

test("a page that robots.txt forbids is not asked for; a site that cannot say is left alone", async () => {
  const says =
    (text: string): Page =>
    (response) =>
      void response.writeHead(200).end(text);
  const site = await siteOf({
    "/robots.txt": says("User-agent: *\nDisallow: /privado"),
    "/privado/a": ARTICLE,
    "/b": ARTICLE,
  });
  const tool = pageTool(reader, LIMITS);
  expect(await read(`${site.url}/privado/a`, tool)).toMatchObject({ kind: "denied" });
  expect(await read(`${site.url}/b`, tool)).toMatchObject({ kind: "ok" });
  // The rules of a site are read once.
  expect(site.asked).toEqual(["/robots.txt", "/b"]);
  let isBroken = true;
  const broken = await siteOf({
    "/robots.txt": (response) => void response.writeHead(isBroken ? 503 : 404).end(),
    "/b": ARTICLE,
  });
  expect(await read(`${broken.url}/b`, tool)).toMatchObject({ kind: "error", type: "unavailable" });
  expect(broken.asked).toEqual(["/robots.txt"]);
  isBroken = false;
  expect(await read(`${broken.url}/b`, tool)).toMatchObject({ kind: "ok" });
});

test.each<[string, Page, object]>([
  ["is not there", (response) => void response.writeHead(404).end(), { kind: "error", type: "not_found" }],
  ["is larger than the limit", html("a".repeat(300_000)), { kind: "error", type: "unavailable" }],
  ["has nothing to read", (response) => void response.writeHead(200).end(), { kind: "error", code: "page_empty" }],
  ["is broken at the server", (response) => void response.writeHead(500).end(), { kind: "error", type: "unavailable" }],
])("a page that %s is an error with its kind", async (_, page, expected) => {
  const site = await siteOf({ "/a": page });
  expect(await read(`${site.url}/a`)).toMatchObject(expected);
});

test("a page that never ends is given up in time", async () => {
  const site = await siteOf({
    "/a": (response) => void response.writeHead(200, { "content-type": "text/html" }).write("<p>"),
  });
  const slow = pageTool(reader, { ...LIMITS, timeoutMs: 200 });
  expect(await read(`${site.url}/a`, slow)).toMatchObject({ kind: "error", type: "unavailable" });
});

test("a long page is cut and says so; a PDF is read by its pages", async () => {
  const long = await siteOf({
    "/a": html(`<h1>Larga</h1>${`<p>${"palabras y más palabras ".repeat(10)}</p>`.repeat(20)}`),
  });
  const cut = await read(`${long.url}/a`);
  expect(cut).toMatchObject({ kind: "ok", output: { isCut: true } });
  expect(JSON.stringify(cut).length).toBeLessThan(2_000);
  const pdf = pdfOf([[{ x: 50, y: 700, text: "Precio de lista" }]]);
  const site = await siteOf({
    "/b": (response) => void response.writeHead(200, { "content-type": "application/pdf" }).end(pdf),
  });
  expect(await read(`${site.url}/b`)).toMatchObject({
    output: { parts: [{ reference: "p. 1", text: "Precio de lista" }] },
  });
});
