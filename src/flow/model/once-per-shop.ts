import type { FlowDefinition } from "../definition/flow-definition.ts";

/**
 * Values that follow only from a shop's data are made once for it: prompts and schemas of thousands
 * of characters.
 */
export function oncePerShop<T>(make: (flow: FlowDefinition) => T): (flow: FlowDefinition) => T {
  const made = new WeakMap<FlowDefinition, { readonly value: T }>();
  return (flow) => {
    const known = made.get(flow);
    if (known !== undefined) return known.value;
    const value = make(flow);
    made.set(flow, { value });
    return value;
  };
}
