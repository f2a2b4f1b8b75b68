import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { OpenAPIHono } from "@hono/zod-openapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerErrors, answerUnknownRoutes } from "../../src/server/refusals.ts";
import type { ServerEnv } from "../../src/server/server-env.ts";
import { addStudioRoutes } from "../../src/server/studio.ts";
import { silentLogger } from "../support/silent-logger.ts";

const PAGE = "<!doctype html><title>Recado</title>";
const SCRIPT = "console.log('the app');";

describe("the browser app", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "recado studio "));
    mkdirSync(join(folder, "assets"));
    writeFileSync(join(folder, "index.html"), PAGE);
    writeFileSync(join(folder, "assets/index-abc.js"), SCRIPT);
    writeFileSync(join(folder, "assets/index-abc.js.br"), brotliCompressSync(SCRIPT));
    writeFileSync(join(folder, ".built-from"), "a secret of the build");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function studio(from: string | null = folder) {
    const app = new OpenAPIHono<ServerEnv>();
    app.onError(answerErrors(silentLogger));
    addStudioRoutes(app, from);
    app.notFound(answerUnknownRoutes(app));
    return app;
  }

  test("the address of the server leads to it", async () => {
    for (const path of ["/", "/studio"]) {
      const response = await studio().request(path);
      expect([response.status, response.headers.get("location")]).toEqual([302, "/studio/"]);
    }
  });

  test("the page is asked for again each time, also at the addresses of its screens", async () => {
    for (const path of ["/studio/", "/studio/inbox", "/studio/conversations/01a2/more", "/studio/sign-in"]) {
      const response = await studio().request(path);
      expect(await response.text()).toBe(PAGE);
      expect(response.headers.get("cache-control")).toBe("no-cache");
    }
  });

  test("no inline script or style runs on it, and nobody may frame it", async () => {
    const policy = (await studio().request("/studio/")).headers.get("content-security-policy") ?? "";
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]) {
      expect(policy.split("; ")).toContain(rule);
    }
  });

  test("a file with a hash in its name is kept for ever, and packed for those who can unpack it", async () => {
    const path = "/studio/assets/index-abc.js";
    const packed = await studio().request(path, { headers: { "accept-encoding": "gzip, br;q=0.9" } });
    expect(packed.headers.get("content-encoding")).toBe("br");
    expect(packed.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(packed.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    for (const accepted of ["identity", "br;q=0, gzip"]) {
      const plain = await studio().request(path, { headers: { "accept-encoding": accepted } });
      expect([plain.headers.get("content-encoding"), await plain.text()]).toEqual([null, SCRIPT]);
    }
  });

  test("a script of a former build is gone, and not a page", async () => {
    expect((await studio().request("/studio/assets/index-old.js")).status).toBe(404);
  });

  test("nothing beside the app can be read through it", async () => {
    for (const path of ["/studio/.built-from", "/studio/..%2f..%2fetc%2fpasswd", "/studio/%2e%2e/package.json"]) {
      const response = await studio().request(path);
      expect(await response.text()).not.toMatch(/secret|root:|"recado"/);
    }
  });

  test("the doors of the sign-in are not addresses of the app", async () => {
    for (const path of ["/studio/session", "/studio/sign-in?code=1"]) {
      expect((await studio().request(path)).status).toBe(404);
    }
  });

  test("where it was not built, its address says so", async () => {
    const response = await studio(null).request("/studio/");
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining("npm run build") });
  });
});

test.each([
  ["br", "br"],
  ["gzip;q=0.8,\tbr ; Q = 0.5", "br"],
  ["br;q=0", null],
  ["br ; q=0.000, gzip", null],
  ["brotli", null],
  [`br${" ".repeat(8_000)};q=1`, null],
])("accept-encoding %j is answered with %j", async (header, encoding) => {
  const folder = mkdtempSync(join(tmpdir(), "recado studio "));
  try {
    mkdirSync(join(folder, "assets"));
    writeFileSync(join(folder, "index.html"), PAGE);
    writeFileSync(join(folder, "assets/a.js"), SCRIPT);
    writeFileSync(join(folder, "assets/a.js.br"), brotliCompressSync(SCRIPT));
    const app = new OpenAPIHono<ServerEnv>();
    addStudioRoutes(app, folder);
    const response = await app.request("/studio/assets/a.js", { headers: { "accept-encoding": header } });
    expect(response.headers.get("content-encoding")).toBe(encoding);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
