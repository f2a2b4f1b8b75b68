import { expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import type { ClaimedTurn } from "../../src/core/turn/turn.ts";
import { mergeContacts } from "../../src/postgres/turns/merge-contacts.ts";
import { anOrder, saleContract } from "../contracts/sale-contract.ts";
import { enqueueRequest, inbound, leaseOffer, newWorkerId } from "../support/inbound.ts";
import { violations } from "../support/oracle.ts";
import { createTestDatabase } from "../support/test-database.ts";
import { sessionOf, silence } from "../support/turn-commits.ts";

saleContract("PostgreSQL", async () => {
  const database = await createTestDatabase({ hasFullPools: true });
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
  const database = await createTestDatabase({ hasFullPools: true });
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

test("a sale reaches the contact: name, address and another phone, and no more than it tells", async () => {
  const database = await createTestDatabase({ hasFullPools: true });
  try {
    const { mailbox, memory, crm } = database.store;
    const worker = newWorkerId();
    const phone = "573010000002";
    const hears = async () =>
      (await mailbox.enqueue(enqueueRequest([inbound("sí, confirmo", { phone })], leaseOffer(worker))))
        .turns[0] as ClaimedTurn;
    const turn = await hears();
    const profile = async () => (await crm.contact(DEFAULT_WORKSPACE, turn.contact.id))?.profile;
    const key = `${turn.run.id}:purchase:1`;
    const told = { name: "Marta Ruiz", address: "Calle 45 # 12-30", city: "Cali" };
    const data = { nombre: "Marta", apellido: "Ruiz", direccion: told.address, ciudad: told.city };
    // Their own phone, written as people write it, is no other phone.
    const first = anOrder(key, { data, contact: { ...told, otherPhone: "301 000 0002" } });
    await mailbox.commit(turn, silence({ session: sessionOf(turn), effects: [first] }));
    expect(await profile()).toEqual(told);
    expect((await crm.contacts(DEFAULT_WORKSPACE, { tag: null, search: "marta ruiz", limit: 5 })).length).toBe(1);
    await database.rows("update contacts set profile = profile || $2 where id = $1", [
      turn.contact.id,
      JSON.stringify({ email: "marta@tienda.co" }),
    ]);

    const again = await hears();
    const repeated = anOrder(key, { contact: { name: "Otra Persona" } });
    await mailbox.commit(again, silence({ session: sessionOf(again), effects: [repeated] }));
    expect(await profile()).toMatchObject({ name: "Marta Ruiz" });

    const change = await hears();
    const contact = { address: "Carrera 7 # 1-20", otherPhone: "573159998877" };
    const changed = {
      ...first,
      kind: "update_order" as const,
      data: { ...data, direccion: contact.address, telefono: contact.otherPhone },
      contact,
    };
    await mailbox.commit(change, silence({ session: sessionOf(change), effects: [changed] }));
    expect(await profile()).toEqual({ ...told, ...contact, email: "marta@tienda.co" });

    // The shop's own entry is not the sale's, and stays.
    await memory.forget(DEFAULT_WORKSPACE, turn.contact.id, { facts: "all", actor: "ana" });
    expect(await profile()).toEqual({ email: "marta@tienda.co" });
    expect(await violations(database)).toEqual([]);
  } finally {
    await database.drop();
  }
});
