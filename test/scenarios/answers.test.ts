import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { NO_PARTS } from "../../src/app/agents/module-parts.ts";
import { openFullStage } from "../../src/cli/test/full/open-full-stage.ts";
import { playInMemory } from "../../src/lab/memory/play-in-memory.ts";
import { describeFailure } from "../../src/lab/scenarios/describe-failure.ts";
import { isFailure, judgeScenario, type Stage } from "../../src/lab/scenarios/judge-scenario.ts";
import { loadScenarioFile } from "../../src/lab/scenarios/load-scenario-file.ts";
import { decision, testAgent } from "../support/shop.ts";

const folder = mkdtempSync(join(tmpdir(), "recado-answers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DELETES = { tools: [{ callId: "c1", tool: "crm.contact.delete", input: { reason: "lo pidió" } }] };
const clerk = testAgent(
  ({ message, messages, dueTimer }) => {
    if (dueTimer != null) return decision("Lo borramos por inactividad.", DELETES);
    if (message.startsWith("borre"))
      return decision("Listo, borrado.", { ...DELETES, stateUpdates: { newMode: "despedida" } });
    return decision(`Anotado: ${messages.join(", ")}`);
  },
  { id: "clerk", tools: ["crm.contact.delete"] },
);

const FILE = `
scenarios:
  - id: "yes"
    title: the customer's yes has it done, and what stood behind it is said
    steps:
      - says: borre todo
        expect: { mode: bienvenida, replies: 1, tools: [crm.contact.delete] }
      - answers: approve
        expect: { mode: despedida, texts: ["^Listo"], tools: [crm.contact.delete] }
  - id: "words"
    title: a yes in words is an answer as well
    steps:
      - says: borre todo
      - wait: 10s
      - says: sí
        expect: { mode: despedida, texts: ["^Listo"], tools: [crm.contact.delete] }
  - id: "words at once"
    title: a yes in words is an answer also when no time is said to have passed
    steps:
      - says: borre todo
      - says: sí
        expect: { mode: despedida, texts: ["^Listo"], tools: [crm.contact.delete] }
  - id: "ok at once"
    title: an ok is no yes in either, and the question is put again
    steps:
      - says: borre todo
      - says: ok
        expect: { mode: bienvenida, replies: 1, tools: [] }
  - id: "no"
    title: a no is told, and nothing is done
    steps:
      - says: borre todo
      - answers: deny
        expect: { mode: bienvenida, replies: 1, texts: ["no lo hago"], tools: [] }
  - id: "two"
    title: of two that are open each gets its own answer
    steps:
      - says: borre todo
      - says: borre lo demás
      - answers: { decision: deny, question: 1 }
        expect: { mode: bienvenida, replies: 1, tools: [] }
      - says: gracias
        expect: { texts: [Anotado] }
      - answers: approve
        expect: { mode: despedida, texts: ["^Listo"], tools: [crm.contact.delete] }
  - id: "operator"
    title: what nobody asked for is decided by a person of the shop
    from: { mode: bienvenida, armed: { level: L1, in: 60s } }
    steps:
      - wait: 2m
        expect: { replies: 0, fired: 1, tools: [crm.contact.delete] }
      - answers: approve
        expect: { texts: ["inactividad"], tools: [crm.contact.delete] }
  - id: "files"
    title: a picture that comes together with words is of the same turn
    steps:
      - says: ya pagué
        files: [{ kind: image, words: mire }]
        expect: { texts: ["^Anotado: ya pagué, mire"] }
  - id: "none"
    title: what waits for nothing cannot be answered
    steps:
      - says: hola
      - answers: approve
`;

test("answers to what waits for a yes, and files beside words, come to the same in memory and through the whole stack", async () => {
  const path = join(folder, "answers.yaml");
  writeFileSync(path, FILE);
  const { scenarios } = loadScenarioFile(path);
  const open: Stage["open"] = ({ scenario }) => playInMemory(clerk, scenario.from);
  const inMemory = await Promise.all(scenarios.map((one) => judgeScenario(one, { where: "memory", open })));
  const stage = await openFullStage({ agent: clerk, parts: NO_PARTS }, inject("serverUrl"));
  try {
    const inFull = await stage.play(scenarios, () => undefined);
    for (const played of [inMemory, inFull]) {
      expect(played.slice(0, -1).filter(isFailure).map(describeFailure)).toEqual([]);
      expect(played.at(-1)?.result.broke).toMatchObject({
        step: 2,
        message: expect.stringMatching(/no question is open/),
      });
    }
    const heard = (played: typeof inFull) => played.map(({ result }) => result.conversation);
    expect(heard(inFull)).toEqual(heard(inMemory));
  } finally {
    await stage.close();
  }
}, 60_000);
