import { loadConfig } from "../app/load-config.ts";
import { createLogger } from "../app/log.ts";
import { type OpenDatabase, openDatabase } from "../app/open-database.ts";
import type { Logger } from "../core/ports/logger.ts";

/** Opens the database that the environment names for as long as the work takes. */
export async function withDatabase<Result>(
  work: (database: OpenDatabase, logger: Logger) => Promise<Result>,
): Promise<Result> {
  const logger = createLogger({ level: "warn", style: "line", secrets: [] });
  const database = await openDatabase(loadConfig(), { access: "shared", http: false, worker: false, logger });
  try {
    return await work(database, logger);
  } finally {
    await database.close();
  }
}
