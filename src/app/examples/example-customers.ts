import { fileURLToPath } from "node:url";
import { EXAMPLE_MARK } from "../../core/ports/learning/examples.ts";
import type { ScenarioStep } from "../../lab/memory/scenario.ts";
import { loadScenarioFile } from "../../lab/scenarios/load-scenario-file.ts";

/** A number of their own, so a person who tries the shop's own number meets none of them. */
export const EXAMPLE_PHONE_NUMBER_ID = "100000000000900";

export interface ExampleCustomer {
  readonly id: string;
  readonly name: string;
  /** Numbers of this kind are never assigned to people. */
  readonly phone: string;
  readonly steps: readonly ScenarioStep[];
}

const FILE = fileURLToPath(new URL("../../agents/somnio/examples/examples.yaml", import.meta.url));

const NAMES: Readonly<Record<string, string>> = {
  laura: "Laura",
  julian: "Julián",
  rocio: "Rocío",
  marta: "Marta",
  oscar: "Óscar",
  elena: "Elena",
};

export function exampleCustomers(): ExampleCustomer[] {
  return loadScenarioFile(FILE).scenarios.map(({ scenario: { id, steps } }, index) => ({
    id,
    name: `${NAMES[id] ?? id} ${EXAMPLE_MARK}`,
    phone: `5730055590${String(index + 1).padStart(2, "0")}`,
    steps,
  }));
}

export function isExample(name: string | null): boolean {
  return name?.endsWith(EXAMPLE_MARK) === true;
}
