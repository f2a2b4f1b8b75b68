import { loadConfig } from "../app/load-config.ts";
import { createLogger } from "../app/log.ts";
import { applicationName } from "../app/open-database.ts";
import { openEmbedded } from "../postgres/embedded/open-embedded.ts";
import type { Upgrade } from "../postgres/migrate.ts";
import { openPostgres } from "../postgres/open-postgres.ts";
import { printResult } from "./print.ts";

/** `recado migrate`: applies what the database lacks and says what it was. */
export async function migrateDatabase({ json }: { json?: true }): Promise<void> {
  const config = loadConfig();
  const logger = createLogger({ level: config.logLevel, style: "json", secrets: [] });
  const server =
    config.databaseUrl === null ? await openEmbedded({ dataDir: config.dataDir, access: "shared", logger }) : null;
  try {
    const url = server?.ownerUrl ?? config.databaseUrl ?? "";
    const postgres = await openPostgres({ url, logger, applicationName: applicationName("migrate") });
    try {
      const upgrade = await postgres.migrate();
      printResult(json, upgrade, () => describe(upgrade));
    } finally {
      await postgres.close();
    }
  } finally {
    await server?.close();
  }
}

function describe({ applied, functions }: Upgrade): string | string[] {
  if (applied.length === 0 && functions.length === 0) return "The database is up to date; nothing to apply.";
  const lines = applied.map((name) => `applied ${name}`);
  if (functions.length > 0) lines.push(`applied the functions ${functions.join(", ")}`);
  return lines;
}
