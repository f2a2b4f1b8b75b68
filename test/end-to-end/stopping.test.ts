import { afterAll, beforeAll, expect, test } from "vitest";
import { openSomnioShop, type SomnioShop } from "../support/somnio-shop.ts";

let shop: SomnioShop;
let storing = Promise.resolve();
beforeAll(async () => {
  shop = await openSomnioShop(
    {},
    {
      wrapStore: (store) => ({
        ...store,
        mailbox: {
          ...store.mailbox,
          async enqueue(request) {
            await storing;
            return store.mailbox.enqueue(request);
          },
        },
      }),
    },
  );
});
afterAll(() => shop.close());

test("a webhook that is still being stored when the process stops is stored, though its answer was late", async () => {
  let goOn = () => {};
  storing = new Promise((resolve) => {
    goOn = resolve;
  });
  expect(await shop.customer().posts("wamid.late", "hola")).toBe(503);
  const stopped = shop.sleeps(1);
  goOn();
  await stopped;
  const events = await shop.database.rows("select from agent_events where source_message_id = 'wamid.late'");
  expect(events).toHaveLength(1);
});
