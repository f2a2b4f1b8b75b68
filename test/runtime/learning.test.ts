import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AgentInput, Decision } from "../../src/core/agent/agent.ts";
import type { IntentInfo } from "../../src/core/agent/intent.ts";
import { DEFAULT_WORKSPACE, type RunId, type WorkspaceId } from "../../src/core/ids.ts";
import type { Auditor } from "../../src/core/ports/governance/auditor.ts";
import { textKey } from "../../src/nlu/text-key.ts";
import { auditSome, copyDecisions, isDrawn, LEARNER_DEFAULTS } from "../../src/runtime/learner.ts";
import { judgeAudits, watchStops } from "../../src/runtime/local-stops.ts";
import { newId } from "../support/inbound.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../support/shop.ts";
import { silentLogger } from "../support/silent-logger.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** Learning from traffic on a real PostgreSQL: a database of its own for each test, because rounds go over all of it. */
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const CANARY = "¿cuánto vale la zarigüeya dorada?";

const understood = (overrides: Partial<IntentInfo> = {}): IntentInfo => ({
  intent: "precio",
  confidence: 96,
  alternatives: [{ intent: "envio", confidence: 3 }],
  reasoning: "the test says so",
  engine: "linear",
  modelHash: "ab12",
  isSettled: true,
  ...overrides,
});

type Decide = (input: AgentInput) => Decision;
const answers =
  (info: IntentInfo | null = understood()): Decide =>
  () =>
    decision("vale 79.900", { intentInfo: info });

function shopWhoseAgent(decide: Decide, localModel = "ab12", stops = watchStops(database.learning)) {
  const { channel } = recordingChannel();
  const agents = registryOf(testAgent(decide, { localModel }));
  return { ...openShop(database.store, { channel, agents, localStops: stops }), agents, stops };
}

/** Lets every said thing be answered, and the time pass after which it is copied. */
async function allOver(): Promise<void> {
  await eventually("every run is over", async () => {
    return (await database.rows("select from agent_runs where status <> 'completed'")).length === 0;
  });
  await database.advance(31_000);
}

const counted: { engine: string; isSettled: boolean }[] = [];
const copy = (auditPercent = 0, learning = database.learning) =>
  copyDecisions(
    {
      learning,
      fold: textKey,
      settings: { ...LEARNER_DEFAULTS, auditPercent },
      metrics: { decisionLearnt: (one) => counted.push(one) },
      logger: silentLogger,
    },
    0,
  );
const samples = () => database.rows("select * from nlu_samples order by created_at, run_id");
const admin = () => database.learningAdmin;
/** Of the audit log, the oldest first. */
const deeds = async () =>
  (await database.store.audit.list(DEFAULT_WORKSPACE, { limit: 10 })).items
    .map(({ actor, action }) => `${actor} ${action}`)
    .filter((line) => !line.includes("alert"))
    .reverse();

