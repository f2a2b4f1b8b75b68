import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ask, dataFolder, isAlive } from "./data-folder.ts";

test("the first start makes a durable database that only this machine and our password reach", async () => {
  const folder = dataFolder();
  const database = await folder.open("exclusive");

  expect(database.how).toBe("started");
  expect(new URL(database.ownerUrl).hostname).toBe("127.0.0.1");
  const [settings] = await ask(
    database.ownerUrl,
    `select current_database() as database, current_user as role,
            current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
            current_setting('server_encoding') as encoding, current_setting('timezone') as timezone,
            current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets,
            lower('AÑO Ü') as lower`,
  );
  expect(settings).toEqual({
    database: "recado",
    role: "recado",
    fsync: "on",
    checksums: "on",
    encoding: "UTF8",
    timezone: "UTC",
    addresses: "127.0.0.1",
    sockets: "",
    lower: "año ü",
  });
  const passwordFile = join(folder.path, "postgres.password");
  expect(statSync(passwordFile).mode & 0o777).toBe(0o600);
  const wrong = database.ownerUrl.replace(new URL(database.ownerUrl).password, "wrong");
  await expect(ask(wrong, "select 1")).rejects.toThrow(/password authentication failed/);
}, 30_000);

test("a later start finds what was committed, at the same address", async () => {
  const folder = dataFolder();
  const first = await folder.open("exclusive");
  await ask(first.ownerUrl, "create table note as select 'still here' as text");
  const pid = folder.serverPid();
  await first.close();
  expect(isAlive(pid)).toBe(false);

  const second = await folder.open("exclusive");
  expect(second).toMatchObject({ how: "started", ownerUrl: first.ownerUrl });
  expect(await ask(second.ownerUrl, "select text from note")).toEqual([{ text: "still here" }]);
}, 30_000);

test("what customers wrote does not reach the server's log, even in errors", async () => {
  const folder = dataFolder();
  const { ownerUrl: url } = await folder.open();
  await ask(url, "create table contact (phone text primary key)");
  await ask(url, "insert into contact values ('573001234567')");
  await expect(ask(url, "insert into contact values ('573001234567')")).rejects.toThrow(/duplicate key/);
  await expect(ask(url, "select 'mi cédula es 123'::jsonb")).rejects.toThrow(/invalid input syntax/);

  expect(readFileSync(join(folder.path, "postgres.log"), "utf8")).not.toMatch(/573001234567|cédula/);
}, 30_000);
