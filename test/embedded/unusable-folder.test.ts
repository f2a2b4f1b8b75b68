import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dataFolder, temporaryFolder } from "./data-folder.ts";

test("a file where the data folder should be is named", async () => {
  const path = join(temporaryFolder(), "data");
  writeFileSync(path, "");
  await expect(dataFolder(path).open()).rejects.toMatchObject({
    code: "data_dir_unusable",
    message: `The data folder ${path} cannot be used: it is not a folder. Set RECADO_DATA_DIR to a folder you can write to.`,
  });
});

test("something that is no database is never overwritten", async () => {
  const folder = dataFolder();
  mkdirSync(join(folder.path, "postgres"), { recursive: true });
  writeFileSync(join(folder.path, "postgres", "thesis.txt"), "");
  await expect(folder.open()).rejects.toMatchObject({ code: "data_dir_unusable" });
});

test("a database of another PostgreSQL version is refused with both versions", async () => {
  const folder = dataFolder();
  mkdirSync(join(folder.path, "postgres"), { recursive: true });
  writeFileSync(join(folder.path, "postgres", "PG_VERSION"), "17\n");
  await expect(folder.open()).rejects.toThrow(/was made by PostgreSQL 17, and this Recado brings 18\./);
});
