/** Who of a shop's team may be written to at the word of another member (requirement R11). */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import { bindCrm } from "../../../src/core/ports/crm.ts";
import { createOperatorDesk } from "../../../src/postgres/inbox/operator-desk.ts";
import { sendWhatsappMessage } from "../../../src/tools/personal/message-tools.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";
import { CUSTOMER_SCOPE } from "../../support/tool-scope.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.rows("insert into phone_numbers (id, workspace_id, agent_id) values ('team', $1, 'assistant')", [
    DEFAULT_WORKSPACE,
  ]);
});
afterAll(() => database?.drop());

/** Adds a member with a bound phone. Their last message is `hoursAgo` hours old. */
async function member(name: string, hoursAgo = 1) {
  const [contactId, conversationId] = [randomUUID(), randomUUID()];
  await database.rows("insert into contacts (workspace_id, id, created_at) values ($1, $2, recado_now())", [
    DEFAULT_WORKSPACE,
    contactId,
  ]);
  await database.rows(
    `insert into conversations (workspace_id, id, contact_id, phone_number_id, last_customer_message_at, created_at)
     values ($1, $2, $3, 'team', recado_now() - make_interval(hours => $4), recado_now())`,
    [DEFAULT_WORKSPACE, conversationId, contactId, hoursAgo],
  );
  await database.accessAdmin.putMember(DEFAULT_WORKSPACE, { userId: name, role: "operator", name }, "test");
  const made = await database.accessAdmin.issuePhoneCode(DEFAULT_WORKSPACE, name, "test");
  const speaker = { workspaceId: DEFAULT_WORKSPACE, conversationId, contactId };
  expect(await createOperatorDesk(database.database).bind(speaker, made?.code ?? "")).toBe(true);
  return { name, contactId };
}

let rounds = 0;
let pedro: { readonly name: string; readonly contactId: string };
beforeEach(async () => {
  rounds += 1;
  pedro = await member(`Pedro${rounds}`);
});

/** 10:00 and 2:00 where the shop is. */
const [BY_DAY, BY_NIGHT] = [new Date("2026-11-02T15:00:00Z"), new Date("2026-11-02T07:00:00Z")];

async function passOn(to: string, now = BY_DAY) {
  const crm = bindCrm(database.store.crm, DEFAULT_WORKSPACE);
  const scope = { ...CUSTOMER_SCOPE, contactId: pedro.contactId, crm, now };
  const call = sendWhatsappMessage.prepare({ to, text: "llego tarde" }, scope);
  if (call.kind !== "valid") throw new Error("the input fits");
  const answer = await call.value.run(scope, { signal: new AbortController().signal, idempotencyKey: "k" });
  return answer.kind === "error" ? answer.code : answer.kind;
}

test("a member who wrote today is written to; one who has not written for a day is not", async () => {
  await member(`Ana${rounds}`);
  await member(`Eva${rounds}`, 25);
  expect([await passOn(`Ana${rounds}`), await passOn(`Eva${rounds}`)]).toEqual(["ok", "window_closed"]);
});

test("no phone of the team rings at night", async () => {
  await member(`Ana${rounds}`);
  expect(await passOn(`Ana${rounds}`, BY_NIGHT)).toBe("night");
});

test("a member who has lost the phone writes to nobody", async () => {
  await member(`Ana${rounds}`);
  await database.accessAdmin.unbindPhone(DEFAULT_WORKSPACE, pedro.name, "test");
  expect(await passOn(`Ana${rounds}`)).toBe("no_member");
});
