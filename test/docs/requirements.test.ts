import { readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PAGE = `${ROOT}docs/requirements.md`;

/** A34, B5, F5, R12, D8, L-20. A text that is nothing but one ("A1") is a sample. Levels of timers (L0 … L8) have no dash. */
const ID = /(?<!["![])\b(?:[ABDFQR]\d{1,2}|L-\d{1,2})\b|(?<=")(?:[ABDFQR]\d{1,2}|L-\d{1,2})(?=[:,])/g;
const WHOLE_ID = /^(?:[ABDFQR]\d{1,2}|L-\d{1,2})$/;
const ROW = /^\| (\S+) \| (.+?) \| .*\|$/;

/** Beside ids they hold look-alikes: hex, base64, messages of customers. */
const NOT_READ = /fixtures|\/model\.json$|\.txt$|docs\/requirements\.test\.ts$/;

interface Read {
  readonly path: string;
  readonly text: string;
  readonly ids: ReadonlySet<string>;
}

async function textsBelow(folder: string, ending: RegExp): Promise<Read[]> {
  const entries = await readdir(`${ROOT}${folder}`, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map(({ parentPath, name }) => `${parentPath}/${name}`.replace(ROOT, ""))
    .filter((path) => !NOT_READ.test(path))
    .sort();
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(`${ROOT}${path}`, "utf8");
      return { path, text, ids: new Set([...text.matchAll(ID)].map(([id]) => id)) };
    }),
  );
}

const link = (path: string) => `[${path.split("/").at(-1)}](../${path})`;

test("docs/requirements.md says where each rule is kept and what holds it (if not: npm run docs:requirements)", async () => {
  const source = [...(await textsBelow("src", /\.(ts|sql)$/)), ...(await textsBelow("studio/src", /\.tsx?$/))];
  const tests = [...(await textsBelow("test", /\.ts$/)), ...(await textsBelow("src/agents", /\.yaml$/))];
  const naming = (files: typeof source, id: string) => files.filter(({ ids }) => ids.has(id)).map(({ path }) => path);
  const page = await readFile(PAGE, "utf8");
  const made = page
    .split("\n")
    .map((line) => {
      const [, id, rule] = ROW.exec(line) ?? [];
      if (id === undefined || rule === undefined || !WHOLE_ID.test(id)) return line;
      return `| ${id} | ${rule} | ${naming(source, id).map(link).join(", ")} | ${naming(tests, id).map(link).join(", ")} |`;
    })
    .join("\n");
  if (process.env["UPDATE_DOCS"] === "1") await writeFile(PAGE, made);
  expect(await readFile(PAGE, "utf8")).toBe(made);
});

test("every rule is held by a test, and every id that the code names has a rule", async () => {
  const page = await readFile(PAGE, "utf8");
  const rows = page.split("\n").flatMap((line) => {
    const [, id = "", , kept = "", held = ""] = line.split("|").map((cell) => cell.trim());
    return WHOLE_ID.test(id) ? [{ id, kept, held }] : [];
  });
  expect(rows.filter(({ held }) => held === "").map(({ id }) => id)).toEqual([]);
  const cited = new Set(
    [...(await textsBelow("src", /\.(ts|sql)$/)), ...(await textsBelow("test", /\.ts$/))].flatMap(({ text }) =>
      [...text.matchAll(/\brequirements? ([A-Z]-?\d+)|\b(L-\d{1,2})\b/g)].map(([, one, other]) => one ?? other ?? ""),
    ),
  );
  expect([...cited].filter((id) => !rows.some((row) => row.id === id))).toEqual([]);
});
