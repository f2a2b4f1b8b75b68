import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openPool } from "../../src/postgres/database.ts";
import { type OpenPostgres, openPostgres } from "../../src/postgres/open-postgres.ts";
import { silentLogger } from "../support/silent-logger.ts";
import { ask, type DataFolder, until, usedDataFolder } from "./data-folder.ts";

const APPLICATION = { applicationName: `recado test pid ${process.pid}`, logger: silentLogger };

async function openIn(folder: DataFolder): Promise<OpenPostgres> {
  const { url, ownerUrl } = await folder.open();
  const postgres = await openPostgres({ ...APPLICATION, url, ownerUrl });
  onTestFinished(() => postgres.close());
  await postgres.migrate();
  return postgres;
}

const plain = (text: string) => ({ text, values: [] });

test("a statement slipped into a connection of servers and workers is no superuser's, however it drops its role", async () => {
  const { database } = await openIn(await usedDataFolder());
  for (const dropped of ["set role none", "reset role", "set session authorization default"]) {
    const after = (...texts: string[]) =>
      database.transaction(async (run) => {
        let rows: Record<string, unknown>[] = [];
        for (const text of [dropped, ...texts]) rows = (await run(plain(text))).rows;
        return rows;
      });
    const rights = "rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication";
    expect(
      await after(`select session_user::text as login, ${rights} as may from pg_roles where rolname = current_user`),
    ).toEqual([{ login: "recado_app", may: false }]);

    const refused = (...texts: string[]) =>
      expect(after(...texts), texts.at(-1)).rejects.toThrow(/permission denied|must be owner|not permitted/);
    await refused("create temporary table said (line text) on commit drop", "copy said from program 'id'");
    await refused("select rolpassword from pg_authid");
    await refused("select pg_read_file('postgresql.conf')");
    await refused("create table public.mine ()");
    await refused("alter table contacts disable row level security");
    await refused("truncate contacts");
    await refused("delete from audit_log");
    await refused("set role recado");
    await refused("set session authorization recado");
  }
}, 60_000);

test("servers and workers are one login, and the superuser's is a file of its own that only we read", async () => {
  const folder = await usedDataFolder();
  const { database, owner } = await openIn(folder);
  await database.run(plain("select 1"));
  const { rows } = await owner.run(
    plain("select distinct usename::text as login from pg_stat_activity where datname = 'recado' order by 1"),
  );
  expect(rows).toEqual([{ login: "recado" }, { login: "recado_app" }]);
  const file = (name: string) => join(folder.path, name);
  expect(statSync(file("postgres.app-password")).mode & 0o777).toBe(0o600);
  expect(readFileSync(file("postgres.app-password"), "utf8")).not.toBe(readFileSync(file("postgres.password"), "utf8"));
}, 30_000);

test("a data folder of before this login gets it at its next start, and one with a lost file gets another password", async () => {
  const folder = await usedDataFolder();
  const first = await folder.open();
  await ask(first.ownerUrl, "drop role recado_app");
  await first.close();
  rmSync(join(folder.path, "postgres.app-password"));

  const second = await folder.open();
  expect(second.ownerUrl).toBe(first.ownerUrl);
  expect(await ask(second.url, "select session_user::text as login")).toEqual([{ login: "recado_app" }]);
  expect(existsSync(join(folder.path, "postgres.app-password"))).toBe(true);
  expect(second.url).not.toBe(first.url);
}, 30_000);

/** A program that took the port of the server that died. `answer`: what it says to who wants to come in. */
async function stranger(answer: Buffer): Promise<{ port: number; heard(): string; calls(): number }> {
  const heard: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write(answer);
      socket.on("data", (bytes) => heard.push(bytes));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { port: address.port, heard: () => Buffer.concat(heard).toString("latin1"), calls: () => sockets.size };
}

const message = (type: string, ...body: Buffer[]) => {
  const bytes = Buffer.concat(body);
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length + 4);
  return Buffer.concat([Buffer.from(type), length, bytes]);
};
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const authentication = (kind: number, ...rest: Buffer[]) => message("R", int32(kind), ...rest);
const READY = message("Z", Buffer.from("I"));

test("a stranger at the port of the database hears neither password nor statement, whatever it asks", async () => {
  const { url, ownerUrl } = await (await usedDataFolder()).open();
  const answers: Readonly<Record<string, Buffer>> = {
    "asks for the password in clear text": authentication(3),
    "asks for the password as MD5": authentication(5, Buffer.from("salt")),
    "lets everybody in": Buffer.concat([authentication(0), READY]),
    "claims to have proved itself": Buffer.concat([
      authentication(12, Buffer.from("v=bGllcw==")),
      authentication(0),
      READY,
    ]),
  };
  for (const [what, answer] of Object.entries(answers)) {
    const other = await stranger(answer);
    for (const address of [url, ownerUrl]) {
      const moved = new URL(address);
      moved.port = String(other.port);
      const pool = openPool({ ...APPLICATION, url: moved.toString(), asOwner: true, connectTimeoutMs: 2_000 });
      await expect(pool.run(plain("select 'what a customer said'")), what).rejects.toThrow();
      await pool.close();
    }
    await until(() => other.calls() >= 2);
    expect(other.heard(), what).toBe("");
  }
}, 30_000);
