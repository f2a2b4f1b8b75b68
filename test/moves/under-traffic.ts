import { expect } from "vitest";
import { spokenText } from "../../src/core/outbound/outbound-content.ts";
import { violations } from "../support/oracle.ts";
import { Random } from "../support/random.ts";
import { SEED_OF_THE_DAY } from "../support/share-of-the-day.ts";
import { eventually, recordingChannel } from "../support/shop.ts";
import { deliver, MOVING, openCellShop, type Said, STAYING, type TwoCells, webhookOf } from "./two-cells.ts";

/**
 * Customers write to two numbers of a cell while `move` takes one of them to the other cell, with its deaths. Every word is
 * answered once, in order, and each row is in one of the two databases.
 */
export async function moveUnderTraffic(cells: TwoCells, move: (doorThere: string) => Promise<void>): Promise<void> {
  const random = new Random(SEED_OF_THE_DAY);
  const provider = recordingChannel();
  const here = await openCellShop(cells.here, provider);
  const there = await openCellShop(cells.there, provider);

  // Each customer writes to one number, one message after the other, until the move is over and a little longer.
  let isOver = false;
  const said: Said[] = [];
  const refusals: number[] = [];
  const phones = Array.from({ length: 5 }, (_, n) => `57313${String(1_000_000 + n)}`);
  const customers = phones.flatMap((phone) =>
    [MOVING, STAYING].map(async (number) => {
      for (let n = 0, after = 0; after < 2; n += 1, after += isOver ? 1 : 0) {
        const one = { number, phone, text: `m${n}` };
        said.push(one);
        refusals.push(...(await deliver(here.webhook, webhookOf(one))));
        await new Promise((resolve) => setTimeout(resolve, random.below(150)));
      }
    }),
  );
  await eventually("customers are being answered", () => provider.sent.length > 10);

  await move(there.webhook);
  isOver = true;
  await Promise.all(customers);

  const quiet = async (database: TwoCells["here"]) =>
    (await database.rows("select count(*)::int as n from conversations where pending > 0 or unsent > 0"))[0]?.["n"] ===
    0;
  await eventually("all is answered here", () => quiet(cells.here));
  await eventually("all is answered there", () => quiet(cells.there));

  // What each customer heard from each number: every word once, in order.
  for (const number of [MOVING, STAYING]) {
    for (const phone of phones) {
      const heard = provider.sent
        .filter((one) => one.phoneNumberId === number && one.recipient.phone === phone)
        .flatMap(({ content }) => spokenText(content).replace("eco: ", "").split(" + "));
      expect(heard, `${number} ${phone}`).toEqual(
        said.filter((one) => one.number === number && one.phone === phone).map(({ text }) => text),
      );
    }
  }
  const eventsOf = async (database: TwoCells["here"], number: string) =>
    Number(
      (
        await database.rows(
          `select count(*)::int as n from agent_events e join conversations c on c.id = e.conversation_id
           where c.phone_number_id = $1 and e.status = 'done'`,
          [number],
        )
      )[0]?.["n"],
    );
  expect(await eventsOf(cells.there, MOVING)).toBe(said.filter((one) => one.number === MOVING).length);
  expect(await eventsOf(cells.here, STAYING)).toBe(said.filter((one) => one.number === STAYING).length);
  expect(await eventsOf(cells.here, MOVING)).toBe(0);
  expect(await eventsOf(cells.there, STAYING)).toBe(0);
  expect(await violations(cells.here)).toEqual([]);
  expect(await violations(cells.there)).toEqual([]);
  // The door said "again" meanwhile, and nothing else.
  expect(new Set(refusals)).toEqual(new Set([503]));
  expect(await cells.here.rows("select tgname from pg_trigger where tgname = '0_guard_moving'")).toEqual([]);

  await here.close();
  await there.close();
}
