import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { fillDatabase } from "../../bench/support/large-database.js";
import { fillTimeline } from "../../bench/support/long-conversation.js";
import { type OpenStudio, openStudio } from "./open-studio.ts";

/** Many times what is shown at once; `npm run bench -- --only studio` measures 10,000 and 5,000. */
const CONVERSATIONS = 1_500;
const TURNS = 600;
/** What is seen, and the same above and below. */
const FEW = 60;

const Walk = z.object({ most: z.number(), isThere: z.boolean() });

let studio: OpenStudio;
let long: string;

beforeAll(async () => {
  studio = await openStudio({}, async (database) => {
    await fillDatabase(database, {
      ...{ conversations: CONVERSATIONS, turnsEach: 1 },
      talker: { phone: "573100077777", phoneNumberId: "106540352299999" },
    });
    long = await fillTimeline(database, { runs: TURNS });
  });
});
afterAll(() => studio?.close());

test("of many conversations the page holds a few, to the last", async () => {
  await studio.open("/inbox");
  const [last] = await studio.database.rows(
    `select k.name from conversations c join contacts k on k.id = c.contact_id
     order by coalesce(c.last_customer_message_at, c.created_at), c.id limit 1`,
  );
  await walk("Conversaciones", "down", String(last?.["name"]));
});

test("of many turns the page holds a few, to the first", async () => {
  const { page } = studio;
  await studio.open(`/conversations/${long}`);
  await page.getByText(`Mensaje ${TURNS}:`).waitFor();
  await walk("Historia", "up", "Mensaje 1:");
});

/** Scrolls on until the last is there, and counts what is in the page on the way. */
async function walk(name: string, direction: "up" | "down", last: string): Promise<void> {
  const list = studio.page.getByRole("list", { name });
  await list.getByRole("listitem").first().waitFor();
  const found = Walk.parse(
    await list.evaluate(
      async (list, { direction, last }) => {
        const box = list.parentElement as unknown as Scroller;
        const ends = performance.now() + 40_000;
        let most = 0;
        for (;;) {
          box.scrollTop = direction === "up" ? 0 : box.scrollHeight;
          await new Promise((resolve) => setTimeout(resolve, 15));
          most = Math.max(most, box.querySelectorAll("li[data-key]").length);
          const isThere = box.textContent.includes(last);
          if (isThere || performance.now() > ends) return { most, isThere };
        }
      },
      { direction, last },
    ),
  );
  expect(found.most).toBeLessThan(FEW);
  expect(found.isThere).toBe(true);
}

/** Of the browser's own element, whose types this project does not carry. */
interface Scroller {
  scrollTop: number;
  readonly scrollHeight: number;
  readonly textContent: string;
  querySelectorAll(selector: string): { readonly length: number };
}
