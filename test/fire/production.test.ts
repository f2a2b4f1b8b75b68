import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createFire } from "./arm.js";
import { EDGES, FAILPOINTS, isUnplayed, STATEMENTS } from "./failpoints.ts";
import { MATRIX } from "./play-failpoints.ts";
import { SCENARIOS } from "./scenarios.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

async function sourcesOf(folder: string): Promise<{ path: string; text: string }[]> {
  const names = await readdir(join(ROOT, folder), { recursive: true });
  const paths = names.filter((name) => /\.(js|ts|sql)$/.test(name)).map((name) => join(folder, name));
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(ROOT, path), "utf8") })));
}

test("what is shipped has no failpoint: not the machinery, not its name, not the signals that it sends itself", async () => {
  const { files } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  // The other parts are words, which may name it.
  expect(files).toEqual(["bin", "dist", "docs", "!docs/images", "examples", "CHANGELOG.md", "SECURITY.md"]);
  const shipped = (await Promise.all(["bin", "dist", "examples"].map(sourcesOf))).flat();
  expect(shipped.length).toBeGreaterThan(100);
  const suspicious = /failpoint|createFire|FIRE_|test\/fire|SIGSTOP/;
  expect(shipped.filter(({ text }) => suspicious.test(text)).map(({ path }) => path)).toEqual([]);
});

test("every statement in the list stands in the source exactly once", async () => {
  const sources = await sourcesOf("src/postgres");
  for (const words of Object.keys(STATEMENTS)) {
    const found = sources.filter(({ path, text }) => path.endsWith(".ts") && text.includes(words));
    expect(found.length, words).toBeGreaterThanOrEqual(1);
  }
});

test("the matrix comes to every edge of the list, and every scenario is somebody's", () => {
  const names = EDGES.map(({ point, scenario }) => `${point} ${scenario}`);
  expect(new Set(names).size).toBe(names.length);
  const calls = Object.entries(FAILPOINTS).flatMap(([part, methods]) =>
    Object.entries(methods).flatMap(([method, named]) => (isUnplayed(named) ? [] : [`${part}.${method}`])),
  );
  const played = new Set(MATRIX.map(({ point, when, action }) => `${point} ${when} ${action}`));
  for (const call of calls) {
    for (const when of ["before", "after"]) {
      for (const action of ["crash", "stop", "throw", "delay"]) expect(played).toContain(`${call} ${when} ${action}`);
    }
  }
  expect(new Set(EDGES.map(({ scenario }) => scenario))).toEqual(new Set(Object.keys(SCENARIOS)));
});

test("an edge strikes once, at the hit that was asked for, and never for a call that does nothing", async () => {
  const struck: string[] = [];
  const fire = createFire(({ point, when }) => void struck.push(`${when} ${point}`));
  const made: number[] = [];
  const channel = fire.wrapChannel({
    send: async () => {
      made.push(struck.length);
      return { kind: "not_sent", detail: "" };
    },
    showTyping: async () => {},
  });
  fire.arm({ point: "channel.send", when: "before", action: "delay", nth: 2 });
  const request = {} as never;
  await channel.send(request);
  await channel.send(request);
  await channel.send(request);
  expect(struck).toEqual(["before channel.send"]);
  expect(made).toEqual([0, 1, 1]);
});
