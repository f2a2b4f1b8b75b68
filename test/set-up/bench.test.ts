import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { SECTIONS } from "../../bench/sections.js";

const bench = fileURLToPath(new URL("../../bench/", import.meta.url));
const source = fileURLToPath(new URL("../../src/", import.meta.url));

/** `bench/frameworks` has packages of its own and stands apart. */
const files = ["", "sections/", "processes/", "support/"].flatMap((folder) =>
  readdirSync(join(bench, folder))
    .filter((name) => name.endsWith(".js"))
    .map((name) => folder + name),
);

describe("the bench, whose run takes a quarter of an hour and is seldom made", () => {
  test("has a file for each section, and a section for each file", () => {
    expect(SECTIONS.map((name) => `sections/${name}.js`).toSorted()).toEqual(
      files.filter((name) => name.startsWith("sections/")).toSorted(),
    );
  });

  test.each(SECTIONS)("can load the section %s", async (name) => {
    const section: unknown = await import(`../../bench/sections/${name}.js`);
    expect(section).toMatchObject({
      title: expect.any(String),
      how: expect.any(String),
      run: expect.any(Function),
    });
  });

  test.each(files)("finds each file that %s names", (name) => {
    expect(missingFrom(name)).toEqual([]);
  });
});

/** Files beside it, and parts of the product: those are built from a source of the same name. */
function missingFrom(name: string): string[] {
  const text = readFileSync(join(bench, name), "utf8");
  const beside = [...text.matchAll(/new URL\(\s*"([^"]+\.js)", import\.meta\.url/g)]
    .map(([, path = ""]) => path)
    .filter((path) => !existsSync(new URL(path, `file://${join(bench, name)}`)));
  const built = [...text.matchAll(/fromDist\(\s*"([^"]+)\.js"/g)]
    .map(([, path = ""]) => path)
    .filter((path) => !existsSync(join(source, `${path}.ts`)));
  return [...beside, ...built];
}
