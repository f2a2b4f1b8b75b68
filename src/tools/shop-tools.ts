import type { ToolRates } from "../core/ports/tool-rates.ts";
import { BUILT_IN_TOOLS } from "./built-in-tools.ts";
import { createTools, type ToolRegistry } from "./create-tools.ts";
import type { Tool } from "./define-tool.ts";
import { createTask, logDisambiguation } from "./follow-up-tools.ts";
import { cancelOrder, createOrder, updateOrder } from "./order-tools.ts";
import type { PolicyRule } from "./policy.ts";

/**
 * Tools that every agent's own rules call. They write the shop's records, and each has a named rule
 * in `policy-rules.ts`.
 */
export const SYSTEM_TOOLS: readonly Tool[] = [createOrder, updateOrder, cancelOrder, createTask, logDisambiguation];

const ofEveryAgent = SYSTEM_TOOLS.map(({ name }) => name);

export interface ShopToolsDependencies {
  /** Tools of the shop's own, beside the built-in ones. */
  readonly tools?: readonly Tool[];
  readonly rules?: readonly PolicyRule[];
  readonly rates?: ToolRates;
}

/**
 * All tools of a process: those that every agent has, the 29 that are given by name, and the shop's
 * own.
 */
export function createShopTools({ tools = [], rules, rates }: ShopToolsDependencies = {}): ToolRegistry {
  return createTools({
    tools: [...SYSTEM_TOOLS, ...BUILT_IN_TOOLS, ...tools],
    ofEveryAgent,
    uncounted: ofEveryAgent,
    ...(rules === undefined ? {} : { rules }),
    ...(rates === undefined ? {} : { rates }),
  });
}

/** The built-in tools, uncounted. */
export const SHOP_TOOLS = createShopTools();
