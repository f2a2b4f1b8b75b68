import { removeExamplesFrom } from "../../app/examples/open-examples.ts";
import { loadConfig } from "../../app/load-config.ts";
import { createLogger } from "../../app/log.ts";
import { openDatabase } from "../../app/open-database.ts";
import { nameOf } from "../nlu/learning-admin.ts";

/** `recado seed remove`: the example customers, and all that is kept about them. */
export async function removeExamples(): Promise<void> {
  const logger = createLogger({ level: "warn", style: "line", secrets: [] });
  const database = await openDatabase(loadConfig(), { access: "shared", http: false, worker: false, logger });
  try {
    const removed = await removeExamplesFrom(database.store, nameOf(undefined));
    const what = removed === 1 ? "1 example customer is" : `${removed} example customers are`;
    const gone = `${what} gone, with all that was kept about them.\n`;
    process.stdout.write(removed === 0 ? "There are no example customers.\n" : gone);
  } finally {
    await database.close();
  }
}
