import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { loadAgentModule } from "../../src/app/agents/load-agent-module.ts";
import { isFlowAgent } from "../../src/flow/define-flow-agent.ts";
import { playInMemory } from "../../src/lab/memory/play-in-memory.ts";
import { describeFailure } from "../../src/lab/scenarios/describe-failure.ts";
import { findScenarioFiles } from "../../src/lab/scenarios/find-scenario-files.ts";
import { isFailure, judgeScenario } from "../../src/lab/scenarios/judge-scenario.ts";
import { loadScenarioFile } from "../../src/lab/scenarios/load-scenario-file.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const shops = readdirSync(join(root, "examples"), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

test("there is another shop than Somnio", () => {
  expect(shops).toContain("pizzeria");
});

/** `examples/<name>/<name>.js`, as `recado` loads it. */
async function loadShop(name: string) {
  const {
    agents: [agent],
  } = await loadAgentModule(join("examples", name, `${name}.js`), root);
  if (agent === undefined) throw new Error(`examples/${name} has no agent`);
  return agent;
}

describe.each(shops)("the example %s", (name) => {
  const folder = join(root, "examples", name);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.(?:js|ts)$/.test(file));

  test("is made of the library's door and of files of its own", () => {
    const imported = files.flatMap((file) => {
      const text = readFileSync(join(folder, file), "utf8");
      const named = [...text.matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, specifier = ""]) => specifier);
      return named.map((specifier) => {
        if (!specifier.startsWith(".")) return specifier;
        const target = relative(folder, resolve(dirname(join(folder, file)), specifier));
        return target.startsWith("..") ? specifier : "its own";
      });
    });
    const others = imported.filter(
      (name) => name !== "its own" && !/^recado(?:\/(?:flow|language|tools))?$|^zod$/.test(name),
    );
    expect(others).toEqual([]);
    expect(imported).toContain("recado");
  });

  test("understands what it gives as examples of each intent", async () => {
    const agent = await loadShop(name);
    // An agent with a language model has no phrases of its own.
    if (!isFlowAgent(agent)) return;
    const { definition } = agent;
    const context = {
      lastAssistant: [],
      asked: ["packs", "pack"] as const,
      isCollecting: false,
      data: {},
      missing: [],
    };
    const misread: string[] = [];
    for (const [intent, { examples }] of Object.entries(definition.intents)) {
      for (const example of examples) {
        const { intent: read } = await definition.reader.read([example], context);
        const understood = [read, ...(read?.alternatives ?? [])].map((one) => one?.intent ?? "nothing");
        if (!understood.includes(intent))
          misread.push(`"${example}" is read as ${understood.join(", ")}, not ${intent}`);
      }
    }
    expect(misread).toEqual([]);
  });

  describe.each(findScenarioFiles([join(folder, "scenarios")]))("%s", (path) => {
    const cases = loadScenarioFile(path).scenarios.map(
      (one) => [`${one.scenario.id}: ${one.scenario.title}`, one] as const,
    );
    test.each(cases)("%s", async (_, located) => {
      const agent = await loadShop(name);
      const open = () => playInMemory(agent, located.scenario.from);
      const played = await judgeScenario(located, { where: "memory", open });
      expect(isFailure(played) ? describeFailure(played) : "as written").toBe("as written");
    });
  });
});
