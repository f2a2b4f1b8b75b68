import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { inboundText } from "../../test/support/inbound-text.js";
import { fromDist, silentLogger } from "./dist.js";
import { customer } from "./webhooks.js";

/** What five customers in a row could ask; every one of them is answered. */
export const QUESTIONS = ["hola", "cuánto vale?", "qué contiene?", "cómo se toma?", "hacen envíos a Cali?"];

/** Each look is a statement of the server that is measured: at every 10 ms they are many of the few statements of a backlog. */
const LOOK_EVERY_MS = 50;

/** Long enough that nothing starts by itself. */
const HELD_BACK_MS = 3_600_000;

/** One connection of our own to a database under test, and the store of the product on it. */
export async function openDatabase(database) {
  const { openPostgres } = await fromDist("postgres/open-postgres.js");
  const { uuidV7 } = await fromDist("core/ids.js");
  const opened = await openPostgres({ url: database.url, applicationName: "recado bench", logger: silentLogger });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const newId = () => uuidV7(Date.now(), randomBytes(10));
  const rows = async (text, values) => (await client.query(text, values)).rows;
  const untilNone = async (what, text, giveUpMs = 180_000) => {
    const giveUpAt = performance.now() + giveUpMs;
    for (;;) {
      const [{ n }] = await rows(text);
      if (Number(n) === 0) return performance.now();
      if (performance.now() > giveUpAt) throw new Error(`${what}: some are left after ${giveUpMs} ms`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  };
  return {
    rows,
    newId,
    mailbox: opened.store.mailbox,
    /** One message of each customer, queued and held back. */
    async queue(customers, body) {
      for (let from = 0; from < customers.length; from += 100) {
        const items = customers.slice(from, from + 100).map((one) => fromCustomer(one, body, newId()));
        await opened.store.mailbox.enqueue({
          items,
          offer: null,
          coalesceMs: HELD_BACK_MS,
          defaultAgentId: "somnio",
          newId,
        });
      }
    },
    /** Lets go what is held back. Resolves with the time at which it was due. */
    async release() {
      await rows(
        "update conversations set run_at = now() where leased_by is null and run_at < now() + interval '2 hours'",
      );
      const dueAtMs = performance.now();
      await rows("notify recado_mailbox");
      return dueAtMs;
    },
    untilWorked: () =>
      untilNone(
        "conversations with work",
        "select count(*) as n from (select from conversations where run_at < now() + interval '2 hours' limit 1) waiting",
      ),
    untilSent: () =>
      untilNone(
        "conversations with replies",
        "select count(*) as n from (select from conversations where send_at < now() + interval '2 hours' limit 1) waiting",
      ),
    async close() {
      await client.end();
      await opened.close();
    },
  };
}

export const fromCustomer = ({ phone, phoneNumberId }, body, eventId) =>
  inboundText({ phone, phoneNumberId, body, eventId, wamid: `wamid.bench${randomUUID()}` });

export const customers = (from, count) => Array.from({ length: count }, (_, n) => customer(from + n));
