import type { Tools } from "../core/ports/tools.ts";
import { createTask, logDisambiguation } from "./follow-up-tools.ts";
import { createOrder, updateOrder } from "./order-tools.ts";
import type { TransactionalTool } from "./transactional-tool.ts";

const TOOLS: ReadonlyMap<string, TransactionalTool> = new Map(
  [createOrder, updateOrder, createTask, logDisambiguation].map((tool) => [tool.name, tool]),
);

/** They reach nothing outside, so they need no longer. */
const TIMEOUT_MS = 1_000;

/** The tools that every agent has: they write the shop's own books. Whatever is not named here is denied. */
export const SHOP_TOOLS: Tools = {
  kindOf(name) {
    const tool = TOOLS.get(name);
    return tool === undefined ? null : { kind: "transactional", timeoutMs: TIMEOUT_MS, riskLevel: tool.riskLevel };
  },
  async execute({ tool: name, input, scope }) {
    return TOOLS.get(name)?.call(input, scope) ?? { kind: "denied", reason: `no tool is named "${name}"` };
  },
};
