import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** Modules of authors, loaded by the commands as an author calls them, in a project of its own. */
const root = fileURLToPath(new URL("../../", import.meta.url));
const ENTRY = join(root, "bin", "recado.js");

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(realpathSync(tmpdir()), "recado-modules-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules", "recado"));
  symlinkSync(join(root, "node_modules", "zod"), join(folder, "node_modules", "zod"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database?.drop();
});

/** An agent that says one text, with what else is given as source. */
function agent(id: string, decides: string, more = ""): string {
  return `{ id: "${id}", name: "${id}", description: "", version: "1", initialMode: "on",
  texts: { fallback: "Ya le escribimos.", sticker: "", richInput: "", unsupported: "" }, ${more}
  decide: (input) => ({ messages: [{ text: ${decides}, templateId: null }], intentInfo: null, stateUpdates: {},
    tools: [], handoff: null, closesSession: false, totalTokens: 0, why: [] }) }`;
}

/** Books with a tool of its own, which the standard rules would ask a person about. */
const CLINIC = `import { appendFileSync } from "node:fs";
import { defineTool } from "recado/tools";
import * as z from "zod";
const base = ${agent("clinic", '"Su cita quedó anotada."', 'tools: ["clinic.book"],')};
export default { ...base, decide: (input) => ({ ...base.decide(input),
  tools: [{ callId: "book", tool: "clinic.book", input: { day: "martes" } }] }) };
export const tools = [defineTool({
  name: "clinic.book", description: "Books an appointment.", module: "external",
  input: z.object({ day: z.string() }), output: z.object({ day: z.string() }),
  effect: "external", risk: "high", permissions: [], reversible: true,
  run: ({ day }) => {
    appendFileSync(new URL("booked.txt", import.meta.url), process.pid + " " + day + "\\n");
    return { kind: "ok", output: { day } };
  },
})];
export const policy = [{ name: "clinic books", when: { tool: ["clinic.book"], cause: ["customer"] }, decision: "allow",
  why: "the clinic decided so" }];
`;

const FILES: Readonly<Record<string, string>> = {
  "clinic.js": CLINIC,
  "bakery.js": `export default ${agent("bakery", '"Abrimos a las 6."')};\n`,
  "texts.js": 'export const TEXTS = {\n  hello: "Hola"\n  bye: "Chao",\n};\n',
  "syntax.js": `import { TEXTS } from "./texts.js";\nexport default ${agent("syntax", "TEXTS.hello")};\n`,
  "prices.js": "const list = null;\nexport const price =\n  list.price;\n",
  "throws.js": `import { price } from "./prices.js";\nexport default ${agent("throws", "price")};\n`,
  "half.js": "export default { id: 'half', decide: () => null };\n",
  "faulty.js": 'import { defineFlowAgent } from "recado";\n\nexport const shop = defineFlowAgent({ id: "faulty" });\n',
  "knows.js": `export default ${agent("knows", '""')};\nexport const knowledge = "./texts";\n`,
  "names.js": `export default ${agent("names", '""')};\nexport const tools = ["clinic.book"];\n`,
  "rule.js": `export default ${agent("rule", '""')};\nexport const policy = [{ name: "a", when: { tol: ["x"] }, decision: "allow", why: "b" }];\n`,
  "borrows.js": `export default ${agent("borrows", '""', 'tools: ["clinic.book"],')};\n`,
  "twin.js": CLINIC.replace('agent("clinic"', 'agent("twin"').replace('id: "clinic"', 'id: "twin"'),
  "writes.js": `export default ${agent("writes", '(input.session.mode = "off")')};\n`,
  "stumbles.js": `export default ${agent("stumbles", "input.contact.surname.length")};\n`,
  "booking.yaml":
    "scenarios:\n- id: a\n  title: an appointment\n  steps:\n  - { says: hola, expect: { texts: [quedó anotada] } }\n",
  "clinic.yaml":
    "agent: ./clinic.js\nscenarios:\n- id: a\n  title: an appointment\n  steps:\n  - { says: hola, expect: { texts: [quedó anotada] } }\n",
  "broken.yaml": "agent: ./syntax.js\nscenarios:\n- id: b\n  title: never\n  steps:\n  - says: hola\n",
};

interface Ended {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

function recado(words: readonly string[], env: Record<string, string> = {}, input = ""): Promise<Ended> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [ENTRY, ...words], {
    cwd: folder,
    env: { PATH, HOME, DATABASE_URL: database.url, PORT: "0", LOG_LEVEL: "error", ...env },
  });
  child.stdin.end(input);
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (err += chunk));
  return new Promise((resolve) => child.once("close", (exitCode) => resolve({ exitCode, out, err })));
}

const booked = () => {
  try {
    return readFileSync(join(folder, "booked.txt"), "utf8").trim().split("\n");
  } catch {
    return [];
  }
};

