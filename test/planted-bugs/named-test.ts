import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PlantedBug } from "./planted-bug.ts";

/**
 * The words of a bug's test name that its test file has nowhere: the test has another name by now, or stands elsewhere, and
 * nothing would catch the bug. A name may come out of a table, a contract suite or a scenario, so words are looked for and not
 * the whole name.
 */
export function lostWords(root: string, { test, named }: PlantedBug): string[] {
  const text = textOf(root, test, new Set());
  if (new RegExp(named, "u").test(text)) return [];
  const words = named.match(/\p{L}{4,}/gu) ?? [];
  return words.filter((word) => !text.includes(word) && !scenarios(root).includes(word));
}

/** The text of a test file and of the tests that it imports. */
function textOf(root: string, file: string, seen: Set<string>): string {
  if (seen.has(file)) return "";
  seen.add(file);
  const text = readFileSync(join(root, file), "utf8");
  const imported = [...text.matchAll(/\bfrom "(\.[^"]+)"/gu)].map(({ 1: path = "" }) => join(dirname(file), path));
  return [text, ...imported.filter((path) => path.startsWith("test/")).map((path) => textOf(root, path, seen))].join();
}

let known: string | null = null;
function scenarios(root: string): string {
  const agents = join(root, "src/agents");
  known ??= readdirSync(agents, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => readFileSync(join(agents, file), "utf8"))
    .join();
  return known;
}
