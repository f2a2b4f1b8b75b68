import { saleContract } from "../contracts/sale-contract.ts";
import { violations } from "../support/oracle.ts";
import { createTestDatabase } from "../support/test-database.ts";

saleContract("PostgreSQL", async () => {
  const database = await createTestDatabase();
  return {
    store: database.store,
    async tagsOf(contact) {
      const [row] = await database.rows("select tags from contacts where id = $1", [contact]);
      return row?.["tags"] as string[];
    },
    executions: (run) =>
      database.rows(
        "select *, duration_ms::float8 as duration_ms from tool_executions where run_id = $1 order by call_id",
        [run],
      ),
    disambiguations: (run) => database.rows("select * from disambiguation_log where run_id = $1", [run]),
    advance: database.advance,
    audit: () => violations(database, { when: "any time" }),
    close: database.drop,
  };
});
