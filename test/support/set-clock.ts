import type { TestDatabase } from "./test-database.ts";

/** Moves the database's clock to an instant. */
export async function setClock(database: TestDatabase, to: Date): Promise<void> {
  const [row] = await database.rows("select recado_now()::text as now");
  await database.advance(to.getTime() - new Date(String(row?.["now"])).getTime());
}
