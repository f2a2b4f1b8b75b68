import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

/**
 * What is packed, in a project with the strictest settings of TypeScript and `skipLibCheck` off: every public door
 * is imported, and the code of docs/engines is compiled against it.
 */
const root = fileURLToPath(new URL("../../", import.meta.url));
const PAGES = join(root, "docs/engines");
/** Packages of the reader's choice. Where they are not installed, their types are not checked. */
const CHOSEN = ["@restatedev/restate-sdk", "inngest", "inngest/edge"];

/** An author's function names its parts by the types of the package. */
const STAND_INS: Readonly<Record<string, string>> = {
  inngest: `declare module "inngest" {
    export const Inngest: new (options: object) => {
      createFunction(options: object, run: (context: any) => unknown): any;
      send(events: any): Promise<any>;
    };
  }\n`,
};

const STRICTEST = {
  ...{ target: "es2022", module: "nodenext", moduleResolution: "nodenext", lib: ["es2023", "dom"], types: ["node"] },
  ...{ noEmit: true, strict: true, skipLibCheck: false, exactOptionalPropertyTypes: true, isolatedModules: true },
  ...{ noUncheckedIndexedAccess: true, noPropertyAccessFromIndexSignature: true, noImplicitOverride: true },
  ...{
    noImplicitReturns: true,
    noFallthroughCasesInSwitch: true,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
  },
};

let project: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "recado-strict-"));
  const installed = join(project, "node_modules/recado");
  mkdirSync(installed, { recursive: true });
  // `npm pack` takes ten seconds to say it: `files` has the whole of dist.
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { files: string[]; exports: object };
  expect(manifest.files).toContain("dist");
  for (const path of readdirSync(join(root, "dist"), { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".d.ts")) continue;
    mkdirSync(dirname(join(installed, "dist", path)), { recursive: true });
    copyFileSync(join(root, "dist", path), join(installed, "dist", path));
  }
  copyFileSync(join(root, "package.json"), join(installed, "package.json"));
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name === "recado" || name.startsWith(".")) continue;
    symlinkSync(join(root, "node_modules", name), join(project, "node_modules", name));
  }
  const write = (name: string, text: string) => writeFileSync(join(project, name), text);
  write("package.json", '{ "type": "module" }\n');
  write("tsconfig.json", JSON.stringify({ compilerOptions: STRICTEST, include: ["."] }));
  const missing = CHOSEN.filter((name) => !existsSync(join(root, "node_modules", name)));
  write("absent.d.ts", missing.map((name) => STAND_INS[name] ?? `declare module "${name}";\n`).join(""));
  write("agent.ts", 'import type { Agent } from "recado";\nexport declare const agent: Agent;\n');
  const names = Object.keys(manifest.exports).filter((door) => door !== "./package.json");
  const imports = names.map((door, n) => `import * as door${n} from "recado${door.slice(1)}";\n`);
  write("doors.ts", `${imports.join("")}export default [${names.map((_, n) => `door${n}`).join(", ")}];\n`);
  for (const page of readdirSync(PAGES)) {
    const blocks = [...readFileSync(join(PAGES, page), "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gm)];
    for (const [n, [, code = ""]] of blocks.entries()) write(`${page.replace(".md", "")}-${n}.ts`, code);
  }
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

test("every door of the packed library, and the code of docs/engines, compile under the strictest settings", () => {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", ".", "--pretty", "false"], {
    cwd: project,
    encoding: "utf8",
  });
  expect(stdout).toBe("");
  expect(readdirSync(project).filter((name) => /-\d+\.ts$/.test(name)).length).toBeGreaterThan(5);
}, 180_000);
