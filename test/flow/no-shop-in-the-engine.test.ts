import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import { CONTEXT_VARIABLES } from "../../src/flow/sale/template-context.ts";

const folder = new URL("../../src/flow/", import.meta.url);
const { modes, intents, fields, steps, pickup, packs, name } = somnioFlow.definition;

/** Contract names for all shops alike: of orders, of variables in templates; and a word of the engine's own. */
const OF_ALL = new Set<string>(["timer_sinpack", "timer_pendiente", "handoff", ...CONTEXT_VARIABLES]);

/** Words that only Somnio has: its name, its goods, its carrier, and what it calls its modes, intents and fields. */
const GOODS = [name, "tableta", "frasco", "melatonina", "magnesio", "invima", "interrapid", "servientrega", "bogot"];
const WORDS = [
  ...[...GOODS, "medell"],
  ...[...Object.keys(modes), ...Object.keys(intents), ...Object.values(steps), ...fields.map((field) => field.name)],
  ...[...(pickup?.remoteCities ?? []), ...packs.map((pack) => pack.name)],
].filter((word) => !OF_ALL.has(word));

/** Comments may tell of a shop by way of example; the code may not. */
function codeOf(file: string): string {
  return readFileSync(new URL(file, folder), "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(?<!:)\/\/.*$/gm, "");
}

/** What a language has anyhow: a prompt in Spanish may say "nombre"; a contract name or a shop's own goods it may not. */
const IN_PROMPTS = WORDS.filter((word) => /[_\d]/.test(word) || GOODS.includes(word));

test("the engine has no word of Somnio's: another shop is other data", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.(?:ts|md)$/.test(file));
  expect(files).toContain("model/prompts/detector.md");
  const found = files.flatMap((file) => {
    const code = codeOf(file);
    return (file.endsWith(".md") ? IN_PROMPTS : WORDS)
      .filter((word) => new RegExp(`(?<![\\p{L}_])${word}(?![\\p{L}_])`, "iu").test(code))
      .map((word) => `${file}: ${word}`);
  });
  expect(found).toEqual([]);
});
