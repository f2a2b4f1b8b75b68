import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ask, dataFolder, isAlive, pidIn, until, usedDataFolder } from "./data-folder.ts";
import { type InstalledCopy, installCopy } from "./other-process.ts";

let copy: InstalledCopy;
beforeAll(() => {
  copy = installCopy();
}, 60_000);
afterAll(() => copy.remove());

test("after a kill -9 of the owner the next start adopts the server that was left running", async () => {
  const folder = await usedDataFolder();
  const owner = copy.start(folder.path, "exclusive");
  const { url } = await owner.opened();
  await ask(url ?? "", "create table note as select 'committed' as text");
  const pid = folder.serverPid();
  owner.child.kill("SIGKILL");
  await owner.ended();
  expect(isAlive(pid)).toBe(true);

  const next = await folder.open("exclusive");
  expect(next).toMatchObject({ how: "adopted", ownerUrl: url });
  expect(folder.serverPid()).toBe(pid);
  expect(await ask(next.ownerUrl, "select text from note")).toEqual([{ text: "committed" }]);
  await next.close();
  expect(isAlive(pid)).toBe(false);
}, 30_000);

test("a server killed under us is back at the same address within a second or so, and still ours", async () => {
  const folder = await usedDataFolder();
  const owner = await folder.open("exclusive");
  await ask(owner.ownerUrl, "create table note as select 'committed' as text");
  const killed = folder.serverPid();
  process.kill(killed, "SIGKILL");

  await until(() => ask(owner.ownerUrl, "select text from note").catch(() => null), 5_000);
  expect(folder.serverPid()).not.toBe(killed);
  const rival = copy.start(folder.path, "exclusive");
  expect(await rival.opened()).toMatchObject({ code: "data_dir_in_use" });
}, 30_000);

test("processes that share a killed server agree on the one that follows", async () => {
  const folder = await usedDataFolder();
  const other = copy.start(folder.path, "exclusive");
  const { url } = await other.opened();
  const own = await folder.open("shared");
  const killed = folder.serverPid();
  process.kill(killed, "SIGKILL");

  const presences =
    "select count(*)::int as count from pg_stat_activity where application_name ~ '^recado (exclusive|shared) '";
  await until(async () => (await ask(own.ownerUrl, presences).catch(() => []))[0]?.["count"] === 2);
  expect(own.ownerUrl).toBe(url);
}, 30_000);

test("closing at the moment the server dies neither hangs nor leaves a server", async () => {
  const folder = await usedDataFolder();
  const database = await folder.open("exclusive");
  process.kill(folder.serverPid(), "SIGKILL");
  await database.close();
  await until(() => !isAlive(pidIn(join(folder.path, "postgres")) ?? Number.NaN));
}, 30_000);

test("an owner and its server both killed leave nothing that stops the next start", async () => {
  const folder = await usedDataFolder();
  const owner = copy.start(folder.path, "exclusive");
  await owner.opened();
  owner.child.kill("SIGKILL");
  process.kill(folder.serverPid(), "SIGKILL");
  await owner.ended();

  expect(await folder.open("exclusive")).toMatchObject({ how: "started" });
}, 30_000);

test("a postmaster.pid that names a living stranger is seen through, and the stranger spared", async () => {
  const folder = await usedDataFolder();
  const first = await folder.open();
  const pidFile = join(folder.path, "postgres", "postmaster.pid");
  const lines = readFileSync(pidFile, "utf8").split("\n");
  await first.close();
  const stranger = spawn("sleep", ["60"]);
  onTestFinished(() => void stranger.kill());
  writeFileSync(pidFile, [stranger.pid, ...lines.slice(1)].join("\n"));

  expect(await folder.open("exclusive")).toMatchObject({ how: "started", ownerUrl: first.ownerUrl });
  expect(isAlive(stranger.pid ?? 0)).toBe(true);
}, 30_000);

test("a postmaster.pid cut short by a crash does not stop the next start", async () => {
  const folder = await usedDataFolder();
  await (await folder.open()).close();
  writeFileSync(join(folder.path, "postgres", "postmaster.pid"), "");

  expect(await folder.open()).toMatchObject({ how: "started" });
}, 30_000);

function isNamedByAProcess(path: string): boolean {
  return readdirSync("/proc").some((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(path);
    } catch {
      return false; // It has ended since we listed it.
    }
  });
}

test("a first start killed in the middle is begun again, and its half-made files are cleared", async () => {
  const folder = dataFolder();
  const owner = copy.start(folder.path, "exclusive");
  const half = () =>
    existsSync(folder.path) ? readdirSync(folder.path).find((name) => name.includes(".making-")) : undefined;
  const name = await until(half);
  await until(() => existsSync(join(folder.path, name, "data", "PG_VERSION")));
  owner.child.kill("SIGKILL");
  await owner.ended();
  expect(existsSync(join(folder.path, "postgres"))).toBe(false);
  // Its initdb outlives it for a moment, and writes.
  await until(() => !isNamedByAProcess(name));

  const next = await folder.open("exclusive");
  expect(await ask(next.ownerUrl, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(half()).toBeUndefined();
}, 30_000);

test("locks of dead processes are no obstacle", async () => {
  const folder = await usedDataFolder();
  const lockDir = join(folder.path, "postgres.lock");
  mkdirSync(lockDir, { recursive: true });
  writeFileSync(join(lockDir, `${process.pid}-1-aaaaaa`), ""); // our number, another process's birth
  writeFileSync(join(lockDir, "4194304-1-bbbbbb"), "");

  await folder.open();
  expect(readdirSync(lockDir)).toEqual([]);
}, 30_000);
