import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const page = readFileSync(join(root, "docs", "language-model-agent.md"), "utf8");
const folder = mkdtempSync(join(realpathSync(tmpdir()), "recado-model-reader-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const blocks = [...page.matchAll(/^```js (\S+)\n([\s\S]*?)^```$/gm)].map(([, file = "", text = ""]) => ({
  file,
  text,
}));

test("the code of docs/language-model-agent.md runs, and its conversation goes as it says", async () => {
  expect(blocks.map(({ file }) => file)).toEqual(["shops/workshop/workshop.js", "shops/workshop/conversation.js"]);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  for (const { file, text } of blocks) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  await import(pathToFileURL(join(folder, "shops/workshop/conversation.js")).href);
});
