import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { MODEL_FAILURES } from "../../../src/core/ports/model/model.ts";
import type { Question } from "../../../src/core/ports/model/turn-model.ts";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";
import type { ScriptedReply } from "../../../src/models/scripted-model.ts";
import { parseDecision } from "../../../src/runtime/decision-schema.ts";
import { summing, TALKING } from "../../scenarios/somnio/starting-points.ts";
import { judgedBy } from "../../support/judged-tools.ts";
import { playedToday } from "../../support/share-of-the-day.ts";
import { detected, turnModel, withModel } from "../../support/turn-model.ts";
import { type Draw, pick, seeded } from "./worst-case.ts";

const FAULT_RATE = 0.3;
const SEEDS = Array.from({ length: 150 }, (_, at) => at + 1);
const FILE = "test/flow/model/faults.test.ts";
const ANSWER = "Un frasco vale *$79.900* y el envío es gratis a toda Colombia.";
const NOTE: ScriptedReply = { calls: [{ name: "create_task", input: { note: "una pregunta" } }] };

/** Every way in which an answer can be none. */
function faultOf(draw: Draw): ScriptedReply | null {
  const broken: readonly (ScriptedReply | null)[] = [
    ...MODEL_FAILURES.map((fails): ScriptedReply => ({ fails, said: '{"intent": "compra_conf' })),
    null,
    "",
    "no sé",
    '{"intent": "envio", "confidence": 9',
    detected("COMPRA-CONFIRMADISIMA", 100),
    detected("compra_confirmada", 1_000),
    { json: ["compra_confirmada"] },
    { json: { texts: [], repeats: ["sí"] } },
    { calls: [{ name: "create_order", input: {} }] },
    { calls: [{ name: "create_task", input: '{"note": "cortad' }] },
  ];
  return pick(draw, broken);
}

function soundReply(draw: Draw, { purpose, messages }: Question): ScriptedReply {
  if (purpose === "detector")
    return detected(pick(draw, ["otro", "envio", "compra_confirmada", "precio"]), pick(draw, [95, 70, 45]));
  if (purpose === "writer") return { json: { texts: ["Claro: lo mismo de antes"] } };
  return messages.length === 1 && draw() < 0.5 ? NOTE : ANSWER;
}

const UNCLEAR = [
  "vea pues la vaina esa que me dijo mi comadre",
  "y pa la gripa también hay o qué vecino",
  "eso que le dije ahorita parce",
];
const CLEAR = ["cuánto vale?", "¿hacen envíos a Pasto?", "cómo se toma?"];

test("at a fault rate of 30 % every message is answered, asked about or handed over with words, and no broken answer does anything", async () => {
  const faults: string[] = [];
  let asked = 0;
  let failed = 0;
  const played = playedToday("answers that fail", SEEDS, { oneIn: 4, file: FILE });
  for (const seed of played) {
    const draw = seeded(seed * 104_729);
    let session = "";
    const model = turnModel(
      (question) => {
        asked += 1;
        if (draw() >= FAULT_RATE) return soundReply(draw, question);
        failed += 1;
        return faultOf(draw);
      },
      { tryTool: (tool, input) => judgedBy(session)(tool, input) },
    );
    const conversation = createSandboxConversation(
      withModel(somnioFlow, model),
      seed % 3 === 0 ? summing("2x") : TALKING,
    );
    for (let turn = 0; turn < 3 && conversation.isBotOn(); turn += 1) {
      session = conversation.session().id;
      const text = pick(draw, draw() < 0.75 ? UNCLEAR : CLEAR);
      const { decision } = await conversation.hear([text]);
      if (decision === null) break;
      parseDecision(decision, "faults");
      const where = `seed ${seed}, turn ${turn}, "${text}"`;
      // While data is collected idle words are met with silence (A16), and a timer goes on.
      const isIdle = conversation.session().mode.startsWith("collecting") && conversation.timer() !== null;
      if (decision.messages.length === 0 && !isIdle) faults.push(`${where}: silence`);
      if (decision.tools.some(({ tool }) => tool === "create_order" || tool === "update_order"))
        faults.push(`${where}: an order`);
      const isAsked = decision.tools.some(({ callId }) => callId.startsWith("orchestrator"));
      // A note goes only with the words of the answer that asked for it.
      if (isAsked && decision.messages[0]?.text !== ANSWER) faults.push(`${where}: a call of an answer that was none`);
    }
    if (conversation.orders().length > 0) faults.push(`seed ${seed}: an order`);
  }
  expect(faults).toEqual([]);
  expect(asked).toBeGreaterThan(played.length);
  expect(failed / asked).toBeGreaterThan(0.2);
});
