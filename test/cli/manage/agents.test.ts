import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test, vi } from "vitest";
import { loadAgentModule } from "../../../src/app/agents/load-agent-module.ts";
import { loadShipped, loadShippedThatWork } from "../../../src/app/agents/load-shipped.ts";
import { openAgents } from "../../../src/app/agents/open-agents.ts";
import { checkAgents, listAgents, showAgents } from "../../../src/cli/manage/agents.ts";
import { reportError } from "../../../src/cli/report-error.ts";
import { FlowDefinitionError } from "../../../src/flow/define-flow-agent.ts";

const folder = fileURLToPath(new URL("../../fixtures/agents/", import.meta.url));
const readsTypeScript = Boolean((process.features as { typescript?: unknown }).typescript);

afterEach(() => vi.restoreAllMocks());

async function printed(work: () => Promise<void>): Promise<string> {
  let text = "";
  vi.spyOn(process.stdout, "write").mockImplementation((part) => {
    text += String(part);
    return true;
  });
  await work();
  return text;
}

test("an agent is known by its shape, under any name that it is exported as", async () => {
  expect((await loadAgentModule("plain.js", folder)).agents.map(({ id }) => id)).toEqual(["plain"]);
});

test("a server that cannot load its agent says which variable named it", async () => {
  await expect(openAgents(["./gone.js"])).rejects.toThrow(/^RECADO_AGENT: \.\/gone\.js is not there/);
});

describe("a slip in the texts of a shipped agent", () => {
  const broken = async (): Promise<never> =>
    Promise.reject(
      new FlowDefinitionError("somnio", ['template "despedida" has a hole {{campos_faltante}} that nothing fills']),
    );

  test("is a sentence with its place where that agent is wanted, and no bug of Recado's", async () => {
    const failed = await loadShipped("somnio", broken).catch((thrown: unknown) => thrown);
    let said = "";
    reportError(failed, (text) => {
      said += text;
    });
    expect(said).toBe(
      'recado: The shipped agent "somnio" (src/agents/somnio) cannot work:\n- template "despedida" has a hole {{campos_faltante}} that nothing fills\n',
    );
  });

  test("stops no other shop: that agent is left out, and stderr says so", async () => {
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    expect(await loadShippedThatWork(broken)).toEqual([]);
    expect(said.mock.calls.join()).toMatch(/"somnio".*cannot work:\n- template[\s\S]*It is left out/);
  });

  test("that nothing has put into words is still a sentence", () => {
    let said = "";
    reportError(new FlowDefinitionError("pizzeria", ["modes.inicio is missing"]), (text) => {
      said += text;
    });
    expect(said).toBe("recado: an agent cannot work:\n- modes.inicio is missing\n");
  });

  test("is not read by what needs no agent", async () => {
    const bare = await import("../../../src/app/load-config.ts");
    expect(bare.loadConfig().agents).toEqual(["somnio"]);
    const source = await readFile(new URL("../../../src/agents/shipped-agents.ts", import.meta.url), "utf8");
    expect(source).not.toMatch(/^import (?!type)/m);
  });
});

describe("what cannot be used is told in a sentence", () => {
  test.each([
    ["gone.js", /^gone\.js is not there \(looked for .*gone\.js\)\.$/],
    [".", /^\. is a folder: name the file/],
    ["not-an-agent.txt", /is no \.js, \.mjs, \.ts, \.mts file/],
    ["empty.js", /^empty\.js exports no agent \(only greeting\): write `export default defineFlowAgent/],
    ["broken-code.js", /^broken-code\.js cannot be loaded: no price list \(\/.*broken-code\.js:1:7\)\.$/],
    [
      "faulty.js",
      /^faulty\.js defines an agent that cannot work \(\/.*faulty\.js:5:16\):\n- .*name is missing[\s\S]*- modes\.inicio\.stage is "starting"; it must be one of welcome/,
    ],
    [
      "typed.ts",
      readsTypeScript
        ? /exports no agent/
        : /is TypeScript, which Node 20\.\d+\.\d+ does not read: use Node 22\.18 or newer/,
    ],
  ])("%s", async (path, sentence) => {
    await expect(loadAgentModule(path, folder)).rejects.toThrow(
      expect.objectContaining({ code: "agent_invalid", message: expect.stringMatching(sentence) }),
    );
  });
});

test("check says that a sound agent is sound, and how large it is", async () => {
  expect(await printed(() => checkAgents(undefined))).toMatch(/^✓ somnio \(Somnio, version \d\): /);
  expect(await printed(() => checkAgents(`${folder}plain.js`))).toMatch(/^✓ plain .*decides by code of its own/);
});

test("check ends with the faults of an agent that is not", async () => {
  await expect(checkAgents(`${folder}faulty.js`)).rejects.toThrow(/modes\.inicio\.stage/);
  await expect(checkAgents("somno")).rejects.toThrow(
    /"somno" is no agent that is shipped \(did you mean "somnio"\?\); name one of your own by its file/,
  );
});

test("list names every agent", async () => {
  expect(await printed(() => listAgents({}))).toMatch(/^somnio {5}version/);
  expect(JSON.parse(await printed(() => listAgents({ json: true })))).toEqual([
    expect.objectContaining({ id: "somnio" }),
    expect.objectContaining({ id: "assistant" }),
    expect.objectContaining({ id: "operator" }),
  ]);
});

test("show of an agent without a flow says that there is none", async () => {
  expect(await printed(() => showAgents(`${folder}plain.js`, {}))).toMatch(
    /^Plain \(plain, version 1\)[\s\S]*no modes to show/,
  );
});

test("show draws the modes, for the terminal and for a document", async () => {
  expect(await printed(() => showAgents("somnio", {}))).toMatch(
    /● ofrecer_promos \(offer\) {2}needs critical_data\n {4}└─▶ /,
  );
  expect(await printed(() => showAgents("somnio", { mermaid: true }))).toMatch(
    /^stateDiagram-v2\n {2}\[\*\] --> bienvenida\n/,
  );
});
