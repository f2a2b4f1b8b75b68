import { describe, expect, test } from "vitest";
import { DEFAULT_WORKSPACE, type RunId, type WorkspaceId } from "../../../src/core/ids.ts";
import type { Auditor } from "../../../src/core/ports/governance/auditor.ts";
import { auditSome, isDrawn } from "../../../src/runtime/learner.ts";
import { judgeAudits, watchStops } from "../../../src/runtime/local-stops.ts";
import { newId } from "../../support/inbound.ts";
import { decision, eventually } from "../../support/shop.ts";
import { silentLogger } from "../../support/silent-logger.ts";
import { answers, auditor, openLearning, understood } from "./open-learning.ts";

const scene = openLearning();
const { shopWhoseAgent, allOver, copy, samples, admin, deeds } = scene;

const audits = (one: Auditor) => auditSome({ learning: scene.database.learning, logger: silentLogger }, one);

describe("audits", () => {
  test("are asked of a model with the words and what we had said, and only of what was answered without one", async () => {
    const shop = shopWhoseAgent(({ message }) =>
      decision("¿lo quiere?", {
        intentInfo: understood(message === "otra cosa" ? { engine: "model", modelHash: "claude-test" } : {}),
      }),
    );
    await shop.says("cuánto vale", { phone: "573000000051" });
    await eventually("answered", async () => (await scene.database.rows("select from agent_turns")).length === 2);
    await shop.says("y el envío", { phone: "573000000051" });
    await shop.says("otra cosa", { phone: "573000000052" });
    await allOver();
    await copy(100);
    const asked: unknown[] = [];
    const taken = await audits({
      async label({ text, lastAssistant, mode, agentId }) {
        asked.push({ text, lastAssistant, mode, agentId });
        return { intent: text === "y el envío" ? "envio" : "precio", confidence: 88, model: "claude-test" };
      },
    });
    expect(taken).toBe(2);
    expect(asked).toContainEqual({
      text: "y el envío",
      lastAssistant: ["¿lo quiere?"],
      mode: "bienvenida",
      agentId: "somnio",
    });
    const labelled = (await samples()).map(({ label, labelled_by, is_right }) => ({ label, labelled_by, is_right }));
    expect(labelled).toContainEqual({ label: "precio", labelled_by: "model:claude-test", is_right: true });
    expect(labelled).toContainEqual({ label: "envio", labelled_by: "model:claude-test", is_right: false });
    expect(labelled).toContainEqual({ label: null, labelled_by: null, is_right: null });
    expect(await audits(auditor("precio"))).toBe(0);
  });

  test("that no model can say are asked again a few times, then wait for a person; so do those whose asker died", async () => {
    const shop = shopWhoseAgent(answers());
    await shop.says("cuánto vale");
    await allOver();
    await copy(100);
    // Claimed, and the process is killed: due again when the lease is over.
    expect(await scene.database.learning.claimAudits(4, 120_000)).toHaveLength(1);
    expect(await audits(auditor(null))).toBe(0);
    for (let round = 0; round < 4; round += 1) {
      await scene.database.advance(12 * 3_600_000);
      expect(await audits(auditor(null))).toBe(1);
    }
    await scene.database.advance(24 * 3_600_000);
    expect(await audits(auditor(null))).toBe(0);
    const { agents } = await admin().status(DEFAULT_WORKSPACE, 7);
    expect(agents).toMatchObject([{ agentId: "somnio", decisions: 1, settled: 1, audited: 0, waiting: 1 }]);
  });

  test("the word of a person stands against that of a model that comes late", async () => {
    const shop = shopWhoseAgent(answers());
    await shop.says("cuánto vale");
    await allOver();
    await copy(100);
    const [claimed] = await scene.database.learning.claimAudits(1, 120_000);
    const [sample] = await samples();
    const review = [{ agentId: "somnio", textHash: String(sample?.["text_hash"]), label: "precio" }];
    await admin().review(DEFAULT_WORKSPACE, review, "ana");
    if (claimed === undefined) throw new Error("nothing was claimed");
    await scene.database.learning.recordAudit(claimed, { label: "envio", confidence: 99, by: "model:claude-test" });
    expect(await samples()).toMatchObject([{ label: "precio", labelled_by: "ana", is_right: true }]);
  });

  test("one click on an unanswered question labels the runs behind it, no other run, and no other shop's", async () => {
    const shop = shopWhoseAgent(answers(understood({ confidence: 45, isSettled: false })));
    const asked = await shop.says("¿me lo fían?");
    await allOver();
    const other = await shop.says("hola");
    await allOver();
    await copy();
    const runs = [asked.runId as RunId];
    expect(await admin().reviewRuns(newId() as WorkspaceId, runs, "knowledge.cuotas", "ana")).toBe(0);
    expect(await admin().reviewRuns(DEFAULT_WORKSPACE, runs, "knowledge.cuotas", "ana")).toBe(1);
    const labels = new Map(
      (await samples()).map((row) => [row["run_id"], [row["label"], row["labelled_by"], row["is_right"]]]),
    );
    expect(labels.get(asked.runId)).toEqual(["knowledge.cuotas", "ana", false]);
    expect(labels.get(other.runId)).toEqual([null, null, null]);
    expect(await deeds()).toContain("ana samples.labelled");
  });

  test("are drawn by the run: the same for every worker, near the share that was asked for", () => {
    const keys = Array.from({ length: 20_000 }, (_, n) => `default:${n}`);
    const drawn = keys.filter((key) => isDrawn(key, 3)).length / keys.length;
    expect(drawn).toBeGreaterThan(0.025);
    expect(drawn).toBeLessThan(0.035);
    expect(keys.some((key) => isDrawn(key, 0))).toBe(false);
    expect(keys.every((key) => isDrawn(key, 100))).toBe(true);
    expect(isDrawn("default:7", 3)).toBe(isDrawn("default:7", 3));
  });
});

