import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { pack } from "tar-stream";
import { expect, test } from "vitest";
import { makeBackup } from "../../src/postgres/embedded/backup/make-backup.ts";
import { restoreBackup } from "../../src/postgres/embedded/backup/restore-backup.ts";
import { silentLogger as logger } from "../support/silent-logger.ts";
import { ask, dataFolder, temporaryFolder, usedDataFolder } from "./data-folder.ts";

/** Writes rows as fast as one connection can, and knows which were accepted. */
async function busyWriter(url: string) {
  const client = new pg.Client({ connectionString: url, application_name: `recado test pid ${process.pid}` });
  await client.connect();
  const accepted: string[] = [];
  let isOver = false;
  const writing = (async () => {
    while (!isOver) {
      const id = randomUUID();
      await client.query("insert into letters values ($1, repeat(md5(random()::text), 60))", [id]);
      accepted.push(id);
    }
  })();
  return {
    accepted,
    async stop() {
      isOver = true;
      await writing;
      await client.end();
    },
  };
}

test("a backup that is taken under load holds every row that was accepted before it, and its secrets", async () => {
  const folder = await usedDataFolder();
  const shop = await folder.open("exclusive");
  writeFileSync(join(folder.path, "secrets.json"), '{"apiToken":"x"}', { mode: 0o600 });
  await ask(shop.ownerUrl, "create table letters (id uuid primary key, text text)");
  const writer = await busyWriter(shop.ownerUrl);
  while (writer.accepted.length < 200) await new Promise(setImmediate);
  const before = [...writer.accepted];
  const file = join(temporaryFolder(), "shop.tar.gz");
  const made = await makeBackup({ dataDir: folder.path, file, logger });
  const during = writer.accepted.length - before.length;
  await writer.stop();
  await shop.close();

  expect(during).toBeGreaterThan(0);
  expect(made.bytes).toBe(statSync(file).size);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const other = dataFolder();
  await restoreBackup({ file, dataDir: other.path, logger });
  expect(readFileSync(join(other.path, "secrets.json"), "utf8")).toBe('{"apiToken":"x"}');
  const restored = await other.open("exclusive");
  const [row] = await ask(
    restored.ownerUrl,
    `select count(*)::int as n from letters where id = any('{${before.join(",")}}'::uuid[])`,
  );
  expect(row).toEqual({ n: before.length });
  await restored.close();
}, 60_000);

test("a second backup does not replace the first, and a shop is not written over", async () => {
  const folder = await usedDataFolder();
  await (await folder.open("exclusive")).close();
  const file = join(temporaryFolder(), "shop.tar.gz");
  await makeBackup({ dataDir: folder.path, file, logger });
  const first = readFileSync(file);
  await expect(makeBackup({ dataDir: folder.path, file, logger })).rejects.toThrow(/exists already/);
  expect(readFileSync(file).equals(first)).toBe(true);
  await expect(restoreBackup({ file, dataDir: folder.path, logger })).rejects.toMatchObject({
    code: "data_dir_in_use",
    message: expect.stringMatching(/holds a database already, and nothing in it is overwritten/),
  });

  // Damaged in every way that copying damages: nothing of it is taken.
  const whole = gunzipSync(first);
  const broken: Record<string, Buffer> = {
    "cut off in the file": first.subarray(0, first.length - 200),
    "cut off before it was packed": gzipSync(whole.subarray(0, Math.floor(whole.length / 1024) * 512), { level: 1 }),
    "not a backup": Buffer.from("hello"),
    empty: Buffer.alloc(0),
  };
  for (const [name, bytes] of Object.entries(broken)) {
    const bad = join(temporaryFolder(), "bad.tar.gz");
    writeFileSync(bad, bytes);
    const into = dataFolder();
    await expect(restoreBackup({ file: bad, dataDir: into.path, logger }), name).rejects.toMatchObject({
      code: "backup_unusable",
      message: expect.stringContaining("Nothing was restored"),
    });
    expect(
      readdirSync(into.path).filter((left) => !/^postgres\.lock$/.test(left)),
      name,
    ).toEqual([]);
  }
}, 60_000);

test.each([
  ["a path out of the folder", "postgres/../../escaped"],
  ["an absolute path", "/tmp/escaped"],
  ["a file that no backup has", "data/authorized_keys"],
])("an archive with %s is refused whole", async (_, name) => {
  const place = temporaryFolder();
  const file = join(place, "evil.tar.gz");
  const tar = pack();
  tar.entry(
    { name: "about.json" },
    JSON.stringify({ format: "recado-backup-1", postgresMajor: "18", madeAt: "2026-11-23T00:00:00Z" }),
  );
  tar.entry({ name }, "evil");
  tar.entry({ name: "end.json" }, JSON.stringify({ files: 1, bytes: 4 }));
  tar.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar) chunks.push(chunk as Uint8Array);
  writeFileSync(file, gzipSync(Buffer.concat(chunks)));
  const into = join(place, "into");
  await expect(restoreBackup({ file, dataDir: into, logger })).rejects.toMatchObject({ code: "backup_unusable" });
  expect(existsSync(join(place, "escaped"))).toBe(false);
  expect(readdirSync(into).filter((left) => left !== "postgres.lock")).toEqual([]);
});
