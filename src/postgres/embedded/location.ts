/**
 * `location.json` in a data folder: its database stands elsewhere, because the user the server runs as could not use the
 * folder. Once written it holds, or the database would seem lost.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RecadoError } from "../../core/errors.ts";

export interface Location {
  /** For which data folder this was written. */
  readonly dataDir: string;
  readonly postgres: string;
  readonly why: string;
}

export function writeLocation(location: Location): void {
  writeFileSync(join(location.dataDir, "location.json"), `${JSON.stringify(location, null, 2)}\n`);
}

export function readLocation(dataDir: string): Location | null {
  const path = join(dataDir, "location.json");
  if (!existsSync(path)) return null;
  const location = parseLocation(readFileSync(path, "utf8"));
  if (location === null) {
    throw new RecadoError(
      "data_dir_unusable",
      `${path} should say where the database stands ({ "dataDir", "postgres", "why" }) and does not. ` +
        "Restore it, or delete it to begin with an empty database.",
    );
  }
  // A copy of the folder must not share the original's database. A moved folder takes it along.
  const isCopy = location.dataDir !== dataDir && existsSync(join(location.dataDir, "location.json"));
  return isCopy ? null : location;
}

function parseLocation(text: string): Location | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || !("dataDir" in value) || !("postgres" in value)) return null;
  const { dataDir, postgres } = value;
  if (typeof dataDir !== "string" || typeof postgres !== "string") return null;
  return { dataDir, postgres, why: "why" in value ? String(value.why) : "" };
}