describe("what was understood is copied", () => {
  test("engine, model, confidence, alternatives and mode, and of the text a hash that nobody can look up", async () => {
    const shop = shopWhoseAgent(answers());
    const { runId } = await shop.says(CANARY);
    await allOver();
    await copy();
    expect(await samples()).toMatchObject([
      {
        run_id: runId,
        agent_id: "somnio",
        agent_version: "1",
        local_model: "ab12",
        engine: "linear",
        model_hash: "ab12",
        mode: "bienvenida",
        intent: "precio",
        confidence: 96,
        alternatives: [{ intent: "envio", confidence: 3 }],
        is_settled: true,
        text: null,
        label: null,
      },
    ]);
    // The canary: no word of it stands in any table of learning, and the hash is not that of the text alone.
    for (const table of ["nlu_samples", "nlu_settings", "nlu_stops"]) {
      const [row] = await database.rows(`select count(*)::int as n from ${table} t where t::text ilike '%zarig%'`);
      expect([table, row?.["n"]]).toEqual([table, 0]);
    }
    const [kept] = await samples();
    const plain = createHash("sha256").update(textKey(CANARY)).digest("hex");
    expect(plain.startsWith(String(kept?.["text_hash"]))).toBe(false);
    expect(counted.at(-1)).toEqual({ engine: "linear", isSettled: true });
  });

  test("two spellings of one text have one hash, and another workspace would have another", async () => {
    const shop = shopWhoseAgent(answers());
    for (const [n, text] of ["Cuanto vale??", "¿CUÁNTO vale?", "cuánto cuesta"].entries()) {
      await shop.says(text, { phone: `57300000000${n}` });
    }
    await allOver();
    await copy();
    const hashes = (await samples()).map((row) => row["text_hash"]);
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[2]).not.toBe(hashes[0]);
    await database.rows("insert into workspaces (id, name) values ('other', 'Other')");
    const [salts] = await database.rows("select count(distinct salt)::int as n from nlu_settings");
    expect(salts?.["n"]).toBe(2);
  });

  test("a decision that this version cannot read is passed over, and those after it are learnt from", async () => {
    const shop = shopWhoseAgent(answers());
    const { runId } = await shop.says("uno", { phone: "573000000008" });
    await shop.says("dos", { phone: "573000000009" });
    await allOver();
    await database.rows(
      `update run_steps set steps = jsonb_set(steps, '{plan,output,decision,intentInfo,engine}', '"oracle"')
       where run_id = $1`,
      [runId],
    );
    await copy();
    expect(await samples()).toHaveLength(1);
    expect(await copy()).toBe(false);
  });

  test("a turn in which no engine spoke is nothing to learn from", async () => {
    const { engine: _, ...wordless } = understood({ intent: "datos" });
    const shop = shopWhoseAgent((input) =>
      decision("listo", { intentInfo: input.message === "hola" ? null : wordless }),
    );
    await shop.says("hola", { phone: "573000000001" });
    await shop.says("Ana Gómez", { phone: "573000000002" });
    await allOver();
    await copy();
    expect(await samples()).toEqual([]);
  });

  test("the rounds of several workers, and rounds that died before or after their commit, keep each once", async () => {
    const shop = shopWhoseAgent(answers());
    for (let n = 0; n < 6; n += 1) await shop.says(`cuánto vale el ${n}`, { phone: `57300000001${n}` });
    await allOver();
    const { learning } = database;
    // Taken, and the process is killed: nothing has moved.
    const [died] = await learning.takeRounds(0, 3, []);
    expect(died?.decisions).toHaveLength(3);
    // Committed, and the answer is lost: the same once more keeps nothing twice.
    const toKeep = (died?.decisions ?? []).map((one) => ({ decision: one, textHash: "x", isAudited: false }));
    if (died === undefined) throw new Error("no round");
    expect(await learning.keepRound(died, toKeep)).toBe(true);
    expect(await learning.keepRound(died, toKeep)).toBe(false);
    const rival = await database.connect();
    await Promise.all([copy(), copy(0, rival.learning), copy(), copy(0, rival.learning)]);
    await copy();
    expect((await samples()).map((row) => row["run_id"])).toHaveLength(6);
    // A round that was begun a moment ago is left to who began it.
    expect(await learning.takeRounds(60_000, 3, [])).toEqual([]);
  });

  test("a run that is not over yet is waited for, and what came after it is not lost", async () => {
    const shop = shopWhoseAgent((input) => {
      if (input.message === "falla" && input.turnNumber === 1 && !mended) throw new Error("roto");
      return answers()(input);
    });
    let mended = false;
    await shop.says("primero", { phone: "573000000021" });
    await eventually("the first is over", async () => (await database.rows("select from agent_turns")).length > 0);
    await shop.says("falla", { phone: "573000000022" });
    await shop.says("tercero", { phone: "573000000023" });
    await eventually("two are over", async () => {
      return (await database.rows("select from agent_runs where status = 'completed'")).length === 2;
    });
    await database.rows(
      "update conversations set run_at = recado_now() + interval '10 minutes' where run_at is not null",
    );
    await database.advance(31_000);
    await copy();
    expect(await samples()).toHaveLength(1);
    mended = true;
    await database.advance(600_000);
    shop.worker.start();
    await allOver();
    await copy();
    expect(await samples()).toHaveLength(3);
    await shop.worker.stop(500);
  });

  test("what was said a moment ago waits: a message that is stored late would lie behind the mark", async () => {
    const shop = shopWhoseAgent(answers());
    await shop.says("hola");
    await eventually("it is over", async () => {
      return (await database.rows("select from agent_runs where status = 'completed'")).length === 1;
    });
    await copy();
    expect(await samples()).toEqual([]);
    await database.advance(31_000);
    await copy();
    expect(await samples()).toHaveLength(1);
  });
});

