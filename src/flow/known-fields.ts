import { hasSaidStep, type Turn } from "./draft.ts";

/** What an earlier session knew, of the fields that the agent has (L-5). */
export function knownFields({ flow, input }: Turn): Record<string, string> {
  const flag = flow.pickup === null ? [] : [flow.pickup.flag.field];
  const names = new Set([...flow.fields.map(({ name }) => name), ...flag]);
  return Object.fromEntries(
    Object.entries(input.knownData ?? {}).filter(([name, value]) => names.has(name) && value !== ""),
  );
}

/** Less than this is not worth a question. */
const WORTH_OFFERING = 3;

/** Whether there is something to offer back, and it was not offered yet in this session. */
export function hasKnownData(turn: Turn): boolean {
  return Object.keys(knownFields(turn)).length >= WORTH_OFFERING && !hasSaidStep(turn, "knownData");
}
