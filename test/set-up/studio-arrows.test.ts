import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { wrongImports } from "../../studio/build/arrows.js";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** What the check says of a Studio that consists of these files. */
function check(files: Readonly<Record<string, string>>): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "recado-arrows-"));
  folders.push(folder);
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), source);
  }
  return wrongImports(folder);
}

const SHELL = "export const Frame = () => <p>{1}</p>;";

test("imports that point down, of the own room, of packages and of types of the server are allowed", () => {
  expect(
    check({
      "app.tsx": 'import { Frame } from "./shell/frame.tsx"; export const App = () => <Frame />;',
      "shell/frame.tsx": `import "../screens/registry.ts"; import { render } from "preact"; ${SHELL}`,
      "screens/registry.ts": 'export const load = () => import("./inbox/inbox.tsx");',
      "screens/inbox/inbox.tsx":
        'import "./row.tsx"; import { stored } from "../../stored.ts"; export default () => stored;',
      "screens/inbox/row.tsx":
        'import type { Run } from "../../../../src/core/answers/run.ts"; export const row: Run = 1;',
      "stored.ts": "export const stored = 1;",
    }),
  ).toEqual([]);
});

test.each([
  ["a lower room imports a higher one", "ui/badge.tsx", 'import "../shell/frame.tsx";', "ui is below shell"],
  ["a type counts as an import", "api/live.ts", 'import type { A } from "../ui/a.ts";', "api is below ui"],
  ["a dynamic import counts", "ui/badge.tsx", 'import("../screens/runs/run.ts");', "ui is below screens"],
  ["a file that is handed on counts", "text/a.ts", 'export { B } from "../api/b.ts";', "text is below api"],
  ["a file outside of the rooms imports a room", "stored.ts", 'import "./ui/a.ts";', "below them all"],
  ["a screen imports another", "screens/inbox/why.tsx", 'import "../runs/run.ts";', "belongs to ui or api"],
  ["code of the server", "api/a.ts", 'import { a } from "../../../src/core/a.ts";', "only types"],
  [
    "a type of the server in an import of code",
    "api/a.ts",
    'import { type A } from "../../../src/a.ts";',
    "only types",
  ],
])("%s: refused", (_, name, source, reason) => {
  expect(check({ [name]: source, "shell/frame.tsx": SHELL })).toEqual([expect.stringContaining(reason)]);
});

test("a circle is told as the path that closes it, also one of types alone", () => {
  expect(
    check({
      "shell/frame.tsx": `import { Rail } from "./rail.tsx"; ${SHELL}`,
      "shell/rail.tsx": 'import type { Frame } from "./frame.tsx"; export const Rail = 1 as unknown as typeof Frame;',
    }),
  ).toEqual(["a circle: shell/frame.tsx → shell/rail.tsx → shell/frame.tsx"]);
});
