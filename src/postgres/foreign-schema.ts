import { RecadoError } from "../core/errors.ts";

/**
 * Refuses a database whose migrations this version does not know. One without our first migration was
 * made by a development version: nothing leads from there to here. One with it was made by a newer
 * version: code of yesterday does not write into tables of tomorrow.
 */
export function refuseForeignSchema(applied: readonly string[], ours: readonly { readonly name: string }[]): void {
  const unknown = applied.filter((name) => !ours.some((one) => one.name === name));
  if (unknown.length === 0) return;
  const first = ours[0]?.name ?? "";
  if (!applied.includes(first)) {
    throw new RecadoError(
      "database_of_development",
      `The database was made by a development version of Recado (${listed(unknown)}), and no upgrade leads from it to this one: ` +
        "export what you need with the version that made it (or pg_dump), then start with an empty database: " +
        "set RECADO_DATA_DIR to a new folder, or drop the database that DATABASE_URL names and create it again.",
    );
  }
  throw new RecadoError(
    "database_newer_than_code",
    `The database has migrations that this version of Recado does not know (${listed(unknown)}): run the newer version, or restore a backup from before it.`,
  );
}

const MOST_NAMES = 5;

function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES;
  return names.slice(0, MOST_NAMES).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
