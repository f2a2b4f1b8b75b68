import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { errorText, RecadoError } from "../../core/errors.ts";
import { entryFaults, type KnowledgeEntry } from "../../core/knowledge/knowledge-entry.ts";
import { readMarkdown } from "../../core/knowledge/read-markdown.ts";

/**
 * The entries of a folder of Markdown files (docs/knowledge.md), for `defineFlowAgent` and
 * `createRuntime`.
 *
 * @throws RecadoError `agent_invalid`, with a sentence for each fault
 */
export function readKnowledge(folder: string | URL): readonly KnowledgeEntry[] {
  const path = typeof folder === "string" ? folder : fileURLToPath(folder);
  const { entries, faults } = readFolder(path);
  if (faults.length > 0)
    throw new RecadoError("agent_invalid", `The knowledge in ${path} cannot be used:\n- ${faults.join("\n- ")}`);
  return entries;
}

/** The entries of a folder, and one sentence for each fault in its files. */
export function readFolder(folder: string): {
  readonly entries: readonly KnowledgeEntry[];
  readonly faults: readonly string[];
} {
  const names = namesIn(folder);
  if (typeof names === "string") return { entries: [], faults: [names] };
  const read = names.map((name) => ({ name, ...readMarkdown(name, readFileSync(join(folder, name), "utf8")) }));
  const entries = read.flatMap((file) => file.entries);
  return {
    entries,
    faults: [
      ...read.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`)),
      ...entryFaults(entries),
    ],
  };
}

function namesIn(folder: string): readonly string[] | string {
  try {
    const names = readdirSync(folder).filter((name) => /\.md$/iu.test(name) && !/^readme\./iu.test(name));
    return names.length === 0 ? `${folder} holds no Markdown file` : names.sort();
  } catch (thrown) {
    return `${folder} cannot be read: ${errorText(thrown)}`;
  }
}
