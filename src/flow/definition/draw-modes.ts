import type { FlowDefinition } from "./flow-definition.ts";

/** The modes of an agent and the ways between them as a Mermaid state diagram. */
export function drawModes({ modes, transitions, initialMode }: FlowDefinition): string {
  const ways = Object.entries(transitions).flatMap(([from, row]) =>
    Object.keys(row)
      .filter((to) => row[to] === true)
      .map((to) => `  ${from} --> ${to}`),
  );
  const ends = Object.keys(modes).filter((mode) => !Object.values(transitions[mode] ?? {}).includes(true));
  return ["stateDiagram-v2", `  [*] --> ${initialMode}`, ...ways, ...ends.map((mode) => `  ${mode} --> [*]`)].join(
    "\n",
  );
}
