import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { OPTION_NAMES } from "../../src/flow/definition/definition-shape.ts";
import {
  EFFECTS,
  GATES,
  OPTIONAL_STEPS,
  PICKUP_STEPS,
  STAGES,
  STEPS,
} from "../../src/flow/definition/flow-definition.ts";
import { TIMER_ACTIONS, TIMER_LEVELS } from "../../src/flow/definition/timer-definition.ts";
import { CONTEXT_VARIABLES } from "../../src/flow/sale/template-context.ts";

const page = readFileSync(new URL("../../docs/flow-definition.md", import.meta.url), "utf8");

/** The names in the first column of the table whose head begins with `column`. */
function namesOf(column: string): string[] {
  const table = page.split(`| ${column} |`)[1]?.split("\n\n")[0] ?? "";
  return [...table.matchAll(/^\| `([\w]+)` \|/gm)].map(([, name = ""]) => name);
}

test.each<[string, readonly string[]]>([
  ["option", OPTION_NAMES],
  ["stage", STAGES],
  ["effect", EFFECTS],
  ["gate", GATES],
  ["step", [...STEPS, ...PICKUP_STEPS, ...OPTIONAL_STEPS]],
  ["variable", CONTEXT_VARIABLES],
  ["level", TIMER_LEVELS],
  ["action", TIMER_ACTIONS],
])("docs/flow-definition.md has every %s, and no other", (column, names) => {
  expect(namesOf(column)).toEqual([...names]);
});
