import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ask, dataFolder, isAlive, until, usedDataFolder } from "./data-folder.ts";
import { type InstalledCopy, installCopy } from "./other-process.ts";

let copy: InstalledCopy;
beforeAll(() => {
  copy = installCopy();
}, 60_000);
afterAll(() => copy.remove());

test("a second owner is refused with one sentence: who has the folder, and the way out", async () => {
  const folder = await usedDataFolder();
  const owner = copy.start(folder.path, "exclusive");
  expect(await owner.opened()).toMatchObject({ how: "started" });

  await expect(folder.open("exclusive")).rejects.toMatchObject({
    code: "data_dir_in_use",
    message:
      `The data folder ${folder.path} is in use by another Recado (process ${owner.pid}). ` +
      "Stop that one first, or set RECADO_DATA_DIR to another folder.",
  });
  expect(isAlive(folder.serverPid())).toBe(true);
}, 30_000);

test("workers join the owner's server, and the last one out stops it", async () => {
  const folder = await usedDataFolder();
  const owner = copy.start(folder.path, "exclusive");
  await owner.opened();
  const worker = await folder.open("shared");
  expect(worker.how).toBe("adopted");

  owner.child.kill("SIGTERM");
  expect(await owner.ended()).toBe(0); // by itself: nothing of ours keeps its event loop alive
  expect(await ask(worker.ownerUrl, "select 1 as one")).toEqual([{ one: 1 }]);

  const pid = folder.serverPid();
  await worker.close();
  expect(isAlive(pid)).toBe(false);
}, 30_000);

test("two users in one process: the server stays for the second", async () => {
  const folder = await usedDataFolder();
  const first = await folder.open("exclusive");
  const second = await folder.open("shared");
  const pid = folder.serverPid();
  await first.close();
  expect(isAlive(pid)).toBe(true);
  await second.close();
  expect(isAlive(pid)).toBe(false);
});

test("connections still open do not keep the server up when they are our own, and do when they are another's", async () => {
  const folder = await usedDataFolder();
  const connect = async (url: string, application_name: string): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url, application_name });
    client.on("error", () => undefined); // the server goes away under it
    onTestFinished(() => client.end().catch(() => undefined));
    await client.connect();
    return client;
  };
  const first = await folder.open("shared");
  const pid = folder.serverPid();
  const foreign = await connect(first.ownerUrl, `recado worker pid ${process.ppid}`);
  await connect(first.ownerUrl, `recado worker pid ${process.pid}`);
  await first.close();
  expect(isAlive(pid)).toBe(true);

  const second = await folder.open("shared");
  await foreign.end();
  await second.close();
  expect(isAlive(pid)).toBe(false);
});

test("processes that start at once on an empty folder make one database and one server", async () => {
  const folder = dataFolder();
  const others = [1, 2, 3, 4].map(() => copy.start(folder.path, "shared"));
  const opened = await Promise.all(others.map((other) => other.opened()));

  expect(opened.map(({ how }) => how).sort()).toEqual(["adopted", "adopted", "adopted", "started"]);
  expect(new Set(opened.map(({ url }) => url)).size).toBe(1);
  const pid = folder.serverPid();
  for (const other of others) other.child.kill("SIGTERM");
  expect(await Promise.all(others.map((other) => other.ended()))).toEqual([0, 0, 0, 0]);
  await until(() => !isAlive(pid));
}, 60_000);

test("of two owners that start at once exactly one gets the folder", async () => {
  const folder = await usedDataFolder();
  const owners = [1, 2].map(() => copy.start(folder.path, "exclusive"));
  const outcomes = await Promise.all(owners.map((owner) => owner.opened()));

  expect(outcomes.filter(({ url }) => url !== undefined)).toHaveLength(1);
  expect(outcomes.filter(({ code }) => code === "data_dir_in_use")).toHaveLength(1);
}, 60_000);
