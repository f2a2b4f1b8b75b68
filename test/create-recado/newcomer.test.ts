import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { announceShare } from "../support/share-of-the-day.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/**
 * From an empty folder to an answered customer. `npm run test:packed` does it with both packages as npm packs them, which takes
 * half a minute; else the clone stands in the place of the installed package.
 */
const isPacked = process.env["RECADO_PACKED"] === "1";
const root = new URL("../../", import.meta.url).pathname;
const home = mkdtempSync(join(tmpdir(), "recado-newcomer-"));
const project = join(home, "mi-tienda");
let database: TestDatabase;

const Packed = z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) });
type Packed = z.output<typeof Packed>;

function run(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; input?: string } = {},
) {
  const { stdout, stderr, status } = spawnSync(command, args, { cwd: project, encoding: "utf8", ...options });
  return { status, stdout, stderr };
}

function pack(folder: string): Packed {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", home];
  const { stdout, stderr, status } = run("npm", args, { cwd: folder });
  if (status !== 0) throw new Error(stderr);
  return z.array(Packed).length(1).parse(JSON.parse(stdout))[0] as Packed;
}

/** Installs like `npm install`, without a registry: the packed files, beside the packages that they depend on. */
function unpack({ filename }: Packed, into: string): void {
  mkdirSync(into, { recursive: true });
  expect(run("tar", ["-xzf", join(home, filename), "-C", into, "--strip-components=1"], { cwd: home }).status).toBe(0);
}

function installRecado(): void {
  const modules = join(project, "node_modules");
  mkdirSync(modules);
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name !== "recado" && !name.startsWith(".")) symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  if (isPacked) unpack(pack(root), join(modules, "recado"));
  else symlinkSync(root, join(modules, "recado"));
}

beforeAll(async () => {
  database = await createTestDatabase();
  const { stage, whole } = { stage: "a packed install", whole: "npm run test:packed" };
  announceShare({ stage, played: isPacked ? 1 : 0, of: 1, seed: "none", whole });
});
afterAll(async () => {
  rmSync(home, { recursive: true, force: true });
  await database.drop();
});

test.skipIf(!isPacked)(
  "the package holds its program, its types, its pages and its examples, and nothing of a working copy",
  { timeout: 180_000 },
  () => {
    const paths = pack(root).files.map(({ path }) => path);
    const { exports } = z
      .object({
        exports: z.record(z.string(), z.union([z.string(), z.object({ types: z.string(), default: z.string() })])),
      })
      .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
    const doors = Object.values(exports).flatMap((door) => (typeof door === "string" ? [door] : Object.values(door)));
    const needed = [
      ...doors.map((path) => path.replace("./", "")),
      ...["bin/recado.js", "dist/cli/main.js", "dist/studio/index.html", "docs/README.md", "docs/events.md"],
      ...[
        "examples/pizzeria/pizzeria.js",
        "LICENSE",
        "README.md",
        "CHANGELOG.md",
        "dist/postgres/migrations/0001_baseline.sql",
      ],
    ];
    expect(needed.filter((path) => !paths.includes(path))).toEqual([]);
    expect(paths.filter((path) => /^(src|test|bench|studio)\/|\.recado|secrets\.json|\.env/.test(path))).toEqual([]);
  },
);

test("a newcomer's project is made, compiles under strict types, plays its scenarios and answers a customer", () => {
  const creator = isPacked ? join(home, "creator") : join(root, "packages/create-recado");
  if (isPacked) unpack(pack(join(root, "packages/create-recado")), creator);
  const made = run(process.execPath, [join(creator, "create.js"), "mi-tienda", "--recado", "file:recado.tgz"], {
    cwd: home,
  });
  expect([made.status, made.stderr]).toEqual([0, ""]);
  expect(readdirSync(project)).toEqual(expect.arrayContaining([".env", ".gitignore", ".dockerignore", "Dockerfile"]));
  expect(readFileSync(join(project, ".gitignore"), "utf8").split("\n")).toEqual(
    expect.arrayContaining([".env", ".recado*/", "node_modules/"]),
  );
  expect(JSON.parse(readFileSync(join(project, "package.json"), "utf8"))).toMatchObject({
    name: "mi-tienda",
    dependencies: { recado: "file:recado.tgz" },
  });

  installRecado();
  expect(run(process.execPath, ["node_modules/typescript/bin/tsc"])).toEqual({ status: 0, stdout: "", stderr: "" });
  const recado = "node_modules/recado/bin/recado.js";
  const played = run(process.execPath, [recado, "test", "scenarios"]);
  expect([played.status, played.stdout]).toEqual([0, expect.stringContaining("3 scenarios: 3 passed.")]);

  // The simulator sends each line as a signed webhook.
  const chat = run(process.execPath, ["--env-file=.env", recado, "chat"], {
    env: { PATH: process.env["PATH"], DATABASE_URL: database.url, PORT: "0" },
    input: "hola, ¿cuánto vale la mixta?\n",
  });
  expect([chat.status, chat.stderr]).toEqual([0, expect.any(String)]);
  expect(chat.stdout).toMatch(/Arepas Doña Rosa[\s\S]*mixta: \*\$12\.000\*/);
}, 180_000);

test("a folder with something in it is left as it is", () => {
  const full = join(home, "full");
  mkdirSync(full);
  writeFileSync(join(full, "mine.txt"), "mine");
  const made = run(process.execPath, [join(root, "packages/create-recado/create.js"), full], { cwd: home });
  expect(made).toMatchObject({ status: 1, stderr: expect.stringMatching(/is not empty: choose another folder/) });
  expect(readdirSync(full)).toEqual(["mine.txt"]);
});

test("the template is the shop of the tutorial", () => {
  const page = readFileSync(join(root, "docs/build-an-agent.md"), "utf8");
  const plain = (text: string) => text.replace(/\s|,(?=\s*[}\])])/g, "");
  for (const [file, block] of [
    ["src/texts.ts", "texts.js"],
    ["src/understanding.ts", "understanding.js"],
    ["src/shop.ts", "arepas.js"],
  ]) {
    const [, code = ""] = new RegExp(`\`\`\`js shops/arepas/${block}\\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
    const own = readFileSync(join(root, "packages/create-recado/template", file ?? ""), "utf8");
    expect([file, plain(own)]).toEqual([file, plain(code)]);
  }
});
