import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import type { MessageContent } from "../../../src/core/inbound/content.ts";
import type { MediaOutcome } from "../../../src/core/inbound/media.ts";
import { createMediaFetcher } from "../../../src/runtime/media-fetcher.ts";
import { enqueueRequest, inbound, newId } from "../../support/inbound.ts";
import { eventually } from "../../support/shop.ts";
import { silentLogger } from "../../support/silent-logger.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const LEASE_MS = 60_000;
const image = (mediaId = newId()): MessageContent => ({
  type: "media",
  media: "image",
  mediaId,
  mimeType: "image/jpeg",
  sha256: "aGFzaA==",
  caption: "mi recibo",
  fileName: null,
  isVoiceNote: false,
});
const fetched = (text: string): Extract<MediaOutcome, { kind: "fetched" }> => ({
  kind: "fetched",
  bytes: Buffer.from(text),
  sha256: "00".repeat(32),
  detectedType: "text/plain",
});

/** A customer sends a picture; the conversation that it stands in. */
async function customerSends(content: MessageContent) {
  const item = inbound("", { content });
  const { items } = await database.store.mailbox.enqueue(enqueueRequest([item]));
  return { item, conversationId: items[0]?.conversationId };
}
const claimed = async (mediaId: string) =>
  (await database.store.media.claim(100, LEASE_MS)).items.find(({ reference }) => reference.mediaId === mediaId);
const viewOf = async (mediaId: string) => {
  const [row] = await database.rows("select id from media_items where media_id = $1", [mediaId]);
  return database.store.media.read(DEFAULT_WORKSPACE, String(row?.["id"]), "ana");
};

test("a picture is due in the statement that stores its message, with what the webhook claimed", async () => {
  await customerSends(image("m1"));
  expect(await claimed("m1")).toMatchObject({
    reference: {
      mediaId: "m1",
      kind: "image",
      declaredType: "image/jpeg",
      declaredSha256: "aGFzaA==",
      fileName: null,
    },
    attempt: 1,
  });
});

test("a redelivered picture is fetched once, and a text has no file", async () => {
  const { item } = await customerSends(image("m2"));
  await database.store.mailbox.enqueue(enqueueRequest([item, inbound("hola")]));
  expect(await database.rows("select 1 from media_items where media_id = 'm2'")).toHaveLength(1);
  expect(await database.rows("select 1 from media_items where event_id not in (select id from agent_events)")).toEqual(
    [],
  );
});

test("two workers never fetch the same file at once; one that died loses it when its lease runs out", async () => {
  await customerSends(image("m3"));
  const first = await claimed("m3");
  expect(await claimed("m3")).toBeUndefined();
  await database.advance(LEASE_MS + 1_000);
  const second = await claimed("m3");
  expect(second?.attempt).toBe(2);
  if (first === undefined || second === undefined) throw new Error("the file was not due");
  // The first was only asleep: what it brings now counts no more.
  expect(await database.store.media.settle(first, fetched("late"))).toBe(false);
  expect(await database.store.media.settle(second, fetched("in time"))).toBe(true);
  expect(Buffer.from((await viewOf("m3"))?.bytes ?? []).toString()).toBe("in time");
});

test("what is stored is listed in its conversation, with its own type and size", async () => {
  const { conversationId } = await customerSends(image("m4"));
  const item = await claimed("m4");
  if (item === undefined) throw new Error("the file was not due");
  await database.store.media.settle(item, fetched("hola"));
  const { items } = await database.store.media.list(DEFAULT_WORKSPACE, { conversationId, limit: 10 });
  expect(items.at(0)).toMatchObject({ status: "stored", detectedType: "text/plain", sizeBytes: 4, attempts: 1 });
});

test("a failure waits for its time, a refusal for nothing", async () => {
  await customerSends(image("m5"));
  const item = await claimed("m5");
  if (item === undefined) throw new Error("the file was not due");
  await database.store.media.settle(item, { kind: "retry", delayMs: 30_000, detail: "HTTP 500" });
  expect(await claimed("m5")).toBeUndefined();
  await database.advance(31_000);
  const again = await claimed("m5");
  if (again === undefined) throw new Error("the file was not due again");
  await database.store.media.settle(again, { kind: "refused", detail: "too large" });
  await database.advance(10 * 86_400_000);
  expect(await claimed("m5")).toBeUndefined();
  expect(await viewOf("m5")).toMatchObject({ media: { status: "refused", detail: "too large" }, bytes: null });
});

test("a file that kills whoever fetches it is refused after four deaths, and one that fails aloud is not", async () => {
  await customerSends(image("m8"));
  for (let death = 1; death <= 4; death += 1) {
    expect((await claimed("m8"))?.attempt).toBe(death);
    await database.advance(LEASE_MS + 1_000);
  }
  expect(await claimed("m8")).toBeUndefined();
  expect((await viewOf("m8"))?.media).toMatchObject({
    status: "refused",
    detail: expect.stringContaining("4 in a row"),
  });

  await customerSends(image("m9"));
  for (let failure = 1; failure <= 6; failure += 1) {
    const item = await claimed("m9");
    if (item === undefined) throw new Error(`the file was not due for attempt ${failure}`);
    await database.store.media.settle(item, { kind: "retry", delayMs: 1_000, detail: "HTTP 500" });
    await database.advance(2_000);
  }
  expect((await viewOf("m9"))?.media.status).toBe("waiting");
});

test("a process that stops breaks off its files, which are due again at once, and waits for nothing", async () => {
  await customerSends(image("m10"));
  let isAsked = false;
  const fetcher = createMediaFetcher({
    store: database.store,
    source: {
      fetch: ({ signal, reference }) =>
        new Promise((resolve) => {
          isAsked ||= reference.mediaId === "m10";
          signal.addEventListener("abort", () => resolve({ kind: "again", detail: "broken off" }));
        }),
    },
    logger: silentLogger,
    metrics: { mediaSettled() {} },
  });
  fetcher.start();
  await eventually("m10 is on its way", async () => isAsked);
  await fetcher.stop();
  await database.advance(5_000);
  expect((await claimed("m10"))?.attempt).toBe(2);
});

test("a running fetcher takes what is due and keeps it, while a source that throws costs only a lease", async () => {
  await customerSends(image("m6"));
  await customerSends(image("m7"));
  const outcomes: string[] = [];
  const fetcher = createMediaFetcher({
    store: database.store,
    source: {
      async fetch({ reference }) {
        if (reference.mediaId === "m6") throw new Error("a bug");
        return fetched("bytes of m7");
      },
    },
    logger: silentLogger,
    metrics: { mediaSettled: (outcome) => outcomes.push(outcome) },
  });
  fetcher.start();
  await eventually("m7 is stored", async () => (await viewOf("m7"))?.media.status === "stored");
  await fetcher.stop();
  expect(outcomes).toContain("fetched");
  expect((await viewOf("m6"))?.media.status).toBe("waiting");
});
