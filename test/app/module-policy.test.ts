import { expect, test } from "vitest";
import * as z from "zod";
import { joinParts } from "../../src/app/agents/join-modules.ts";
import type { AgentModule } from "../../src/app/agents/load-agent-module.ts";
import { NO_PARTS } from "../../src/app/agents/module-parts.ts";
import { toolsOfParts } from "../../src/app/agents/parts-in-memory.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import type { PolicyRule } from "../../src/tools/policy.ts";
import { CUSTOMER_SCOPE } from "../support/tool-scope.ts";

/** A module with one agent and one tool, which the standard rules ask a person about. */
function moduleOf(id: string, policy: readonly PolicyRule[]): AgentModule {
  const pay = defineTool({
    name: `${id}.pay`,
    description: "Pays money back.",
    module: "external",
    input: z.strictObject({}),
    output: z.strictObject({}),
    effect: "external",
    risk: "high",
    permissions: [],
    reversible: false,
    run: () => ({ kind: "ok", output: {} }),
  });
  const words = { id, name: id, description: "", version: "1", initialMode: "on", tools: [pay.name] };
  const texts = { fallback: "", sticker: "", richInput: "", unsupported: "" };
  const decide = () => {
    throw new Error("this test asks no agent");
  };
  return { path: `${id}.js`, agents: [{ ...words, texts, decide }], parts: { ...NO_PARTS, tools: [pay], policy } };
}

test.each<readonly [string, PolicyRule["when"]]>([
  ["whatever is called", {}],
  ["the agents of both", { agent: ["lender", "shop"] }],
  ["the tool of the other", { tool: ["lender.pay", "shop.pay"] }],
])("a module's rule about %s judges the calls of its own agents alone", async (_, when) => {
  const generous: PolicyRule = { name: "generous", when, decision: "allow", why: "the lender decided so" };
  const registry = await toolsOfParts(joinParts([moduleOf("lender", [generous]), moduleOf("shop", [])]));
  const pay = (agentId: string) =>
    registry.execute({
      tool: `${agentId}.pay`,
      input: {},
      idempotencyKey: `run:${agentId}`,
      scope: { ...CUSTOMER_SCOPE, agentId, granted: [`${agentId}.pay`] },
      signal: new AbortController().signal,
    });
  expect(await pay("lender")).toMatchObject({ kind: "ok" });
  expect(await pay("shop")).toMatchObject({ kind: "confirm" });
});
