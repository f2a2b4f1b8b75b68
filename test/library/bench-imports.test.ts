import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Benches are JavaScript over `dist`: no compiler sees that a file of ours has moved. */
test("each file of ours that a bench loads is still there", () => {
  const benches = readdirSync(`${ROOT}bench`, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".js"),
  );
  const texts = benches.map((name) => readFileSync(`${ROOT}bench/${name}`, "utf8"));
  const loaded = texts.flatMap((text) =>
    [...text.matchAll(/fromDist\(\s*"(.+)\.js"/gu)].map(([, path]) => `src/${path}.ts`),
  );
  expect(loaded.length).toBeGreaterThan(10);
  expect(loaded.filter((path) => !existsSync(`${ROOT}${path}`))).toEqual([]);
});
