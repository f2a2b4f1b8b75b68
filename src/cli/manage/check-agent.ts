import type { ModuleParts } from "../../app/agents/module-parts.ts";
import { knowledgeOfParts, toolsOfParts } from "../../app/agents/parts-in-memory.ts";
import type { Agent } from "../../core/agent/agent.ts";
import { errorText } from "../../core/errors.ts";
import type { Tools } from "../../core/ports/tools.ts";
import { checkDefinition } from "../../flow/checks/check-definition.ts";
import { isFlowAgent } from "../../flow/define-flow-agent.ts";
import type { MemoryDependencies } from "../../lab/memory/memory-dependencies.ts";
import { toolsInMemory } from "../../lab/memory/memory-tools.ts";
import { playInMemory } from "../../lab/memory/play-in-memory.ts";

const FIRST_WORDS = "hola";

/** One sentence for each fault of an agent: in its data, its tools, and its first decision. */
export async function checkAgent(agent: Agent, parts: ModuleParts): Promise<readonly string[]> {
  const registry = await toolsOfParts(parts);
  const absent = (agent.tools ?? []).filter((name) => registry.kindOf(name) === null);
  const faults = [
    ...(isFlowAgent(agent) ? checkDefinition(agent.definition) : []),
    ...absent.map((name) => `it names the tool "${name}", which neither ships nor is exported as \`tools\``),
  ];
  if (faults.length > 0) return faults;
  return tryDecision(agent, { tools: silenced(registry), knowledge: knowledgeOfParts(parts, [agent]) });
}

/** A customer's first word, in memory: the agent gets a frozen input, and nothing outside is asked. */
async function tryDecision(agent: Agent, given: MemoryDependencies): Promise<readonly string[]> {
  try {
    await playInMemory(agent, {}, given).play({ says: [FIRST_WORDS] });
    return [];
  } catch (thrown) {
    return [`it cannot answer a customer's "${FIRST_WORDS}": ${errorText(thrown)}`];
  }
}

/** A read may ask another system, so a check answers for it. */
function silenced(registry: Tools): Tools {
  const inMemory = toolsInMemory(registry);
  return {
    kindOf: (name) => inMemory.kindOf(name),
    execute: async (call) =>
      registry.kindOf(call.tool)?.kind === "read"
        ? { kind: "error", code: "unavailable", type: "unavailable", message: "A check asks no other system." }
        : inMemory.execute(call),
  };
}