describe("texts", () => {
  test("are kept once the workspace allows it, and deleted when it does no more", async () => {
    const shop = shopWhoseAgent(answers());
    expect(await admin().keepTexts(DEFAULT_WORKSPACE, true, "ana")).toBe(true);
    expect(await admin().keepTexts(DEFAULT_WORKSPACE, true, "ana")).toBe(false);
    await shop.says(CANARY);
    await allOver();
    await copy();
    expect(await samples()).toMatchObject([{ text: CANARY }]);
    const harvested = await admin().harvest(DEFAULT_WORKSPACE, { agentId: null, days: 30, limit: 10 });
    expect(harvested).toEqual([]); // It was sure.
    await admin().keepTexts(DEFAULT_WORKSPACE, false, "ana");
    expect(await samples()).toMatchObject([{ text: null }]);
    expect(await deeds()).toEqual(["ana learning.texts_kept", "ana learning.texts_deleted"]);
  });

  test("are harvested only where they may be: once for each, the most frequent first, with what an auditor said", async () => {
    const shop = shopWhoseAgent(({ message }) =>
      decision("listo", {
        intentInfo: understood(
          message.includes("nequi") ? { intent: "pago", confidence: 61, isSettled: false } : { intent: "precio" },
        ),
      }),
    );
    const said = ["puedo pagar por nequi", "Puedo pagar por nequi?", "cuánto vale", "PUEDO pagar por nequi!"];
    for (const [n, text] of said.entries()) await shop.says(text, { phone: `57300000004${n}` });
    await allOver();
    await copy(100);
    await auditSome({ learning: database.learning, logger: silentLogger }, auditor("envio"));
    const wanted = { agentId: "somnio", days: 30, limit: 10 };
    expect(await admin().harvest(DEFAULT_WORKSPACE, wanted)).toEqual([]);
    await admin().keepTexts(DEFAULT_WORKSPACE, true, "ana");
    const found = await admin().harvest(DEFAULT_WORKSPACE, wanted);
    expect(found).toMatchObject([
      { seen: 3, reason: "unsure", intent: "pago", confidence: 61, label: null, text: expect.stringMatching(/nequi/) },
      { seen: 1, reason: "disagreed", intent: "precio", label: "envio", text: "cuánto vale" },
    ]);
    // A person settles it: for all of its samples, and it does not come again.
    const [first] = found;
    const review = [{ agentId: "somnio", textHash: first?.textHash ?? "", label: "otro" }];
    expect(await admin().review(DEFAULT_WORKSPACE, review, "ana")).toBe(3);
    expect(await admin().harvest(DEFAULT_WORKSPACE, wanted)).toHaveLength(1);
  });
});

const auditor = (intent: string | null): Auditor => ({
  label: async () => (intent === null ? null : { intent, confidence: 90, model: "claude-test" }),
});
const audits = (one: Auditor) => auditSome({ learning: database.learning, logger: silentLogger }, one);

