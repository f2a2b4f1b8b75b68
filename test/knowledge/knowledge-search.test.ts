import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readKnowledge } from "recado";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkModule, joinParts } from "../../src/app/agents/join-modules.ts";
import { loadAgentModule } from "../../src/app/agents/load-agent-module.ts";
import { knowledgeOfParts, toolsOfParts } from "../../src/app/agents/parts-in-memory.ts";
import { toolsInMemory } from "../../src/lab/memory/memory-tools.ts";
import { playInMemory } from "../../src/lab/memory/play-in-memory.ts";

let folder: string;

const AGENT = `{ name: "T", description: "x", version: "1", initialMode: "m",
  texts: { fallback: "a", sticker: "b", richInput: "c", unsupported: "d" },
  async decide(input) {
    const found = await input.tools.read("knowledge_search", { text: input.message });
    const [best] = found.ok ? found.output.entries : [];
    const text = best !== undefined && best.share >= 0.5 ? best.text : "no sé";
    return { messages: [{ text, templateId: null }], intentInfo: null, stateUpdates: {}, tools: [], handoff: null,
      closesSession: false, totalTokens: 0, why: [] };
  } }`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "recado-knowledge-"));
  mkdirSync(join(folder, "notas"));
  writeFileSync(join(folder, "notas/horario.md"), "# Horario\n> a qué hora abren\n\nAbrimos a las **seis**.\n");
  writeFileSync(join(folder, "notas/README.md"), "Sin títulos.");
  writeFileSync(
    join(folder, "panaderia.js"),
    `export default { id: "pan", ...${AGENT} };\nexport const knowledge = "./notas";\n`,
  );
  writeFileSync(join(folder, "floristeria.js"), `export default { id: "flor", ...${AGENT} };\n`);
  writeFileSync(
    join(folder, "vacia.js"),
    `export default { id: "vacia", ...${AGENT} };\nexport const knowledge = "./nada";\n`,
  );
  writeFileSync(
    join(folder, "huecos.js"),
    `export default { id: "h", ...${AGENT} };\nexport const knowledge = [{ id: "A B", title: "x", text: "" }];\n`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function talkTo(file: string) {
  const modules = await Promise.all(
    ["./panaderia.js", "./floristeria.js"].map((path) => loadAgentModule(path, folder)),
  );
  const parts = joinParts(modules);
  const agent = modules.find(({ path }) => path === file)?.agents[0];
  if (agent === undefined) throw new Error(file);
  const tools = toolsInMemory(await toolsOfParts(parts));
  const player = playInMemory(agent, {}, { tools, knowledge: knowledgeOfParts(parts, [agent]) });
  return async (words: string) => (await player.play({ says: [words] })).turns.flatMap(({ heard }) => heard);
}

test("an agent of any kind finds what stands in the folder beside its module, in WhatsApp's marks", async () => {
  const says = await talkTo("./panaderia.js");
  expect(await says("¿a qué hora abren?")).toEqual(["Abrimos a las *seis*."]);
  expect(await says("¿venden gasolina?")).toEqual(["no sé"]);
});

test("an agent of another module does not find it", async () => {
  const says = await talkTo("./floristeria.js");
  expect(await says("¿a qué hora abren?")).toEqual(["no sé"]);
});

test("a folder without Markdown and an entry without a text are told when the module is loaded", async () => {
  await expect(loadAgentModule("./vacia.js", folder)).rejects.toThrow(/knowledge: .*nada cannot be read/u);
  await expect(loadAgentModule("./huecos.js", folder)).rejects.toThrow(
    /knowledge: the entry "A B" needs an id[\s\S]*knowledge: the entry "A B" has no text/u,
  );
  await expect(checkModule(await loadAgentModule("./panaderia.js", folder), [])).resolves.toBeUndefined();
});

test("readKnowledge gives a flow the entries of a folder, and names the folder that holds none", () => {
  expect(readKnowledge(join(folder, "notas")).map(({ id }) => id)).toEqual(["horario"]);
  expect(() => readKnowledge(join(folder, "nada"))).toThrow(/nada/u);
});
