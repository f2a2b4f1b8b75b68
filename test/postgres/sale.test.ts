import { expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import type { ClaimedTurn } from "../../src/core/turn/turn.ts";
import { mergeContacts } from "../../src/postgres/turns/merge-contacts.ts";
import { anOrder, saleContract } from "../contracts/sale-contract.ts";
import { silence } from "../contracts/store-contract.ts";
import { sessionOf } from "../contracts/time-contract.ts";
import { enqueueRequest, inbound, leaseOffer, newWorkerId } from "../support/inbound.ts";
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

test("an order is the person's under whatever record they have: what was bought before a merge, and during it", async () => {
  const database = await createTestDatabase();
  try {
    const { mailbox } = database.store;
    const worker = newWorkerId();
    const hears = async (identity: { bsuid: string | null; phone: string | null }) => {
      const items = [inbound("sí, confirmo", { identity })];
      return (await mailbox.enqueue(enqueueRequest(items, leaseOffer(worker)))).turns[0] as ClaimedTurn;
    };
    const sells = (turn: ClaimedTurn, n: number) =>
      mailbox.commit(turn, silence({ session: sessionOf(turn), effects: [anOrder(`${turn.run.id}:purchase:${n}`)] }));
    const former = { bsuid: null, phone: "573010000001" };
    await sells(await hears(former), 1);
    const kept = await hears({ bsuid: "CO.100", phone: null });
    await mailbox.commit(kept, silence({ session: sessionOf(kept) }));
    const meanwhile = await hears(former);
    await database.database.transaction((run) =>
      mergeContacts(run, DEFAULT_WORKSPACE, kept.contact.id, meanwhile.contact.id),
    );
    expect(meanwhile.contact.id).not.toBe(kept.contact.id);
    expect((await sells(meanwhile, 2)).kind).toBe("committed");
    expect(await database.rows("select distinct contact_id from orders")).toEqual([{ contact_id: kept.contact.id }]);
    expect(await database.rows("select tags from contacts where id = $1", [kept.contact.id])).toEqual([
      { tags: ["somnio-lead"] },
    ]);
    expect(await violations(database)).toEqual([]);
  } finally {
    await database.drop();
  }
});