/** So many audited answers of a model, as the copier and an auditor would have left them. */
async function audited(localModel: string, right: number, wrong: number): Promise<void> {
  await scene.database.rows(
    `insert into nlu_samples (workspace_id, run_id, conversation_id, agent_id, agent_version, local_model, engine, text_hash,
       intent, confidence, alternatives, is_settled, created_at, is_audited, label, labelled_by, labelled_at, is_right)
     select c.workspace_id, gen_random_uuid(), c.id, 'somnio', '1', $1, 'linear', n::text, 'precio', 96, '[]', true,
       recado_now(), true, 'x', 'model:claude-test', recado_now(), n <= $2
     from (select * from conversations limit 1) c, generate_series(1, $2::int + $3::int) n`,
    [localModel, right, wrong],
  );
}

describe("local answers that are wrong too often", () => {
  const judge = (shop: ReturnType<typeof shopWhoseAgent>) =>
    judgeAudits({
      learning: scene.database.learning,
      alerts: scene.database.store.alerts,
      agents: shop.agents,
      logger: silentLogger,
      newId,
    });
  const openAlerts = async () =>
    (await scene.database.store.alerts.list(DEFAULT_WORKSPACE, { status: "open", limit: 10 })).items;

  test("are stopped, with an alert, until a person resumes them; then only what is answered since counts", async () => {
    const heard: (string | undefined)[] = [];
    const shop = shopWhoseAgent((input) => {
      heard.push(input.localAnswers);
      return answers()(input);
    });
    await shop.says("uno", { phone: "573000000061" });
    await allOver();
    await audited("ab12", 27, 2);
    await judge(shop);
    await shop.stops.refresh();
    expect(shop.stops.isStopped(DEFAULT_WORKSPACE, "somnio", "ab12")).toBe(false);
    await audited("ab12", 3, 8);
    await judge(shop);
    // Another process learns of it by asking.
    const elsewhere = watchStops((await scene.database.connect()).learning);
    await elsewhere.refresh();
    expect(elsewhere.isStopped(DEFAULT_WORKSPACE, "somnio", "ab12")).toBe(true);
    await shop.stops.refresh();
    await shop.says("dos", { phone: "573000000062" });
    await allOver();
    expect(heard).toEqual(["on", "stopped"]);
    expect(await openAlerts()).toMatchObject([
      { kind: "local_answers_stopped", subject: "somnio", severity: "critical", detail: { audited: 40, right: 30 } },
    ]);
    // Judged again, nothing changes and nobody is told again.
    await judge(shop);
    expect(await openAlerts()).toMatchObject([{ count: 1 }]);
    const status = await admin().status(DEFAULT_WORKSPACE, 7);
    expect(status.agents).toMatchObject([{ audited: 40, right: 30, stopped: [{ localModel: "ab12" }] }]);

    expect(await admin().resume(DEFAULT_WORKSPACE, "somnio", "ana")).toEqual([
      { agentId: "somnio", localModel: "ab12" },
    ]);
    await judge(shop);
    await shop.stops.refresh();
    expect(shop.stops.isStopped(DEFAULT_WORKSPACE, "somnio", "ab12")).toBe(false);
    expect(await openAlerts()).toEqual([]);
    expect(await deeds()).toEqual(["system local_answers.stopped", "ana local_answers.resumed"]);
    await scene.database.advance(60_000);
    await audited("ab12", 20, 20);
    await judge(shop);
    await shop.stops.refresh();
    expect(shop.stops.isStopped(DEFAULT_WORKSPACE, "somnio", "ab12")).toBe(true);
  });

  test("another trained model is not stopped with the one before it, and ends its alert", async () => {
    const shop = shopWhoseAgent(answers(), "cd34");
    await shop.says("uno", { phone: "573000000063" });
    await allOver();
    await audited("ab12", 20, 20);
    await judge(shopWhoseAgent(answers(), "ab12"));
    expect(await openAlerts()).toHaveLength(1);
    await judge(shop);
    await shop.stops.refresh();
    expect(shop.stops.isStopped(DEFAULT_WORKSPACE, "somnio", "cd34")).toBe(false);
    expect(shop.stops.isStopped(DEFAULT_WORKSPACE, "somnio", "ab12")).toBe(true);
    expect(await openAlerts()).toEqual([]);
  });

  test("a stop of a model that was replaced is shown to nobody", async () => {
    const shop = shopWhoseAgent(answers());
    await shop.says("uno", { phone: "573000000064" });
    await allOver();
    await audited("ab12", 20, 20);
    await judge(shop);
    expect((await admin().status(DEFAULT_WORKSPACE, 7)).agents).toMatchObject([{ stopped: [{ localModel: "ab12" }] }]);
    await shopWhoseAgent(answers(), "cd34").says("dos", { phone: "573000000065" });
    await allOver();
    await copy();
    expect((await admin().status(DEFAULT_WORKSPACE, 7)).agents).toMatchObject([{ stopped: [] }]);
    const { localModels } = await scene.database.store.health.counts();
    expect(localModels).toMatchObject([{ localModel: "ab12", isStopped: true, isInUse: false }]);
  });

  test("audits older than a week say nothing about today", async () => {
    const shop = shopWhoseAgent(answers());
    await shop.says("uno");
    await allOver();
    await audited("ab12", 20, 20);
    await scene.database.advance(8 * 24 * 3_600_000);
    await judge(shop);
    expect(await scene.database.learning.stops()).toEqual([]);
  });

  test("are counted for whoever watches", async () => {
    const shop = shopWhoseAgent(answers());
    await shop.says("uno");
    await allOver();
    await audited("ab12", 20, 20);
    await judge(shop);
    const { localModels } = await scene.database.store.health.counts();
    expect(localModels).toEqual([
      { agentId: "somnio", localModel: "ab12", audited: 40, right: 20, isStopped: true, isInUse: true },
    ]);
  });
});
