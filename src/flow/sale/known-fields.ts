import { hasSaidStep, type Turn } from "../draft/draft.ts";

/** What is true of one order only: its moment, and what the shop allowed for it. */
function ofOneOrder({ fields, remind, lines }: Turn["flow"]): readonly (string | undefined)[] {
  const checked = fields.flatMap(({ name, validate }) => (validate ? [name, ...(validate.with ?? [])] : []));
  return [remind?.date, remind?.hour, lines?.field, ...(lines?.of ?? []), ...checked];
}

/**
 * The data of an earlier session, limited to the agent's fields (L-5). An earlier order's moment is
 * none of it.
 */
export function knownFields({ flow, input }: Turn): Record<string, string> {
  const flag = flow.pickup === null ? [] : [flow.pickup.flag.field];
  const passing = ofOneOrder(flow);
  const names = new Set([...flow.fields.map(({ name }) => name).filter((name) => !passing.includes(name)), ...flag]);
  return Object.fromEntries(
    Object.entries(input.knownData ?? {}).filter(([name, value]) => names.has(name) && value !== ""),
  );
}

/** Less than this is not worth a question. */
const WORTH_OFFERING = 3;

/** Whether there is known data to offer that this session has not offered yet. */
export function hasKnownData(turn: Turn): boolean {
  return Object.keys(knownFields(turn)).length >= WORTH_OFFERING && !hasSaidStep(turn, "knownData");
}
