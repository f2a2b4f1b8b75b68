import type { PhoneNumberId } from "../../src/core/ids.ts";
import { type Cell, openCell } from "../../src/postgres/moves/cell.ts";
import type { MoveOrder } from "../../src/postgres/moves/move-number.ts";
import { serve } from "../../src/server/serve.ts";
import { wireJson } from "../../src/simulator/wire-json.ts";
import { openDoor, signed, WEBHOOK } from "../server/open-door.ts";
import { newId } from "../support/inbound.ts";
import { openShop, type recordingChannel } from "../support/shop.ts";
import { silentLogger } from "../support/silent-logger.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

export const MOVING = "106540352242922" as PhoneNumberId;
export const STAYING = "206540352242922" as PhoneNumberId;

export interface TwoCells {
  readonly here: TestDatabase;
  readonly there: TestDatabase;
  readonly source: Cell;
  readonly target: Cell;
  order(changes?: Partial<MoveOrder>): MoveOrder;
  close(): Promise<void>;
}

export async function openTwoCells(): Promise<TwoCells> {
  const [here, there] = await Promise.all([createTestDatabase({ hasFullPools: true }), createTestDatabase()]);
  const [source, target] = await Promise.all([openCell(here.url, silentLogger), openCell(there.url, silentLogger)]);
  return {
    ...{ here, there, source, target },
    order: (changes = {}) => ({
      ...{ source, target, number: MOVING, forwardTo: null, by: "ana", drainWithinMs: 60_000, newId },
      ...changes,
    }),
    async close() {
      await Promise.all([source.database.close(), target.database.close()]);
      await Promise.all([here.drop(), there.drop()]);
    },
  };
}

/** A door that listens and two workers, on one cell. */
export async function openCellShop(database: TestDatabase, provider: ReturnType<typeof recordingChannel>) {
  const { app } = openDoor({ parts: { store: database.store, newId } });
  const listening = await serve(app, "127.0.0.1", 0);
  const workers = [1, 2].map(() => openShop(database.store, { channel: provider.channel }, { leaseMs: 5_000 }).worker);
  for (const worker of workers) worker.start();
  return {
    webhook: `${listening.url}${WEBHOOK}`,
    async close() {
      await Promise.all(workers.map((worker) => worker.stop(5_000)));
      await listening.close();
    },
  };
}

export interface Said {
  readonly number: PhoneNumberId;
  readonly phone: string;
  readonly text: string;
}

export function webhookOf(...said: readonly Said[]): Uint8Array {
  return wireJson({
    object: "whatsapp_business_account",
    entry: said.map(({ number, phone, text }) => ({
      id: "1",
      changes: [
        {
          field: "messages",
          value: {
            messaging_product: "whatsapp",
            metadata: { display_phone_number: "15550783881", phone_number_id: number },
            contacts: [{ profile: { name: "Ana" }, wa_id: phone }],
            messages: [
              {
                ...{ from: phone, id: `wamid.${number}.${phone}.${text}`, type: "text", text: { body: text } },
                timestamp: String(Math.floor(Date.now() / 1_000)),
              },
            ],
          },
        },
      ],
    })),
  });
}

/** Posts as WhatsApp does: again and again, until it is answered with 200. Returns the other answers on the way. */
export async function deliver(webhook: string, body: Uint8Array): Promise<number[]> {
  const refusals: number[] = [];
  for (;;) {
    const answer = await fetch(webhook, signed(body));
    await answer.arrayBuffer();
    if (answer.status === 200) return refusals;
    refusals.push(answer.status);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}
