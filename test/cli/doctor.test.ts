import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { openSecrets } from "../../src/app/secrets.ts";
import {
  checkAgents,
  checkDatabase,
  checkDataDir,
  checkNode,
  checkPort,
  checkSecrets,
} from "../../src/cli/doctor-checks.ts";
import { serve } from "../../src/server/serve.ts";
import { openDoor } from "../server/open-door.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "recado-doctor-"));
});
afterEach(() => rmSync(home, { recursive: true }));

function config(env: Record<string, string> = {}) {
  return readConfig({ RECADO_DATA_DIR: join(home, "data"), ...env }, { agentIds: ["somnio"], cwd: home });
}

test.each([
  ["20.19.9", false],
  ["18.20.0", false],
  ["20.20.0", true],
  ["24.1.0", true],
])("Node %s", (version, ok) => {
  expect(checkNode(version).ok).toBe(ok);
});

test("a fresh place is well, and looking changes nothing", async () => {
  expect(checkDataDir(config())).toMatchObject({ ok: true });
  expect(checkSecrets(config())).toMatchObject({ ok: true });
  expect(await checkDatabase(config())).toMatchObject({ ok: true });
  expect(readdirSync(home)).toEqual([]);
});

test("an agent of one's own that cannot be loaded is not well", async () => {
  expect((await checkAgents(config())).check).toMatchObject({
    ok: true,
    detail: expect.stringMatching(/^somnio, version/),
  });
  const gone = await checkAgents(config({ RECADO_AGENT: "./cafe.js" }));
  expect(gone.check).toMatchObject({ ok: false, detail: expect.stringMatching(/cafe\.js is not there/) });
});

test("an agent with models of its own says which, so that they are asked", async () => {
  const words = { fallback: "x", sticker: "x", richInput: "x", unsupported: "x" };
  const agent = { id: "desk", name: "Desk", description: "x", version: "1", initialMode: "open", texts: words };
  const source = JSON.stringify({ ...agent, models: ["tiny-1"] });
  writeFileSync(join(home, "desk.js"), `export default { ...${source}, decide() {} };\n`);
  const { check, models } = await checkAgents(config({ RECADO_AGENT: "./desk.js" }));
  expect({ ok: check.ok, models }).toEqual({ ok: true, models: ["tiny-1"] });
});

test("a database that does not answer is not", async () => {
  const check = await checkDatabase(config({ DATABASE_URL: "postgres://u:s3cret@127.0.0.1:9/x" }));
  expect(check).toMatchObject({ ok: false, detail: expect.stringMatching(/DATABASE_URL/) });
  expect(check.detail).not.toMatch(/s3cret/);
});

test("a port that another program has is not, and Recado's own is", async () => {
  const recado = await serve(openDoor().app, "127.0.0.1", 0);
  const other = await serve({ fetch: () => new Response("hello") }, "127.0.0.1", 0);
  expect(await checkPort(config({ PORT: String(recado.port) }))).toMatchObject({ ok: true });
  expect(await checkPort(config({ PORT: String(other.port) }))).toMatchObject({ ok: false });
  await Promise.all([recado.close(), other.close()]);
});

test("secrets that others can read are not", () => {
  const { dataDir } = config();
  openSecrets(dataDir);
  expect(checkSecrets(config())).toMatchObject({ ok: true });
  chmodSync(join(dataDir, "secrets.json"), 0o644);
  expect(checkSecrets(config())).toMatchObject({ ok: false, detail: expect.stringMatching(/chmod 600/) });
  writeFileSync(join(dataDir, "secrets.json"), "{}");
  expect(checkSecrets(config())).toMatchObject({ ok: false });
});
