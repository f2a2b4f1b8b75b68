import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { DEFAULT_WORKSPACE, type RunId } from "../../../src/core/ids.ts";
import { textKey } from "../../../src/nlu/text/text-key.ts";
import { auditSome } from "../../../src/runtime/learner.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../../support/shop.ts";
import { silentLogger } from "../../support/silent-logger.ts";
import { answers, auditor, CANARY, openLearning, understood } from "./open-learning.ts";

const scene = openLearning();
const { shopWhoseAgent, allOver, counted, copy, samples, admin, deeds } = scene;

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
      const [row] = await scene.database.rows(
        `select count(*)::int as n from ${table} t where t::text ilike '%zarig%'`,
      );
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
    await scene.database.rows("insert into workspaces (id, name) values ('other', 'Other')");
    const [salts] = await scene.database.rows("select count(distinct salt)::int as n from nlu_settings");
    expect(salts?.["n"]).toBe(2);
  });

  test("a decision that this version cannot read is passed over, and those after it are learnt from", async () => {
    const shop = shopWhoseAgent(answers());
    const { runId } = await shop.says("uno", { phone: "573000000008" });
    await shop.says("dos", { phone: "573000000009" });
    await allOver();
    await scene.database.rows(
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
    const { learning } = scene.database;
    // Taken, and the process is killed: nothing has moved.
    const [died] = await learning.takeRounds(0, 3, []);
    expect(died?.decisions).toHaveLength(3);
    // Committed, and the answer is lost: the same once more keeps nothing twice.
    const toKeep = (died?.decisions ?? []).map((one) => ({ decision: one, textHash: "x", isAudited: false }));
    if (died === undefined) throw new Error("no round");
    expect(await learning.keepRound(died, toKeep)).toBe(true);
    expect(await learning.keepRound(died, toKeep)).toBe(false);
    const rival = await scene.database.connect();
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
    await eventually(
      "the first is over",
      async () => (await scene.database.rows("select from agent_turns")).length > 0,
    );
    await shop.says("falla", { phone: "573000000022" });
    await shop.says("tercero", { phone: "573000000023" });
    await eventually("two are over", async () => {
      return (await scene.database.rows("select from agent_runs where status = 'completed'")).length === 2;
    });
    await scene.database.rows(
      "update conversations set run_at = recado_now() + interval '10 minutes' where run_at is not null",
    );
    await scene.database.advance(31_000);
    await copy();
    expect(await samples()).toHaveLength(1);
    mended = true;
    await scene.database.advance(600_000);
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
      return (await scene.database.rows("select from agent_runs where status = 'completed'")).length === 1;
    });
    await copy();
    expect(await samples()).toEqual([]);
    await scene.database.advance(31_000);
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
    await auditSome({ learning: scene.database.learning, logger: silentLogger }, auditor("envio"));
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

describe("a decision that is journaled", () => {
  test("shows engine, model, confidence and alternatives in its run, and intent and confidence in the chat record", async () => {
    const shop = shopWhoseAgent(answers());
    const { runId } = await shop.says("cuánto vale");
    await allOver();
    const run = await scene.database.store.runs.get(DEFAULT_WORKSPACE, runId as RunId);
    expect(run?.decision).toMatchObject({ intentInfo: understood() });
    const turns = await scene.database.rows("select intent_detected, confidence from agent_turns where role = 'user'");
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
    const old = openShop(scene.database.store, { channel, tools: failing, agents: registryOf(before) }, { retry });
    const { runId } = await old.says("cuánto vale");
    const run = () => scene.database.store.runs.get(DEFAULT_WORKSPACE, runId as RunId);
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
    const next = openShop(scene.database.store, { channel, tools: working, agents: registryOf(after) }, { retry });
    next.worker.start();
    await scene.database.advance(61_000);
    await allOver();
    await next.worker.stop(500);
    expect(asked).toBe(0);
    expect((await run())?.decision).toMatchObject({ intentInfo: { intent: "precio", modelHash: "ab12" } });
    await copy();
    expect(await samples()).toMatchObject([{ intent: "precio", model_hash: "ab12", local_model: "ab12" }]);
  });
});
