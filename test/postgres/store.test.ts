import { storeContract } from "../contracts/store-contract.ts";
import { createTestDatabase } from "../support/test-database.ts";

storeContract("PostgreSQL", async () => {
  const database = await createTestDatabase({ hasFullPools: true });
  return { store: database.store, advance: database.advance, close: database.drop };
});

storeContract("PostgreSQL behind a transaction pooler", async () => {
  const database = await createTestDatabase({ transactionPooler: true, hasFullPools: true });
  return { store: database.store, advance: database.advance, close: database.drop };
});
