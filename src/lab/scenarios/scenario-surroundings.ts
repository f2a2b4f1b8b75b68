import type { Agent } from "../../core/agent/agent.ts";
import { readAcknowledgement } from "../../nlu/acknowledgement.ts";
import { createIdMaker } from "../../runtime/id-maker.ts";
import { SHOP_TOOLS } from "../../tools/shop-tools.ts";
import type { SandboxSurroundings } from "../memory/sandbox-surroundings.ts";
import { askAsAgent } from "../sandbox/sandbox-mind.ts";

const newId = createIdMaker(() => Date.now());

/** Of a scenario in memory: a call that wants a yes waits for one, as it does through the whole stack. Every other is carried out. */
export function scenarioSurroundings(agent: Agent): SandboxSurroundings {
  return {
    readYesNo: readAcknowledgement,
    async askTool(call, asking) {
      const traits = SHOP_TOOLS.kindOf(call.tool);
      if (traits === null) return null;
      const around = { crmAgentsEnabled: true, live: null };
      const result = await askAsAgent({ tools: SHOP_TOOLS, newId }, agent, { ...asking, call, around }, traits);
      return result.kind === "confirm" ? result : null;
    },
  };
}
