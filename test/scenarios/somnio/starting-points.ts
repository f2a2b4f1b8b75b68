import { readFileSync } from "node:fs";
import type { StartingPoint } from "../../../src/lab/memory/starting-point.ts";
import { readScenarioFile } from "../../../src/lab/scenarios/read-scenario-file.ts";
import { resolveStartingPoint } from "../../../src/lab/scenarios/resolve-starting-point.ts";

const PATH = new URL("../../../src/agents/somnio/scenarios/starting-points.yaml", import.meta.url);
const read = readScenarioFile(readFileSync(PATH, "utf8"));
if (read.kind === "faulty") throw new Error(JSON.stringify(read.faults));
const points = read.file.startingPoints ?? {};

/** A starting point of the shipped scenarios, by its name. */
function startingPoint(name: string): StartingPoint {
  return resolveStartingPoint(name, points);
}

export const TALKING = startingPoint("talking");
export const COLLECTING = startingPoint("collecting");
export const OFFERING = startingPoint("the offer");
export const CONFIRMED = startingPoint("confirmed");

export function summing(pack: "1x" | "2x" | "3x"): StartingPoint {
  return startingPoint(`the summary of ${pack}`);
}

/** Eight answered: everything that Somnio asks for. */
export const EIGHT = OFFERING.data ?? {};
/** The minimum for an offer by the timer. */
export const SIX = startingPoint("collecting, six known").data ?? {};
