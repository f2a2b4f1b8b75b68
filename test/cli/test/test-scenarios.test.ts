import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { runCommand } from "../../support/run-command.ts";
import { eventually } from "../../support/shop.ts";

const ENTRY = fileURLToPath(new URL("../../../bin/recado.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "recado-scenarios-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function scenarioFile(name: string, steps: string): string {
  const path = join(folder, name);
  writeFileSync(path, `agent: somnio\nscenarios:\n- id: a\n  title: prices\n  steps:\n${steps}`);
  return path;
}

const recadoTest = (...words: readonly string[]) =>
  runCommand(["test", ...words], { DATABASE_URL: inject("serverUrl") }, folder);

beforeAll(() => {
  scenarioFile("good.yaml", "  - { says: cuánto vale, expect: { intent: precio } }\n");
});

test("what differs is shown step by step, with the conversation so far", async () => {
  scenarioFile(
    "bad.yaml",
    "  - { says: hola, expect: { mode: conversacion } }\n  - { says: cuánto vale, expect: { mode: resumen, templates: [envio] } }\n  - says: gracias\n",
  );
  const { exitCode, out } = await recadoTest("bad.yaml");
  expect(exitCode).toBe(1);
  expect(out).toContain("✗ a: prices\n  bad.yaml:3\n");
  expect(out).toMatch(/step 2 \(line 7\)\n {4}mode {11}expected {2}resumen\n {19}got {7}conversacion\n/);
  expect(out).toMatch(/templates {6}expected {2}envio\n {19}got {7}precio\n/);
  expect(out).toMatch(/the conversation so far\n\n? {4}customer {2}hola\n {4}bot/);
  expect(out).not.toContain("customer  gracias");
  expect(out).toMatch(/1 scenario: 1 failed\. [\d.]+ s, [\d.]+ conversations a second\.\n$/);
});

test("without files the scenarios of the shipped agent are played, and all of them go as written", async () => {
  const { exitCode, out, err } = await recadoTest();
  expect(err).toBe("");
  expect(out).toMatch(/somnio\/scenarios\/selling\.yaml/);
  expect(out).not.toContain("failed");
  expect(exitCode).toBe(0);
});

test("a filter that nothing matches is no success", async () => {
  const { exitCode, err } = await recadoTest("good.yaml", "--filter", "nothing like this");
  expect(exitCode).toBe(1);
  expect(err).toMatch(
    /^recado: good\.yaml: there are no scenarios whose id, title or file has "nothing like this" in it/,
  );
  expect((await recadoTest("good.yaml", "--filter", "PRICE")).exitCode).toBe(0);
});

test("a file that cannot be meant is refused with its line", async () => {
  const path = scenarioFile("misspelt.yml", "  - says: hola\n  - wiat: 6m\n");
  const { exitCode, err } = await recadoTest(path);
  expect(exitCode).toBe(1);
  expect(err).toBe('recado: misspelt.yml:7: scenario "a", step 2: `wiat` is no action; did you mean `wait`?\n');
  expect((await recadoTest("nowhere.yaml")).err).toMatch(/^recado: nowhere\.yaml is not there: name a scenario file/);
});

test("--json and --junit tell the same to programs", async () => {
  scenarioFile("odd.yaml", '  - { says: "a < b & c", expect: { intent: "<precio>" } }\n');
  const { exitCode, out } = await recadoTest("odd.yaml", "good.yaml", "--json", "--junit", "report.xml");
  expect(exitCode).toBe(1);
  const report = JSON.parse(out);
  expect(report.counts).toMatchObject({ passed: 1, failed: 1 });
  expect(report.scenarios[0]).toMatchObject({ id: "a", file: "odd.yaml", line: 3, verdict: "failed" });
  expect(report.scenarios[0].differences[0]).toMatchObject({ step: 1, what: "intent", expected: "<precio>" });
  const xml = readFileSync(join(folder, "report.xml"), "utf8");
  expect(xml).toContain('<testsuites tests="2" failures="1" errors="0" skipped="0"');
  expect(xml).toContain('<failure message="step 1, intent: expected &lt;precio&gt;, got fallback"');
  expect(xml).toContain("a &lt; b &amp; c");
});

test("an agent of one's own plays from its module", async () => {
  writeFileSync(
    join(folder, "echo.mjs"),
    `export const agent = { id: "echo", name: "E", description: "", version: "1", initialMode: "on", texts: {},
      decide: (input) => ({ messages: [{ text: input.message.toUpperCase(), templateId: null }], intentInfo: null,
        stateUpdates: {}, tools: [], handoff: null, closesSession: false, totalTokens: 0, why: [] }) };`,
  );
  scenarioFile("echo.yaml", "  - { says: hola, expect: { mode: on, texts: [^HOLA$] } }\n");
  expect(await recadoTest("echo.yaml", "--agent", "echo.mjs")).toMatchObject({ exitCode: 0, err: "" });
  writeFileSync(join(folder, "none.mjs"), "export const nothing = 1;");
  expect((await recadoTest("echo.yaml", "--agent", "none.mjs")).err).toMatch(/none\.mjs exports no agent/);
  expect((await recadoTest("echo.yaml", "--agent", "somni")).err).toMatch(
    /"somni" is no agent that is shipped \(did you mean "somnio"/,
  );
});

test("--watch plays again when a file changes", async () => {
  const path = scenarioFile("watched.yaml", "  - { says: hola, expect: { mode: resumen } }\n");
  const child = spawn(process.execPath, [ENTRY, "test", "watched.yaml", "--watch"], { cwd: folder });
  let out = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  try {
    await eventually("the first run", () => out.includes("1 failed") && out.includes("waiting for"));
    writeFileSync(path, readFileSync(path, "utf8").replace("resumen", "conversacion"));
    await eventually("the second run", () => out.includes("1 passed"));
  } finally {
    child.kill("SIGTERM");
  }
  expect(await ended).toBe(0);
});

test("--full plays the same file through the whole stack, and says what differs there too", async () => {
  scenarioFile(
    "full.yaml",
    "  - { says: [hola, cuánto vale], expect: { intent: hola+precio, replies: 2 } }\n  - { wait: 2h }\n  - { says: gracias, expect: { mode: resumen } }\n",
  );
  const { exitCode, out } = await recadoTest("full.yaml", "--full");
  expect(out).toMatch(/step 3 \(line 8\)\n {4}mode {11}expected {2}resumen\n {19}got {7}conversacion\n/);
  expect(out.match(/expected/g)).toHaveLength(1);
  expect(exitCode).toBe(1);
});