test("each module that cannot be used is told in a sentence, with its place, and those that can are checked", async () => {
  const files = ["clinic", "bakery", "syntax", "throws", "faulty", "half", "knows", "names", "rule", "borrows", "twin"];
  const named = [...files, "writes", "stumbles"].map((name) => `./${name}.js`).join();
  const { exitCode, out, err } = await recado(["agents", "check"], { RECADO_AGENT: named });
  expect(
    err.replaceAll(folder, "."),
  ).toBe(`recado: ./syntax.js cannot be loaded: Unexpected identifier 'bye' (./texts.js:3:3).
./throws.js cannot be loaded: Cannot read properties of null (reading 'price') (./prices.js:3:8).
./faulty.js defines an agent that cannot work (./faulty.js:3:21):
${missing(err)}
./half.js defines an agent that cannot work:
- the export \`default\` decides, and is no agent yet: it has no name, no description, no version, no initialMode, no texts
./knows.js defines an agent that cannot work:
- knowledge: ./texts cannot be read: ENOENT: no such file or directory, scandir './texts'
./names.js defines an agent that cannot work:
- tools[0] is no tool: make it with defineTool or httpTool
./rule.js defines an agent that cannot work:
- policy[0] is no rule of a policy: when: Unrecognized key: "tol"
./borrows.js cannot be used:
- the agent "borrows" names the tool "clinic.book", which neither ships nor is exported as \`tools\`
./twin.js cannot be used:
- the tool "clinic.book" has the name of one of ./clinic.js: give it another
agent "writes" cannot work:
- it cannot answer a customer's "hola": a run ended as dead_letter: agent "writes" has not decided: Cannot assign to read only property 'mode' of object '#<Object>'
agent "stumbles" cannot work:
- it cannot answer a customer's "hola": a run ended as dead_letter: agent "stumbles" has not decided: Cannot read properties of undefined (reading 'length')
`);
  expect(out).toMatch(
    /^✓ somnio .*\n✓ assistant .*\n✓ operator .*\n✓ clinic .*, with 1 tool, 1 rule of its own\n✓ bakery .*own\n$/,
  );
  expect(exitCode).toBe(1);
});

/** The many sentences of a flow that has nothing but an id. */
function missing(err: string): string {
  return /- name is missing[\s\S]*?(?=\n\S*half\.js)/u.exec(err)?.[0] ?? "";
}

describe("a bad module breaks only itself", () => {
  const both = { RECADO_AGENT: "./syntax.js,./clinic.js,./bakery.js" };

  test("the agents of the other files answer, and the customer's number is theirs", async () => {
    const { out, err } = await recado(["chat", "--phone", "573001110001"], both, "hola\n");
    expect(err).toMatch(/texts\.js:3:3[\s\S]*Until it is mended, .*clinic.* answers new numbers[\s\S]*It is left out/);
    expect(out).toContain("Su cita quedó anotada.");
    expect(booked()).toEqual([expect.stringMatching(/^\d+ martes$/)]);
  });

  test("the doctor and the list name the fault and go on", async () => {
    const doctor = await recado(["doctor", "--json"], both);
    expect(JSON.parse(doctor.out).checks).toContainEqual(
      expect.objectContaining({ name: "agent", ok: false, detail: expect.stringContaining("texts.js:3:3") }),
    );
    const list = await recado(["agents", "list"], both);
    expect(list.out).toMatch(/somnio[\s\S]*clinic[\s\S]*bakery/);
    expect(list).toMatchObject({ exitCode: 0, err: expect.stringContaining("It is left out") });
  });

  test("alone it is refused, and nothing starts", async () => {
    const { exitCode, err } = await recado(["start"], { RECADO_AGENT: "./syntax.js" });
    expect(err).toMatch(/^recado: RECADO_AGENT: \/.*syntax\.js cannot be loaded/);
    expect(exitCode).toBe(1);
  });

  test("its scenarios are not played, and those of the others are", async () => {
    const { exitCode, out, err } = await recado(["test", "broken.yaml", "clinic.yaml"]);
    expect(out).toContain("1 scenario: 1 passed.");
    expect(err).toMatch(/^recado: broken\.yaml is not played: .*texts\.js:3:3/);
    expect(exitCode).toBe(1);
  });
});

test("scenarios play with the module's tools, and call no other system", async () => {
  const before = booked();
  expect(await recado(["test", "booking.yaml", "--agent", "clinic.js"])).toMatchObject({ exitCode: 0, err: "" });
  expect(await recado(["test", "booking.yaml", "--agent", "clinic.js", "--full"])).toMatchObject({
    exitCode: 0,
    err: "",
  });
  expect(booked()).toEqual(before);
});

test("a server and a worker of createRuntime share one database, and the tool runs in the worker", async () => {
  const shop = await createTestDatabase();
  const script = (role: string) => `import { createRuntime } from "recado";
import agent, { policy, tools } from "./clinic.js";
const runtime = await createRuntime({ agents: [agent], tools, policy, role: "${role}" });
console.log(JSON.stringify({ address: runtime.address ?? null, token: runtime.apiToken ?? null }));
process.once("SIGTERM", () => runtime.stop());
`;
  const start = async (role: string, port: string) => {
    writeFileSync(join(folder, `${role}.js`), script(role));
    const { PATH, HOME } = process.env;
    const child = spawn(process.execPath, [`${role}.js`], {
      cwd: folder,
      env: {
        PATH,
        HOME,
        DATABASE_URL: shop.url,
        LOG_LEVEL: "error",
        PORT: port,
        RECADO_DATA_DIR: join(folder, "data"),
      },
    });
    let out = "";
    child.stdout.on("data", (chunk) => (out += chunk));
    child.stderr.on("data", (chunk) => (out += chunk));
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    await eventually(`${role} is up`, () => out.includes("\n"));
    const open: unknown = JSON.parse(out.split("\n")[0] ?? "");
    return { child, ended, open };
  };
  const server = await start("serve", "0");
  const { address } = server.open as { address: string };
  const worker = await start("worker", new URL(address).port);
  try {
    expect(worker.open).toEqual({ address: null, token: null });
    const env = { DATABASE_URL: shop.url, PORT: new URL(address).port, RECADO_DATA_DIR: join(folder, "data") };
    const { out } = await recado(["chat", "--phone", "573001110002"], env, "hola\n");
    expect(out).toContain("Su cita quedó anotada.");
    expect(booked().at(-1)).toBe(`${worker.child.pid} martes`);
  } finally {
    for (const { child } of [worker, server]) child.kill("SIGTERM");
    expect(await Promise.all([worker.ended, server.ended])).toEqual([0, 0]);
    await shop.drop();
  }
});
