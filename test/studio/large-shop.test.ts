import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { fillDatabase } from "../../bench/support/large-database.js";
import { fillTimeline } from "../../bench/support/long-conversation.js";
import { type OpenStudio, openStudio } from "./open-studio.ts";
import { routeInTest } from "./route-in-test.ts";

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

test("a next page that fails says so once, and goes on from there when a person asks again", async () => {
  const { page } = studio;
  let refused = 0;
  const isNextPage = (url: URL) => url.pathname.endsWith("/inbox") && url.searchParams.has("cursor");
  await routeInTest(page, isNextPage, async (route) => {
    refused += 1;
    await route.abort();
  });
  await studio.open("/inbox");
  const list = page.getByRole("list", { name: "Conversaciones" });
  await list.getByRole("listitem").first().waitFor();
  const toTheEnd = () =>
    list.evaluate((element) => {
      const box = element.parentElement as unknown as Scroller;
      box.scrollTop = box.scrollHeight;
    });
  await toTheEnd();
  const failure = page.getByRole("alert").filter({ hasText: "No hay conexión con el servidor" });
  await failure.waitFor();
  await toTheEnd();
  await failure.waitFor();
  expect(refused).toBe(1);
  await page.unroute(isNextPage);
  const shown = () => list.evaluate((element) => Number.parseFloat((element as unknown as Styled).style.height));
  const before = await shown();
  await failure.getByRole("button", { name: "Reintentar" }).click();
  await failure.waitFor({ state: "detached" });
  await expect.poll(shown).toBeGreaterThan(before);
  expect(await studio.faults()).toEqual([expect.stringContaining("net::ERR_FAILED")]);
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

/** The part that we read of the browser's element, whose types this project does not carry. */
interface Scroller {
  scrollTop: number;
  readonly scrollHeight: number;
  readonly textContent: string;
  querySelectorAll(selector: string): { readonly length: number };
}

interface Styled {
  readonly style: { readonly height: string };
}
