import { createTools } from "./create-tools.ts";
import { createTask, logDisambiguation } from "./follow-up-tools.ts";
import { createOrder, updateOrder } from "./order-tools.ts";

/** What every agent's own rules call: they write the shop's books, and each has a named rule in `policy-rules.ts`. */
export const SYSTEM_TOOLS = [createOrder, updateOrder, createTask, logDisambiguation];

const names = SYSTEM_TOOLS.map(({ name }) => name);

/** The tools that every agent has, and no others. Whatever is not named here is denied. */
export const SHOP_TOOLS = createTools({ tools: SYSTEM_TOOLS, ofEveryAgent: names, uncounted: names });
