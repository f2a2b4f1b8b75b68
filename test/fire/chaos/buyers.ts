import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "../../../src/core/seeded-random.ts";
import { postWebhook, textWebhook } from "../../support/recado-process.ts";
import type { TestDatabase } from "../../support/test-database.ts";

/** The way of a purchase: what the buyer says, and the mode in which Somnio waits for the next word. */
const PURCHASE = [
  { says: "quiero comprar", mode: "collecting_data" },
  {
    says: "Marta Lucía Ríos, cel 301 555 0142, Cll 45 #12-30 Laureles, Medellín, marta@ejemplo.co",
    mode: "ofrecer_promos",
  },
  { says: "el de 2", mode: "resumen" },
  { says: "sí confirmo", mode: "confirmado" },
] as const;

/** A reply may wait for its doubt to be over, half a minute, at every step. */
const PATIENCE_MS = 120_000;

export interface Buyers {
  /** The ids of the messages that were answered with 200. */
  readonly accepted: string[];
  /** The phones of those who began. */
  readonly begun: string[];
  /** Nobody begins any more; resolves when all have bought, or waited in vain. */
  leave(): Promise<void>;
}

interface Standing {
  readonly mode: string | null;
  /** Nothing to think over and nothing to send. */
  readonly isQuiet: boolean;
}

/** So many customers at once who buy two jars of Somnio, each waiting for the reply before the next word. */
export function openBuyers(settings: {
  readonly url: string;
  readonly database: TestDatabase;
  readonly buyers: number;
  readonly seed: number;
}): Buyers {
  const { url, database, buyers, seed } = settings;
  const accepted: string[] = [];
  const begun: string[] = [];
  let isOpen = true;
  let standings = new Map<string, Standing>();
  const looking = setInterval(() => {
    standingOf(database).then(
      (found) => (standings = found),
      () => {},
    );
  }, 250);

  const post = async (body: unknown): Promise<boolean> => {
    const late = pause(3_000, 0, { ref: false });
    return (await Promise.race([postWebhook(url, body).catch(() => 0), late])) === 200;
  };
  const isAnswered = async (phone: string, mode: string): Promise<boolean> => {
    const giveUpAt = performance.now() + PATIENCE_MS;
    while (performance.now() < giveUpAt) {
      const standing = standings.get(phone);
      if (standing?.mode === mode && standing.isQuiet) return true;
      await pause(100);
    }
    return false;
  };
  const buy = async (random: () => number) => {
    const phone = `57${seed % 1_000}${String(begun.length + 1).padStart(7, "0")}`;
    begun.push(phone);
    for (const [n, { says, mode }] of PURCHASE.entries()) {
      const wamid = `wamid.${phone}.${n}`;
      const body = textWebhook(phone, wamid, says);
      while (!(await post(body))) await pause(150 + random() * 200);
      accepted.push(wamid);
      if (random() < 0.3) void post(body);
      if (!(await isAnswered(phone, mode))) return;
      // Who has bought and says yes again buys nothing more.
      if (mode === "confirmado" && random() < 0.5) {
        const again = `wamid.${phone}.again`;
        const yes = textWebhook(phone, again, "sí");
        while (!(await post(yes))) await pause(150);
      }
    }
  };
  const buying = Array.from({ length: buyers }, async (_, n) => {
    const random = seededRandom(seed * 1_000 + n);
    await pause(random() * 1_000);
    while (isOpen) await buy(random);
  });
  return {
    accepted,
    begun,
    async leave() {
      isOpen = false;
      await Promise.all(buying);
      clearInterval(looking);
    },
  };
}

async function standingOf(database: TestDatabase): Promise<Map<string, Standing>> {
  const rows = await database.rows(
    `select a.value as phone, s.current_mode as mode, c.run_at is null and c.send_at is null as is_quiet
     from conversations c
     join contact_aliases a on a.workspace_id = c.workspace_id and a.contact_id = c.contact_id and a.kind = 'phone'
     left join lateral (
       select current_mode from agent_sessions
       where workspace_id = c.workspace_id and conversation_id = c.id order by created_at desc limit 1) s on true
     where c.created_at > now() - interval '5 minutes'`,
  );
  return new Map(
    rows.map(({ phone, mode, is_quiet }) => [
      String(phone),
      { mode: mode === null ? null : String(mode), isQuiet: is_quiet === true },
    ]),
  );
}

export interface PurchaseCount {
  readonly begun: number;
  /** Confirmed orders of two jars; exactly one for each who began is what must be. */
  readonly orders: number;
  /** Messages that the provider took and that say that a purchase is confirmed. */
  readonly confirmations: number;
  /** Phones without exactly one order and one confirmation. */
  readonly wrong: readonly string[];
}

/** Holds the shop's books against what the provider's own ledger says that buyers read. */
export async function countPurchases(
  database: TestDatabase,
  begun: readonly string[],
  taken: readonly { readonly phone: string | null; readonly text: string }[],
): Promise<PurchaseCount> {
  const rows = await database.rows(
    `select a.value as phone, count(*)::int as n
     from orders o
     join contact_aliases a on a.workspace_id = o.workspace_id and a.contact_id = o.contact_id and a.kind = 'phone'
     where o.status = 'confirmed' and o.pack = '2x' and o.source = 'customer' group by 1`,
  );
  const orders = new Map(rows.map(({ phone, n }) => [String(phone), Number(n)]));
  const confirmed = taken.filter(({ text }) => text.includes("quedó confirmado"));
  const told = (phone: string) => confirmed.filter((one) => one.phone === phone).length;
  return {
    begun: begun.length,
    orders: [...orders.values()].reduce((sum, n) => sum + n, 0),
    confirmations: confirmed.length,
    wrong: begun.filter((phone) => orders.get(phone) !== 1 || told(phone) !== 1),
  };
}
