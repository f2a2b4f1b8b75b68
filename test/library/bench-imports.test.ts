import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Benches are JavaScript over `dist`: no compiler sees that a file of ours has moved. */
const texts = readdirSync(`${ROOT}bench`, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".js") && !name.includes("node_modules"))
  .map((name) => readFileSync(`${ROOT}bench/${name}`, "utf8"));

test("each file of ours that a bench loads is still there", () => {
  const loaded = texts.flatMap((text) => loadedIn(text));
  expect(loaded.length).toBeGreaterThan(10);
  expect(loaded.filter((path) => !existsSync(`${ROOT}${path}`))).toEqual([]);
});

test("each name that a bench takes from such a file is still one of its exports", () => {
  const taken = texts.flatMap((text) => takenIn(text));
  expect(taken.length).toBeGreaterThan(20);
  const isExported = ({ path, name }: Taken) =>
    new RegExp(`^export (?:async )?(?:function|const|class) ${name}\\b`, "mu").test(
      readFileSync(`${ROOT}${path}`, "utf8"),
    );
  expect(taken.filter((one) => !isExported(one))).toEqual([]);
});

function loadedIn(text: string): string[] {
  return [...text.matchAll(/fromDist\(\s*"(.+)\.js"/gu)].map(([, path]) => `src/${path}.ts`);
}

interface Taken {
  readonly path: string;
  readonly name: string;
}

/** `const { a } = await fromDist("x.js")`, and lists of both in the same order around `Promise.all`. */
function takenIn(text: string): Taken[] {
  const statements = text.matchAll(
    /const (\{[^=]*?\}|\[[^=]*?\]) = await (?:Promise\.all\(\[)?((?:\s*fromDist\([^)]*\),?)+)/gu,
  );
  return [...statements].flatMap(([, pattern = "", calls = ""]) => {
    const paths = loadedIn(calls);
    return [...pattern.matchAll(/\{([^{}]*)\}/gu)].flatMap(([, names = ""], place) =>
      names
        .split(",")
        .map((name) => (name.split(":")[0] ?? "").trim())
        .filter((name) => name !== "")
        .map((name) => ({ path: paths[place] ?? "nowhere", name })),
    );
  });
}
