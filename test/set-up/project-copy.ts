/** A clone as somebody finds it: the project's own set-up and lock file, no packages, a source of two files and a page for the Studio. */
import { spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
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
  for (const name of ["bin", ".npmrc", "tsconfig.json", "tsconfig.build.json"]) {
    if (existsSync(join(ROOT, name))) cpSync(join(ROOT, name), join(path, name), { recursive: true });
  }
  const write = (name: string, text: string): void => {
    mkdirSync(join(path, name, ".."), { recursive: true });
    writeFileSync(join(path, name), text);
  };
  for (const [name, content] of Object.entries(packagesOfTheBuild())) write(name, JSON.stringify(content));
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

interface Package {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Returns the packages that this small project is built with, as our lock file has them. `npm ci` of all takes most of a minute. */
function packagesOfTheBuild(): Readonly<Record<string, unknown>> {
  const read = (name: string) => JSON.parse(readFileSync(join(ROOT, name), "utf8"));
  const only = (wanted: readonly string[], { devDependencies = {} }: Package) => ({
    dependencies: {},
    devDependencies: Object.fromEntries(Object.entries(devDependencies).filter(([name]) => wanted.includes(name))),
  });
  const [root, studio, lock] = [read("package.json"), read("studio/package.json"), read("package-lock.json")];
  const rootPackages = only(["typescript", "rolldown", "@types/node"], root);
  const studioPackages = only(["vite"], studio);
  const packages: Record<string, Package> = {
    "": { ...lock.packages[""], ...rootPackages },
    studio: { ...lock.packages["studio"], ...studioPackages },
    "node_modules/recado-studio": lock.packages["node_modules/recado-studio"],
  };
  /** With what is wanted only by a package that npm leaves out on this machine marked as npm would mark it. */
  const take = (from: string, wanted: Package, isOptional: boolean): void => {
    const { dependencies, devDependencies, optionalDependencies } = wanted;
    const required = Object.keys({ ...dependencies, ...devDependencies }).filter(
      (name) => optionalDependencies?.[name] === undefined,
    );
    for (const name of [...required, ...Object.keys(optionalDependencies ?? {})]) {
      const inside = `${from}/node_modules/${name}`;
      const place = inside in lock.packages ? inside : `node_modules/${name}`;
      if (place in packages || !(place in lock.packages)) continue;
      const mayMiss = isOptional || !required.includes(name);
      packages[place] = { ...lock.packages[place], ...(mayMiss ? { optional: true } : {}) };
      take(place, lock.packages[place], mayMiss);
    }
  };
  take("", rootPackages, false);
  take("studio", studioPackages, false);
  return {
    "package.json": { ...root, ...rootPackages },
    "studio/package.json": { ...studio, ...studioPackages },
    "package-lock.json": { ...lock, packages },
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
