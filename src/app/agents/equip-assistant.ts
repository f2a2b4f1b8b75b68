import type { Agent } from "../../core/agent/agent.ts";
import { CONTRACT_NAMES, type ContractName } from "../../core/artifacts/contracts.ts";
import { type Environment, readVariable } from "../../core/environment.ts";
import type { Tool } from "../../tools/define-tool.ts";
import { address, badValue } from "../read-variable.ts";
import type { ModuleParts } from "./module-parts.ts";

/** What the shipped assistant may make, and the engines that it may search with. */
export const ASSISTANT_NAMES = [
  "RECADO_ARTIFACTS",
  "RECADO_BRAVE_KEY",
  "RECADO_SEARXNG_URL",
  "RECADO_TAVILY_KEY",
] as const;

const WEB = ["web.search", "web.read"];

interface Equipped {
  readonly agents: Agent[];
  readonly parts: ModuleParts;
}

/**
 * The agents with the assistant as the environment sets it: its contracts, and the web when an engine is named. A module's own
 * tools of the web come first.
 */
export async function equipAssistant(
  agents: readonly Agent[],
  parts: ModuleParts,
  env: Environment,
): Promise<Equipped> {
  const contracts = readContracts(env);
  const own = parts.tools.filter(({ name }) => WEB.includes(name));
  const tools = own.length > 0 ? own : await openWebTools(env);
  const { openAssistant } = await import("../../agents/assistant/assistant.ts");
  return {
    agents: agents.map((agent) =>
      agent.id === "assistant" ? openAssistant({ contracts, tools: tools.map(({ name }) => name) }) : agent,
    ),
    parts: own.length > 0 ? parts : { ...parts, tools: [...parts.tools, ...tools] },
  };
}

function readContracts(env: Environment): readonly ContractName[] {
  const value = readVariable(env, "RECADO_ARTIFACTS");
  if (value === null) return CONTRACT_NAMES;
  if (value === "off") return [];
  const named = value.split(",").map((name) => name.trim());
  const known = CONTRACT_NAMES.filter((name) => named.includes(name));
  if (known.length === named.length) return known;
  throw badValue(
    "RECADO_ARTIFACTS",
    value,
    `"off", or some of ${CONTRACT_NAMES.join(", ")} with commas between them`,
    "unset it for all three",
  );
}

/** Asked in this order: an engine of one's own, then those of others. */
async function openWebTools(env: Environment): Promise<readonly Tool[]> {
  const url = address(env, "RECADO_SEARXNG_URL", ["http:", "https:"], "unset it to search with no SearXNG");
  const keyed = (["brave", "tavily"] as const).flatMap((kind) => {
    const name = `RECADO_${kind.toUpperCase()}_KEY`;
    return readVariable(env, name) === null ? [] : [{ kind, key: { env: name } }];
  });
  const [first, ...others] = [...(url === null ? [] : [{ kind: "searxng" as const, url }]), ...keyed];
  if (first === undefined) return [];
  const { webSearch } = await import("../../outside/web/web-search.ts");
  const { webPage } = await import("../../outside/web/web-page.ts");
  return [webSearch({ engines: [first, ...others] }, env), webPage()];
}
