import { expect, test, vi } from "vitest";
import { listPrompts, showPrompt } from "../../../src/cli/manage/prompts.ts";

async function printed(run: () => void | Promise<void>): Promise<string> {
  const written: string[] = [];
  const spy = vi.spyOn(process.stdout, "write").mockImplementation((chunk) => written.push(String(chunk)) > 0);
  try {
    await run();
  } finally {
    spy.mockRestore();
  }
  return written.join("");
}

test("the prompts are listed with the versions that runs journal", async () => {
  expect(JSON.parse(await printed(() => listPrompts({ json: true })))).toContainEqual({
    id: "detector",
    version: expect.stringMatching(/^\d+$/),
  });
});

test("a prompt is shown as its file, or as the whole question about a text", async () => {
  expect(await printed(() => showPrompt("detector", {}))).toContain("{{intenciones}}");
  const shown = await printed(() => showPrompt("detector", { text: "cuánto vale?" }));
  expect(shown).toContain("⟦cliente⟧\ncuánto vale?\n⟦fin⟧");
  expect(shown).toContain("`precio`");
  expect(shown).not.toContain("{{");
  expect(await printed(() => showPrompt("orchestrator", { text: "cuánto vale?" }))).toContain("## tools");
});

test("what there is not is said, with the way on", async () => {
  await expect(showPrompt("detectar", {})).rejects.toThrow('did you mean "detector"');
  await expect(showPrompt("detector", { text: "a", conversation: "b" })).rejects.toThrow("not both");
  await expect(showPrompt("vision", { text: "a" })).rejects.toThrow("without a text");
});
