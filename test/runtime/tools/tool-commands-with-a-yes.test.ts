import { expect, test } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE, type RunId } from "../../../src/core/ids.ts";
import type { ToolCommand } from "../../../src/core/ports/desk/confirmations.ts";
import { eventually } from "../../support/shop.ts";
import { commandedShops, ok } from "./commanded-shops.ts";

const shops = commandedShops();
const { shopWithCustomer, runOf, ended } = shops;

test("what the policy wants a second person's yes for waits for it, also while a person answers here", async () => {
  const { taken, made, texts, conversationId } = await shopWithCustomer(({ scope }) =>
    scope.approval === null
      ? { kind: "confirm", rule: "money", reason: "money", audience: "operator", question: "¿Anoto «llamar»?" }
      : ok(),
  );
  const takeover = { enabled: false, actor: "maria", note: null };
  await shops.database.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, conversationId as ConversationId, takeover);
  const { runId } = await taken();
  await eventually("it asks", async () => (await runOf(runId)).status === "waiting_confirmation");
  const answered = await shops.database.store.confirmations.decide({
    workspaceId: DEFAULT_WORKSPACE,
    of: { runId },
    decision: "approve",
    actor: "jefe",
    identity: "user:jefe",
    note: null,
  });
  expect(answered.kind).toBe("decided");
  await ended(runId);
  expect(await runOf(runId)).toMatchObject({ outcome: "executed" });
  expect(made.map(({ scope }) => scope.actor.name)).toEqual(["maria", "maria"]);
  await expect.poll(texts).toEqual(["eco: hola"]);
});

test("whoever asked for it is not the second person: they may say no, and an owner alone is enough", async () => {
  const { taken, made } = await shopWithCustomer(({ scope }) =>
    scope.approval === null
      ? { kind: "confirm", rule: "money", reason: "money", audience: "operator", question: "¿Anoto «llamar»?" }
      : ok(),
  );
  const asks = async (command: Partial<ToolCommand>) => {
    const { runId } = await taken(command);
    await eventually("it asks", async () => (await runOf(runId)).status === "waiting_confirmation");
    return runId as RunId;
  };
  const says = async (runId: RunId, decision: "approve" | "deny") => {
    const by = { actor: "María Gómez", identity: "user:maria" };
    const asked = { workspaceId: DEFAULT_WORKSPACE, of: { runId }, decision, ...by, note: null };
    return (await shops.database.store.confirmations.decide(asked)).kind;
  };
  const own = await asks({});
  expect(await says(own, "approve")).toBe("not_entitled");
  expect(await runOf(own)).toMatchObject({ status: "waiting_confirmation" });
  expect(await says(own, "deny")).toBe("decided");
  await ended(own);
  expect(made).toHaveLength(1);
  const asOwner = await asks({ idempotencyKey: "of the owner", role: "owner" });
  expect(await says(asOwner, "approve")).toBe("decided");
  await ended(asOwner);
});

test("a takeover calls off what the agent asked, not what an operator's own command asks, and the audit names who asked", async () => {
  const { taken, conversationId, shop, phone } = await shopWithCustomer(({ scope }) =>
    scope.approval === null
      ? { kind: "confirm", rule: "money", reason: "money", audience: "operator", question: "¿Anoto «llamar»?" }
      : ok(),
  );
  const { runId } = await taken();
  await eventually("it asks", async () => (await runOf(runId)).status === "waiting_confirmation");
  const session = "select status from agent_sessions where conversation_id = $1";
  expect(await shops.database.rows(session, [conversationId])).toEqual([{ status: "active" }]);
  const switches = (enabled: boolean) =>
    shops.database.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, conversationId as ConversationId, {
      ...{ enabled, actor: "maria", note: null },
    });
  await switches(false);
  expect(await shops.database.rows(session, [conversationId])).toEqual([{ status: "handed_off" }]);
  expect(await runOf(runId)).toMatchObject({ status: "waiting_confirmation" });
  expect(
    await shops.database.rows("select actor, action from audit_log where run_id = $1 order by action", [runId]),
  ).toEqual([
    { actor: "maria", action: "confirmation.asked" },
    { actor: "maria", action: "tool.blocked" },
  ]);
  await switches(true);
  const asked = await shop.says("pregunte", { phone });
  await eventually("the agent asks", async () => (await runOf(asked.runId)).status === "waiting_confirmation");
  await switches(false);
  expect(await runOf(asked.runId)).toMatchObject({ status: "completed", outcome: "cancelled" });
  const of = {
    workspaceId: DEFAULT_WORKSPACE,
    of: { runId: runId as RunId },
    ...{ actor: "jefe", identity: "user:jefe" },
    note: null,
  } as const;
  expect((await shops.database.store.confirmations.decide({ ...of, decision: "approve" })).kind).toBe("decided");
  await ended(runId);
  expect(await runOf(runId)).toMatchObject({ outcome: "executed" });
});
