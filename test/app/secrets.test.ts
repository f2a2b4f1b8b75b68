import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSecrets, readSecrets } from "../../src/app/secrets.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "recado-secrets-"));
});
afterEach(() => rmSync(home, { recursive: true }));

test("secrets are made once, private, and stay the same", () => {
  const dataDir = join(home, "data");
  expect(readSecrets(dataDir)).toBeNull();
  const first = openSecrets(dataDir);
  expect(first.isNew).toBe(true);
  expect(openSecrets(dataDir)).toEqual({ secrets: first.secrets, isNew: false });
  expect(statSync(join(dataDir, "secrets.json")).mode & 0o777).toBe(0o600);
  expect(new Set(Object.values(first.secrets)).size).toBe(4);
  expect(readdirSync(dataDir)).toEqual(["secrets.json"]);
});

test("a file that is not ours is never written over", () => {
  const path = join(home, "secrets.json");
  for (const text of ["", "{}", "not json", '{"apiToken":"short"}']) {
    writeFileSync(path, text);
    expect(() => openSecrets(home)).toThrow(/secrets\.json .* delete it/);
    expect(readFileSync(path, "utf8")).toBe(text);
  }
});

test("a directory that cannot be one says so with the way out", () => {
  writeFileSync(join(home, "file"), "");
  expect(() => openSecrets(join(home, "file", "data"))).toThrow(/RECADO_DATA_DIR/);
});
