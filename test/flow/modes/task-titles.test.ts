import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { LOCALES } from "../../../src/core/locale/locale.ts";
import { packOf } from "../../../src/core/locale/pack-of.ts";
import { titleOf } from "../../../src/flow/modes/hand-over.ts";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";

const FLOW = new URL("../../../src/flow/", import.meta.url);

/** A hold is told in the shop's own words; what the caller forces is a mistake of the caller; here a person is needed indeed. */
const OWN_TITLES = /can be forced|^the sale is held|^the orchestrator asks/;

/** Every reason for a person that stands in the rules as a text; holes as a customer's number. */
function reasons(): string[] {
  const files = readdirSync(FLOW, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  return files.flatMap((name) => {
    const source = readFileSync(new URL(name, FLOW), "utf8");
    const told = [...source.matchAll(/handOver\([^;]*?(?:"([a-z][^"]* [^"]*)"|`([^`]* [^`]*)`)[^;]*?\)[;,]?/g)];
    return told.flatMap(([, plain, filled]) => (plain ?? filled ?? "").replaceAll(/\$\{[^}]*\}/g, "5"));
  });
}

test("each reason for which the rules call a person has a title in the language of the shop", () => {
  const found = reasons();
  expect(found.length).toBeGreaterThanOrEqual(9);
  const { definition } = somnioFlow;
  const { person_needed: anyReason } = packOf(definition.locale).texts.tasks;
  const untold = found.filter((reason) => titleOf(definition, reason) === anyReason && !OWN_TITLES.test(reason));
  expect(untold).toEqual([]);
  expect(titleOf(definition, "the customer asks for asesor")).toBe("el cliente pide: Hablar con alguien");
  const titles = LOCALES.map((locale) => titleOf({ ...definition, locale }, "the customer asks for asesor"));
  expect(new Set(titles).size).toBeGreaterThanOrEqual(3);
  for (const locale of LOCALES) expect(Object.values(packOf(locale).texts.tasks)).not.toContain("");
});

test("a customer who wants a person leaves a task that an owner can read", async () => {
  const { decision } = await createSandboxConversation(somnioFlow).hear(["quiero hablar con una persona"]);
  expect(decision?.tools.find(({ tool }) => tool === "create_task")?.input).toMatchObject({
    title: "Somnio: el cliente pide hablar con una persona",
    about: { code: "wants_person", values: { agent: "Somnio" } },
  });
});
