/** A clone as somebody finds it: the project's own set-up and lock file, no packages, a source of two files and a page for the Studio. */
import { spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface Finished {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunSettings {
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeArgs?: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

export interface ProjectCopy {
  readonly path: string;
  write(name: string, text: string): void;
  run(args: readonly string[], settings?: RunSettings): Promise<Finished>;
  remove(): void;
}

export function copyProject(): ProjectCopy {
  const path = join(mkdtempSync(join(realpathSync(tmpdir()), "recado set-up ")), "my shop");
  mkdirSync(path);
  for (const folder of [path, join(path, "..")]) chmodSync(folder, 0o755);
  const own = ["package.json", "package-lock.json", ".npmrc", "tsconfig.json", "tsconfig.build.json"];
  for (const name of ["bin", ...own, "studio/package.json"]) {
    if (existsSync(join(ROOT, name))) cpSync(join(ROOT, name), join(path, name), { recursive: true });
  }
  const write = (name: string, text: string): void => {
    mkdirSync(join(path, name, ".."), { recursive: true });
    writeFileSync(join(path, name), text);
  };
  write("src/cli/main.ts", 'console.log("served", process.pid, process.argv.slice(2).join(" "));\n');
  write("src/postgres/migrations/0001.sql", "select 1;\n");
  write("studio/vite.config.ts", "export default { build: { emptyOutDir: true } };\n");
  write("studio/index.html", "<!doctype html><title>first</title>\n");
  return {
    path,
    write,
    run: (args, settings = {}) => run(path, args, settings),
    remove: () => rmSync(join(path, ".."), { recursive: true, force: true }),
  };
}

function run(
  path: string,
  args: readonly string[],
  { env = {}, nodeArgs = [], ...account }: RunSettings,
): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...nodeArgs, "bin/recado.js", ...args], {
      cwd: path,
      env: { ...process.env, ...env },
      ...account,
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.on("close", (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}
