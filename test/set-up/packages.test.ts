import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

/** Whether a start installs packages: it looks at three files, so a project of two packages is enough. */
interface Packages {
  arePackagesInstalled(root: string): boolean;
}
const { arePackagesInstalled } = (await import(
  pathToFileURL(join(import.meta.dirname, "../../bin/packages.js")).href
)) as Packages;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "recado-packages-"));
  lock(["zod"]);
  install(["zod"]);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

function entries(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [`node_modules/${name}`, { version: "1.0.0" }]));
}

/** Writes the project's own two files, like a pull does. */
function lock(names: readonly string[]): void {
  write("package.json", JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, "1"])) }));
  write("package-lock.json", JSON.stringify({ packages: entries(names) }));
}

/** Makes node_modules like npm does: the folders, and npm's own note of them. */
function install(names: readonly string[]): void {
  for (const name of names) write(`node_modules/${name}/package.json`, "{}");
  write("node_modules/.package-lock.json", JSON.stringify({ packages: entries(names) }));
  const { mtime } = statSync(join(root, "node_modules/.package-lock.json"));
  npmRuns += 1;
  utimesSync(join(root, "node_modules/.package-lock.json"), mtime, new Date(mtime.getTime() + npmRuns));
}
let npmRuns = 0;

test("packages that package-lock.json names are installed, and stay so", () => {
  expect(arePackagesInstalled(root)).toBe(true);
  expect(arePackagesInstalled(root)).toBe(true);
});

test("a pull whose package-lock.json names a package more is installed", () => {
  expect(arePackagesInstalled(root)).toBe(true);
  lock(["zod", "pg"]);
  expect(arePackagesInstalled(root)).toBe(false);
  install(["zod", "pg"]);
  expect(arePackagesInstalled(root)).toBe(true);
});

test("packages of an older version, installed after ours, are replaced though our own note is of this version", () => {
  lock(["zod", "pg"]);
  install(["zod", "pg"]);
  expect(arePackagesInstalled(root)).toBe(true);
  install(["zod"]); // `npm install` on an older branch keeps our note
  expect(arePackagesInstalled(root)).toBe(false);
});

test("a package whose folder is gone is installed, whatever npm noted down", () => {
  expect(arePackagesInstalled(root)).toBe(true);
  rmSync(join(root, "node_modules/zod"), { recursive: true });
  expect(arePackagesInstalled(root)).toBe(false);
});

test("a copy of node_modules made of hard links keeps its own note", () => {
  expect(arePackagesInstalled(root)).toBe(true);
  const note = join(root, "node_modules/.recado-set-up");
  const copy = join(root, "copy");
  linkSync(note, copy);
  const before = readFileSync(copy, "utf8");
  lock(["zod", "pg"]);
  install(["zod", "pg"]);
  expect(arePackagesInstalled(root)).toBe(true);
  expect(readFileSync(copy, "utf8")).toBe(before);
});
