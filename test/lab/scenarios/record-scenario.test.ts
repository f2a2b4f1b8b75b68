import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";
import { readScenarioFile } from "../../../src/lab/scenarios/read-scenario-file.ts";
import { type Happening, recordScenario } from "../../../src/lab/scenarios/record-scenario.ts";
import { replacePersonalData } from "../../../src/lab/scenarios/replace-personal-data.ts";
import { writeScenarioFile } from "../../../src/lab/scenarios/write-scenario-file.ts";
import { runScenario } from "../../support/run-scenario.ts";

const PERSON = { firstNames: ["Yolanda Patricia"], surnames: ["Zuluaga"] };

async function sale(): Promise<Happening[]> {
  const conversation = createSandboxConversation(somnioFlow);
  const happenings: Happening[] = [];
  const says = async (text: string) => {
    const { decision } = await conversation.hear([text]);
    happenings.push({ at: conversation.now(), action: { says: [text] }, decision });
  };
  await says("hola, quiero comprar");
  await says("Yolanda Patricia Zuluaga, cel 310 987 6543, Cra 77 # 88-99 barrio Centro, Tunja, yolanda@correo.com.co");
  for (const { decision } of await conversation.wait(605)) {
    happenings.push({ at: conversation.now(), action: null, decision });
  }
  await says("el de 2");
  return happenings;
}

test("a recorded conversation is a scenario that decides the same, with nobody's data in it", async () => {
  const scenario = recordScenario("42", await sale(), replacePersonalData(PERSON));
  const text = writeScenarioFile({ agent: "somnio", scenarios: [scenario] });
  expect(text).not.toMatch(/yolanda|patricia|zuluaga|9876543|987 6543|88-99|correo\.com/i);
  expect(text).toContain('telefono: "573005550001"');
  const read = readScenarioFile(text);
  expect(read.kind === "faulty" ? read.faults : "read").toBe("read");
  expect(scenario.steps.map((step) => Object.keys(step)[0])).toEqual(["says", "says", "wait", "says"]);
  expect(await runScenario(somnioFlow, scenario)).toEqual([]);
});

test("with its data kept it is word for word what was said", async () => {
  const scenario = recordScenario("42", await sale(), (text) => text);
  expect(scenario.steps[1]?.says).toEqual([expect.stringContaining("Yolanda Patricia Zuluaga, cel 310 987 6543")]);
  expect(await runScenario(somnioFlow, scenario)).toEqual([]);
});

test.each([
  ["soy YOLANDA zuluaga", "soy Ana Gómez"],
  ["+57 310-987-6543 o 3109876543", "+57 300-555-0001 o 3005550001"],
  ["cédula 52123456", "cédula 11111111"],
  ["quiero 2, ¿cuánto valen los 3?", "quiero 2, ¿cuánto valen los 3?"],
])("%s becomes %s", (said, replaced) => {
  expect(replacePersonalData(PERSON)(said)).toBe(replaced);
});
