import type { Agent } from "../../core/agent/agent.ts";
import { readAcknowledgement } from "../../nlu/acknowledgement.ts";
import { createIdMaker } from "../../runtime/id-maker.ts";
import type { ToolRegistry } from "../../tools/create-tools.ts";
import { SHOP_TOOLS } from "../../tools/shop-tools.ts";
import type { SandboxSurroundings } from "../memory/sandbox-surroundings.ts";
import { askAsAgent } from "../sandbox/sandbox-mind.ts";

const newId = createIdMaker(() => Date.now());

/**
 * In a scenario in memory, a call that wants a yes waits for one, as it does through the whole stack.
 * Every other call is carried out.
 */
export function scenarioSurroundings(agent: Agent, tools: ToolRegistry = SHOP_TOOLS): SandboxSurroundings {
  return {
    readYesNo: readAcknowledgement,
    async askTool(call, asking) {
      const traits = tools.kindOf(call.tool);
      if (traits === null) return null;
      const around = { crmAgentsEnabled: true, live: null };
      const result = await askAsAgent({ tools, newId }, agent, { ...asking, call, around }, traits);
      return result.kind === "confirm" ? result : null;
    },
  };
}
