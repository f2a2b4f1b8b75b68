import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { openAgents } from "../../src/app/agents/open-agents.ts";

const file = (name: string) => fileURLToPath(new URL(`../fixtures/agents/${name}`, import.meta.url));

test("a module that cannot be loaded is left out with a sentence, and the next one answers new numbers", async () => {
  const { registry, defaultId, leftOut } = await openAgents([file("broken-code.js"), file("plain.js")]);
  expect([registry.ids, defaultId]).toEqual([["somnio", "assistant", "operator", "plain"], "plain"]);
  expect(leftOut).toEqual([
    expect.stringMatching(/broken-code\.js cannot be loaded: no price list \(.*:1:7\)\.\nUntil .* "plain" answers/),
  ]);
});

test("the first that is named answers new numbers, a shipped one or one of a file", async () => {
  expect((await openAgents([file("plain.js"), "somnio"])).defaultId).toBe("plain");
  expect((await openAgents(["somnio", file("plain.js")])).defaultId).toBe("somnio");
  expect((await openAgents(["somnio", file("empty.js")])).leftOut.join()).not.toContain("new numbers");
});

test("with no module that works nothing opens", async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await expect(openAgents([file("broken-code.js"), file("empty.js")])).rejects.toThrow(
    /^RECADO_AGENT: .*no price list[\s\S]*exports no agent/,
  );
});