describe("audits", () => {
  test("are asked of a model with the words and what we had said, and only of what was answered without one", async () => {
    const shop = shopWhoseAgent(({ message }) =>
      decision("¿lo quiere?", {
        intentInfo: understood(message === "otra cosa" ? { engine: "model", modelHash: "claude-test" } : {}),
      }),
    );
    await shop.says("cuánto vale", { phone: "573000000051" });
    await eventually("answered", async () => (await database.rows("select from agent_turns")).length === 2);
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
    expect(await database.learning.claimAudits(4, 120_000)).toHaveLength(1);
    expect(await audits(auditor(null))).toBe(0);
    for (let round = 0; round < 4; round += 1) {
      await database.advance(12 * 3_600_000);
      expect(await audits(auditor(null))).toBe(1);
    }
    await database.advance(24 * 3_600_000);
    expect(await audits(auditor(null))).toBe(0);
    const { agents } = await admin().status(DEFAULT_WORKSPACE, 7);
    expect(agents).toMatchObject([{ agentId: "somnio", decisions: 1, settled: 1, audited: 0, waiting: 1 }]);
  });

  test("the word of a person stands against that of a model that comes late", async () => {
    const shop = shopWhoseAgent(answers());
    await shop.says("cuánto vale");
    await allOver();
    await copy(100);
    const [claimed] = await database.learning.claimAudits(1, 120_000);
    const [sample] = await samples();
    const review = [{ agentId: "somnio", textHash: String(sample?.["text_hash"]), label: "precio" }];
    await admin().review(DEFAULT_WORKSPACE, review, "ana");
    if (claimed === undefined) throw new Error("nothing was claimed");
    await database.learning.recordAudit(claimed, { label: "envio", confidence: 99, by: "model:claude-test" });
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
  await database.rows(
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
      learning: database.learning,
      alerts: database.store.alerts,
      agents: shop.agents,
      logger: silentLogger,
      newId,
    });
  const openAlerts = async () =>
    (await database.store.alerts.list(DEFAULT_WORKSPACE, { status: "open", limit: 10 })).items;

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
    const elsewhere = watchStops((await database.connect()).learning);
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
    await database.advance(60_000);
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
    const { localModels } = await database.store.health.counts();
    expect(localModels).toMatchObject([{ localModel: "ab12", isStopped: true, isInUse: false }]);
  });

  test("audits older than a week say nothing about today", async () => {
    const shop = shopWhoseAgent(answers());
    await shop.says("uno");
    await allOver();
    await audited("ab12", 20, 20);
    await database.advance(8 * 24 * 3_600_000);
    await judge(shop);
    expect(await database.learning.stops()).toEqual([]);
  });

  test("are counted for whoever watches", async () => {
    const shop = shopWhoseAgent(answers());
    await shop.says("uno");
    await allOver();
    await audited("ab12", 20, 20);
    await judge(shop);
    const { localModels } = await database.store.health.counts();
    expect(localModels).toEqual([
      { agentId: "somnio", localModel: "ab12", audited: 40, right: 20, isStopped: true, isInUse: true },
    ]);
  });
});

describe("a decision that is journaled", () => {
  test("shows engine, model, confidence and alternatives in its run, and intent and confidence in the chat record", async () => {
    const shop = shopWhoseAgent(answers());
    const { runId } = await shop.says("cuánto vale");
    await allOver();
    const run = await database.store.runs.get(DEFAULT_WORKSPACE, runId as RunId);
    expect(run?.decision).toMatchObject({ intentInfo: understood() });
    const turns = await database.rows("select intent_detected, confidence from agent_turns where role = 'user'");
    expect(turns).toEqual([{ intent_detected: "precio", confidence: 96 }]);
  });

  test("stands when another model has been trained in the meantime: nothing is understood anew", async () => {
    const { channel } = recordingChannel();
    const failing = {
      kindOf: () => ({ kind: "transactional", timeoutMs: 1_000 }) as const,
      execute: async () => ({ kind: "error", code: "busy", message: "come again" }) as const,
    };
    const before = testAgent(
      () =>
        decision("uno", {
          intentInfo: understood(),
          tools: [{ callId: "c1", tool: "order", input: {} }],
        }),
      { localModel: "ab12" },
    );
    const retry = { maxAttempts: 5, baseDelayMs: 60_000, maxDelayMs: 60_000 };
    const old = openShop(database.store, { channel, tools: failing, agents: registryOf(before) }, { retry });
    const { runId } = await old.says("cuánto vale");
    const run = () => database.store.runs.get(DEFAULT_WORKSPACE, runId as RunId);
    await eventually("the first attempt has failed", async () => (await run())?.status === "failed");
    await old.worker.stop(500);
    let asked = 0;
    const after = testAgent(
      () => {
        asked += 1;
        return decision("dos", { intentInfo: understood({ intent: "envio", modelHash: "cd34" }) });
      },
      { localModel: "cd34" },
    );
    const working = { ...failing, execute: async () => ({ kind: "ok", output: {}, effect: null }) as never };
    const next = openShop(database.store, { channel, tools: working, agents: registryOf(after) }, { retry });
    next.worker.start();
    await database.advance(61_000);
    await allOver();
    await next.worker.stop(500);
    expect(asked).toBe(0);
    expect((await run())?.decision).toMatchObject({ intentInfo: { intent: "precio", modelHash: "ab12" } });
    await copy();
    expect(await samples()).toMatchObject([{ intent: "precio", model_hash: "ab12", local_model: "ab12" }]);
  });
});
