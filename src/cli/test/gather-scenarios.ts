import { existsSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type LoadedAgent, loadAgent } from "../../app/agents/load-agent.ts";
import { RecadoError } from "../../core/errors.ts";
import { findScenarioFiles } from "../../lab/scenarios/find-scenario-files.ts";
import { loadScenarioFile } from "../../lab/scenarios/load-scenario-file.ts";
import type { LocatedScenario } from "../../lab/scenarios/located-scenario.ts";

/** A file's scenarios, and the agent that plays them with its parts. */
export interface ScenarioBatch {
  readonly file: string;
  readonly cast: LoadedAgent;
  readonly scenarios: readonly LocatedScenario[];
}

/** The files that can be played, and a text for each whose agent cannot be used. */
export interface GatheredScenarios {
  readonly batches: readonly ScenarioBatch[];
  readonly unplayed: readonly { readonly file: string; readonly why: string }[];
}

/** Which scenarios are meant, and who plays them. */
export interface Wanted {
  readonly paths: readonly string[];
  readonly agent?: string | undefined;
  /** Text in the id, the title or the path of the file. */
  readonly filter?: string | undefined;
}

const DEFAULT_AGENT = "somnio";

export async function gatherScenarios({ paths, agent, filter }: Wanted): Promise<GatheredScenarios> {
  const named = paths.length > 0 ? paths : [defaultFolder(agent)];
  const casts = new Map<string, LoadedAgent | RecadoError>();
  const batches: ScenarioBatch[] = [];
  const unplayed: { file: string; why: string }[] = [];
  for (const path of findScenarioFiles(named)) {
    const file = loadScenarioFile(shortPath(path));
    const name = agent ?? file.agent ?? DEFAULT_AGENT;
    const scenarios = file.scenarios.filter(matching(filter));
    if (scenarios.length === 0) continue;
    const cast = casts.get(name) ?? (await loadAgent(name).catch(faultOfAgent));
    casts.set(name, cast);
    if (cast instanceof RecadoError) unplayed.push({ file: file.path, why: cast.message });
    else batches.push({ file: file.path, cast, scenarios });
  }
  const [fault] = [...casts.values()].filter((cast) => cast instanceof RecadoError);
  if (batches.length === 0 && fault !== undefined) throw fault;
  if (batches.length > 0) return { batches, unplayed };
  const which = filter === undefined ? "" : ` whose id, title or file has "${filter}" in it`;
  throw new RecadoError("bad_scenario", `${named.join(", ")}: there are no scenarios${which}.`);
}

/** An agent that cannot be used stops no scenario of another one. */
function faultOfAgent(thrown: unknown): RecadoError {
  if (thrown instanceof RecadoError && thrown.code === "agent_invalid") return thrown;
  throw thrown;
}

/** An agent's scenarios stand in the folder `scenarios` beside it. In a clone the sources are meant, not their copy. */
function defaultFolder(agent: string = DEFAULT_AGENT): string {
  const places = ["../../../src/agents", "../../agents"].map((folder) =>
    fileURLToPath(new URL(`${folder}/${agent}/scenarios`, import.meta.url)),
  );
  const shipped = /^[\w-]+$/.test(agent) ? places.find(existsSync) : undefined;
  return shipped ?? join(dirname(resolve(agent)), "scenarios");
}

/** The possible sources of a change: the scenarios, and the agent beside them or the named one. */
export function watchedFolders({ paths, agent }: Wanted): string[] {
  const named = paths.length > 0 ? [...paths] : [dirname(defaultFolder(agent))];
  if (agent !== undefined && existsSync(agent)) named.push(dirname(agent));
  const folders = named.map((path) => (statSync(path, { throwIfNoEntry: false })?.isFile() ? dirname(path) : path));
  return [...new Set(folders.map(shortPath))];
}

/** The path from here, if that is shorter. */
function shortPath(path: string): string {
  const short = relative("", path);
  return short.startsWith("..") ? resolve(path) : short || ".";
}

function matching(filter: string | undefined): (located: LocatedScenario) => boolean {
  if (filter === undefined) return () => true;
  const wanted = filter.toLowerCase();
  return ({ scenario, file }) => `${scenario.id}: ${scenario.title} ${file}`.toLowerCase().includes(wanted);
}
