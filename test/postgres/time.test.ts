import { timeContract } from "../contracts/time-contract.ts";
import { violations } from "../support/oracle.ts";
import { createTestDatabase } from "../support/test-database.ts";

timeContract("PostgreSQL", async () => {
  const database = await createTestDatabase({ hasFullPools: true });
  const rival = await database.connect();
  return {
    store: database.store,
    rival: rival.store,
    advance: database.advance,
    audit: () => violations(database, { when: "any time" }),
    close: database.drop,
  };
});
