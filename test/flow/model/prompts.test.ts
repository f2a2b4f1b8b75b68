import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { fillPrompt, parsePrompt } from "../../../src/flow/model/prompt.ts";
import { PROMPT_IDS, type PromptId, shippedPrompt } from "../../../src/flow/model/prompts/shipped-prompts.ts";

/**
 * Every version of every prompt that was ever released, and what it said. A run journals id and version: a text that changes gets
 * a new version and a new line here; an old line is never touched.
 */
const RELEASED: Readonly<Record<PromptId, Readonly<Record<string, string>>>> = {
  detector: { "1": "e7ba36397c703c5c", "2": "aed18fc1453e203f", "3": "3289c6f0de34b24b", "4": "0059e71b99e47ac4" },
  orchestrator: { "1": "1afd629b6879028c", "2": "24102f72dc9e45d3", "3": "e624ecc68476eeec" },
  paraphrase: { "1": "3e4674a87cf947cf", "2": "1020a69cce88976e" },
  summary: { "1": "32a8912e9891f204", "2": "cb25cdc1d278209c" },
  gist: { "1": "62f69ecc5e715090" },
  memory: { "1": "499e17d2fcfd261f" },
  vision: { "1": "12316be242f83d76", "2": "59e195205f199dd4" },
};

test.each(PROMPT_IDS)("the text of the prompt %s is the one of its version", (id) => {
  const { version, source } = shippedPrompt(id);
  expect(RELEASED[id][version]).toBe(createHash("sha256").update(source).digest("hex").slice(0, 16));
});

test("a file without id and version is no prompt", () => {
  expect(() => parsePrompt("Usted es…")).toThrow("version");
});

test("a hole that nobody fills is found before anybody is asked; a filled one is not looked into", () => {
  expect(() => fillPrompt("Para {{tienda}}", {})).toThrow("{{tienda}}");
  expect(fillPrompt("Dijo {{dijo}}", { dijo: "{{clave}} y {{dijo}}" })).toBe("Dijo {{clave}} y {{dijo}}");
});
