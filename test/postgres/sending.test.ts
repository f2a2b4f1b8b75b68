import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { createStore } from "../../src/postgres/open-postgres.ts";
import { mergeContacts } from "../../src/postgres/turns/merge-contacts.ts";
import { sendingContract } from "../contracts/sending-contract.ts";
import { createTestDatabase } from "../support/test-database.ts";

sendingContract("PostgreSQL", async () => {
  const database = await createTestDatabase({ hasFullPools: true });
  return {
    storeWith: (credential) => createStore(database.database, database.database, { sendLeaseMs: 45_000, credential }),
    attempts: (id) =>
      database.rows(
        `select attempt, outcome, request_written, http_status, error_code, refusal, wamid, duplicate_wamid
         from outbox_attempts where outbox_id = $1 order by attempt`,
        [id],
      ),
    isUnreachable: async (id) =>
      (await database.rows("select from contacts where id = $1 and unreachable_at is not null", [id])).length === 1,
    merge: (gone, into) => database.database.transaction((run) => mergeContacts(run, DEFAULT_WORKSPACE, into, gone)),
    retryNow: async (credential) => {
      await database.rows("update circuits set retry_at = recado_now() where key = $1", [credential]);
    },
    advance: database.advance,
    close: database.drop,
  };
});
