import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { RecadoError } from "../../core/errors.ts";

/** The scenario files among files and folders, each once: a folder means every `.yaml` and `.yml` in it, however deep. */
export function findScenarioFiles(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => (isFolder(path) ? filesIn(path) : [path])))];
}

function filesIn(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ya?ml$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes("node_modules"));
  if (found.length > 0) return found.toSorted();
  throw new RecadoError("bad_scenario", `${folder} holds no scenarios: files that end in .yaml or .yml are read`);
}

function isFolder(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats !== undefined) return stats.isDirectory();
  throw new RecadoError("bad_scenario", `${path} is not there: name a scenario file, or a folder of them`);
}
