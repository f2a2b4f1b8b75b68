import { resolve } from "node:path";
import { SHIPPED_AGENT_IDS } from "../../agents/shipped-agents.ts";
import { joinParts } from "../../app/agents/join-modules.ts";
import { type LoadedAgents, loadAgents, loadNamedModules } from "../../app/agents/load-agent.ts";
import { listed } from "../../app/agents/load-agent-module.ts";
import { knowledgeOfParts } from "../../app/agents/parts-in-memory.ts";
import { readFolder } from "../../app/knowledge/read-knowledge.ts";
import { RecadoError } from "../../core/errors.ts";
import { findKnowledge } from "../../core/knowledge/find-knowledge.ts";
import type { KnowledgeEntry } from "../../core/knowledge/knowledge-entry.ts";
import { dayIn } from "../../core/time/civil-day.ts";
import { STANDARD_HOURS } from "../../core/time/contact-hours.ts";
import { print } from "../print.ts";
import { textTable } from "../text-table.ts";

/** `recado knowledge list`: the entries of an agent's files. */
export async function listKnowledge(name: string | undefined, { json }: { json?: true }): Promise<void> {
  const entries = await entriesOf(name);
  if (json) print([JSON.stringify(entries)]);
  else if (entries.length === 0) print(["This agent has no knowledge: see docs/knowledge.md."]);
  else
    print(
      textTable(
        entries.map((entry) => [entry.id, entry.title, questionsOf(entry), untilOf(entry)]),
        "",
      ),
    );
}

/** `recado knowledge check`: exit code 1 when a file of the folder cannot be used. */
export async function checkKnowledge(folder: string): Promise<void> {
  const { entries, faults } = readFolder(resolve(folder));
  if (faults.length > 0) throw new RecadoError("agent_invalid", `${folder} cannot be used:\n${listed(faults)}`);
  print([`✓ ${folder}: ${entries.length === 1 ? "1 entry" : `${entries.length} entries`}`]);
}

/** `recado knowledge search`: what `knowledge_search` answers. */
export async function searchKnowledge(text: string, options: { agent?: string; json?: true }): Promise<void> {
  const found = findKnowledge(await entriesOf(options.agent), text, dayIn(new Date(), STANDARD_HOURS.timeZone));
  if (options.json) print([JSON.stringify({ entries: found })]);
  else if (found.length === 0) print(["Nothing is found: the agent asks back, or a person answers."]);
  else
    print(found.map(({ id, share, text }) => `${share.toFixed(2)}  ${id}\n      ${text.replaceAll("\n", "\n      ")}`));
}

async function entriesOf(name: string | undefined): Promise<readonly KnowledgeEntry[]> {
  const { agents, parts } = await namedOrOwn(name);
  return knowledgeOfParts(parts, agents).entriesOf("", agents[0].id);
}

/** The agent that is named, else the first of RECADO_AGENT, else the shipped one. */
async function namedOrOwn(name: string | undefined): Promise<LoadedAgents> {
  if (name !== undefined) return loadAgents(name);
  const { modules, leftOut } = await loadNamedModules();
  for (const { text } of leftOut) process.stderr.write(`recado: ${text}\nIt is left out.\n`);
  const [own] = modules;
  return own === undefined ? loadAgents(SHIPPED_AGENT_IDS[0] ?? "") : { agents: own.agents, parts: joinParts([own]) };
}

function questionsOf({ asks }: KnowledgeEntry): string {
  return asks.length === 1 ? "1 question" : `${asks.length} questions`;
}

function untilOf({ until }: KnowledgeEntry): string {
  return until === null ? "" : `until ${until}`;
}
