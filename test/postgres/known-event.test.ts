import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_WORKSPACE, type EventId } from "../../src/core/ids.ts";
import { enqueueRequest, inbound, newId } from "../support/inbound.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("what a request asked for is known by its event, so that its key stands for nothing else", async () => {
  const { mailbox, conversations } = database.store;
  const said = inbound("cuánto vale?", { phone: "573009990001", idempotencyKey: "api:k1", source: "api" });
  const [first] = (await mailbox.enqueue(enqueueRequest([said]))).items;
  const other = inbound("otra cosa", { phone: "573009990001", idempotencyKey: "api:k1", source: "api" });
  const [again] = (await mailbox.enqueue(enqueueRequest([other]))).items;
  expect(again).toMatchObject({ duplicate: true, eventId: first?.eventId });
  expect(await conversations.findEvent(DEFAULT_WORKSPACE, again?.eventId as EventId)).toEqual({
    ...{ source: "api", inputType: "message", text: "cuánto vale?", phoneNumberId: said.phoneNumberId },
    identity: { phone: "573009990001", bsuid: null },
  });
  expect(await conversations.findEvent(DEFAULT_WORKSPACE, newId() as EventId)).toBeNull();
});
