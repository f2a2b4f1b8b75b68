import { resolve } from "node:path";
import * as z from "zod";
import { entryFaults, type KnowledgeEntry } from "../../core/knowledge/knowledge-entry.ts";
import { EFFECT_KINDS } from "../../core/ports/tools.ts";
import { POLICY_DECISIONS, RISK_LEVELS } from "../../core/tool-calls/tool-call.ts";
import type { McpServerDefinition } from "../../outside/mcp-tools.ts";
import type { Tool } from "../../tools/define-tool.ts";
import { POLICY_FACTS, type PolicyRule } from "../../tools/policy.ts";
import { readFolder } from "../knowledge/read-knowledge.ts";

/** What stands beside the agents of a module and belongs to them alone. */
export interface ModuleParts {
  readonly tools: readonly Tool[];
  /** Asked before the standard rules: the first that fits decides. */
  readonly policy: readonly PolicyRule[];
  readonly mcpServers: readonly McpServerDefinition[];
  readonly knowledge: readonly AgentKnowledge[];
}

/** Entries, and the agents that may say them; null: all agents that stand beside them. */
export interface AgentKnowledge {
  readonly agents: readonly string[] | null;
  readonly entries: readonly KnowledgeEntry[];
}

export const NO_PARTS: ModuleParts = { tools: [], policy: [], mcpServers: [], knowledge: [] };

/** The exports of a module that are no agents. */
export const PART_NAMES = ["tools", "policy", "mcpServers", "knowledge"] as const;

/** The parts that a module exports, and one sentence for each fault in them. */
export function readParts(
  exported: Readonly<Record<string, unknown>>,
  folder: string,
): {
  readonly parts: ModuleParts;
  readonly faults: readonly string[];
} {
  const faults: string[] = [];
  const read = <Part>(name: (typeof PART_NAMES)[number], check: (value: unknown) => Checked<Part>): Part[] => {
    const given = exported[name];
    if (given === undefined) return [];
    if (!Array.isArray(given)) {
      faults.push(`\`${name}\` is ${typeof given}; a list is needed`);
      return [];
    }
    return given.flatMap((value: unknown, index) => {
      const checked = check(value);
      if (typeof checked !== "string") return [checked.part];
      faults.push(`${name}[${index}] ${checked}`);
      return [];
    });
  };
  const knowledge = entriesIn(exported["knowledge"], folder);
  const parts = {
    tools: read("tools", checkTool),
    policy: read("policy", checkPolicy),
    mcpServers: read("mcpServers", checkMcpServer),
    knowledge: knowledge.entries.length === 0 ? [] : [{ agents: null, entries: knowledge.entries }],
  };
  faults.push(...knowledge.faults.map((fault) => `knowledge: ${fault}`));
  return { parts, faults };
}

const entry = z.strictObject({
  id: z.string(),
  title: z.string(),
  asks: z.array(z.string()).default([]),
  text: z.string(),
  until: z.string().nullable().default(null),
});

/** The entries themselves, or those of a folder that stands beside the module. */
function entriesIn(value: unknown, folder: string): ReturnType<typeof readFolder> {
  if (value === undefined) return { entries: [], faults: [] };
  if (typeof value === "string") return readFolder(resolve(folder, value));
  const read = z.array(entry).safeParse(value);
  if (read.success) return { entries: read.data, faults: entryFaults(read.data) };
  return { entries: [], faults: [`needs a folder of Markdown, or entries: ${firstFault(z.array(entry), value)}`] };
}

/** The part, or the end of a sentence that says what is wrong with it. */
type Checked<Part> = { readonly part: Part } | string;

function checkTool(value: unknown): Checked<Tool> {
  return isTool(value) ? { part: value } : "is no tool: make it with defineTool or httpTool";
}

/** Known by its shape, because an author's project may have another copy of the library. */
function isTool(value: unknown): value is Tool {
  if (typeof value !== "object" || value === null || !("prepare" in value && "name" in value && "effect" in value)) {
    return false;
  }
  return (
    typeof value.prepare === "function" &&
    typeof value.name === "string" &&
    EFFECT_KINDS.some((kind) => kind === value.effect)
  );
}

const policyRule = z.strictObject({
  name: z.string().min(1),
  when: z.partialRecord(z.enum(POLICY_FACTS), z.array(z.unknown()).min(1)),
  decision: z.enum(POLICY_DECISIONS),
  audience: z.enum(["customer", "operator"]).optional(),
  why: z.string().min(1),
});

function checkPolicy(value: unknown): Checked<PolicyRule> {
  return isPolicyRule(value) ? { part: value } : `is no rule of a policy: ${firstFault(policyRule, value)}`;
}

function isPolicyRule(value: unknown): value is PolicyRule {
  return policyRule.safeParse(value).success;
}

const texts = z.record(z.string(), z.unknown());

const mcpServer = z
  .strictObject({
    name: z.string().regex(/^[a-z][a-z0-9_]*$/u, "is not in lower case"),
    grants: z.array(
      z.strictObject({
        tool: z.string().min(1),
        manifest: z.string().min(1),
        risk: z.enum(RISK_LEVELS).optional(),
        effect: z.enum(["read", "external"]).optional(),
      }),
    ),
    command: z.string().min(1).optional(),
    args: z.array(z.string()).optional(),
    env: texts.optional(),
    url: z.url().optional(),
    headers: texts.optional(),
  })
  .refine(({ command, url }) => (command === undefined) !== (url === undefined), "it needs `command` or `url`");

function checkMcpServer(value: unknown): Checked<McpServerDefinition> {
  return isMcpServer(value) ? { part: value } : `is no MCP server: ${firstFault(mcpServer, value)}`;
}

function isMcpServer(value: unknown): value is McpServerDefinition {
  return mcpServer.safeParse(value).success;
}

function firstFault(schema: z.ZodType, value: unknown): string {
  const issue = schema.safeParse(value).error?.issues[0];
  return issue === undefined ? "not valid" : `${issue.path.join(".") || "it"}: ${issue.message}`;
}

/** The rules as they hold for these agents alone. */
export function policyOf(agentIds: readonly string[], rules: readonly PolicyRule[]): PolicyRule[] {
  return rules.map((rule) => {
    const wanted = rule.when.agent?.filter((id) => agentIds.includes(id)) ?? agentIds;
    return { ...rule, when: { ...rule.when, agent: wanted } };
  });
}
