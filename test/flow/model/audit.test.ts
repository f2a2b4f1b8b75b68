import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import type { ConversationId, WorkspaceId } from "../../../src/core/ids.ts";
import type { AuditQuestion } from "../../../src/core/ports/governance/auditor.ts";
import { auditByModel } from "../../../src/flow/model/audit.ts";
import { detected, turnModel, turnText } from "../../support/turn-model.ts";

const audit: AuditQuestion = {
  workspaceId: "default" as WorkspaceId,
  conversationId: "0195d6a0-0000-7000-8000-000000000001" as ConversationId,
  runId: "0195d6a0-0000-7000-8000-000000000002",
  agentId: "somnio",
  mode: "ofrecer_promos",
  text: "¿y puedo pagar con la tarjeta del banco?",
  lastAssistant: ["¿Cuál de las promociones desea?"],
};
const now = new Date("2025-03-03T15:00:00Z");

test("an auditor is told what was said and where the sale stood, and nothing of what our engines made of it", async () => {
  const model = turnModel(() => detected("metodos_de_pago", 91));
  const answer = await auditByModel(somnioFlow.definition, audit, { ask: model.ask, now });
  expect(answer).toMatchObject({ intent: "metodos_de_pago" });
  expect(model.questions).toHaveLength(1);
  const [question] = model.questions;
  if (question === undefined) throw new Error("nobody was asked");
  const told = turnText(question);
  expect(told).toContain(audit.text);
  expect(told).toContain("¿Cuál de las promociones desea?");
  expect(told).toContain("`ofrecer_promos`");
  expect(told).toMatch(/ninguna/);
});

test("an auditor that cannot say, or that nobody may ask now, has said nothing", async () => {
  const silent = await auditByModel(somnioFlow.definition, audit, {
    ask: async () => ({ kind: "not_asked", reason: "cost" }),
    now,
  });
  expect(silent).toBeNull();
  const babbling = turnModel(() => "no sé");
  expect(await auditByModel(somnioFlow.definition, audit, { ask: babbling.ask, now })).toBeNull();
});
