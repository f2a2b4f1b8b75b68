import { expect } from "vitest";
import { inboundContract } from "../contracts/inbound-contract.ts";
import { violations } from "../support/oracle.ts";
import { createTestDatabase } from "../support/test-database.ts";

inboundContract("PostgreSQL", async () => {
  const database = await createTestDatabase();
  return {
    store: database.store,
    advance: database.advance,
    async close() {
      expect(await violations(database, { when: "any time" })).toEqual([]);
      await database.drop();
    },
  };
});
