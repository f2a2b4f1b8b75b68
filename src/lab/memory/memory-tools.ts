import type { ToolCall, ToolResult, Tools, ToolTraits } from "../../core/ports/tools.ts";
import { SHOP_TOOLS } from "../../tools/shop-tools.ts";

/**
 * Carries a call out as far as memory lets it: no other system is called, and no limit of the shop
 * is used up.
 */
export async function executeInMemory(tools: Tools, traits: ToolTraits, call: ToolCall): Promise<ToolResult> {
  switch (traits.kind) {
    // A dry run: the policy judges it as in production, and no other system is called.
    case "external":
      if (tools.kindOf(call.tool) === null) return OUTSIDE;
      return tools.execute({ ...call, scope: { ...call.scope, isDryRun: true } });
    case "read":
      return tools.execute({ ...call, scope: { ...call.scope, isDryRun: true } });
    // Asking such a tool changes nothing: its effect is committed with the turn, in memory alone.
    case "transactional":
      return isOfOrderBefore(call) ? ORDER_BEFORE : tools.execute({ ...call, isTrial: true });
  }
}

const OUTSIDE: ToolResult = { kind: "ok", output: { dryRun: true }, allowedBy: "a sandbox calls nobody outside" };

/**
 * A conversation may begin in the middle, after a sale: its order was made before, and memory does
 * not have it.
 */
const ORDER_BEFORE: ToolResult = {
  kind: "ok",
  output: { dryRun: true },
  effect: null,
  allowedBy: "the order was made before this conversation begins",
};

function isOfOrderBefore({ tool, input, scope }: ToolCall): boolean {
  if ((tool !== "update_order" && tool !== "cancel_order") || typeof input !== "object" || input === null) return false;
  return scope.orders.length === 0 && "purchaseKey" in input;
}

/** The policy judges a tool that the registry has; memory knows nothing of the others. */
export async function judgeInMemory(tools: Tools, call: ToolCall): Promise<ToolResult> {
  if (tools.kindOf(call.tool) === null) return OUTSIDE;
  return tools.judge?.(call) ?? { kind: "denied", reason: `"${call.tool}" is judged by no registry` };
}

const UNKNOWN: ToolTraits = { kind: "external", timeoutMs: 1_000 };

/**
 * Tools for a conversation in memory. A tool that the registry does not have is taken for one of the
 * shop's own, which reaches outside.
 */
export function toolsInMemory(tools: Tools): Tools {
  const traitsOf = (tool: string) => tools.kindOf(tool) ?? UNKNOWN;
  return {
    kindOf: traitsOf,
    execute: (call) => executeInMemory(tools, traitsOf(call.tool), call),
    judge: (call) => judgeInMemory(tools, call),
  };
}

/** The tools of a scenario: those that ship. */
export const SCENARIO_TOOLS: Tools = toolsInMemory(SHOP_TOOLS);
