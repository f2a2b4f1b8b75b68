import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { NO_KNOWLEDGE } from "../../src/core/knowledge/knowledge-source.ts";
import { NO_DESK } from "../../src/core/ports/desk/operator-desk.ts";
import { NO_OWN_SOURCE } from "../../src/core/ports/own-source.ts";
import { NO_ARTIFACTS } from "../../src/tools/artifact-tools.ts";
import { BUILT_IN_TOOLS } from "../../src/tools/built-in-tools.ts";
import { NO_DOCUMENTS } from "../../src/tools/document-tools.ts";
import { createOperatorTools } from "../../src/tools/operator/operator-tools.ts";
import { PERSONAL_TOOLS } from "../../src/tools/personal/personal-tools.ts";
import { POLICY_RULES } from "../../src/tools/policy-rules.ts";
import { systemTools } from "../../src/tools/shop-tools.ts";
import { describeToolsInMarkdown } from "../support/describe-tools.ts";

const FILE = new URL("../../docs/tools.md", import.meta.url);
const MARK = "<!-- What follows is made of the definitions by `npm run docs:tools`. -->\n";

test("docs/tools.md says what the definitions say (if not: npm run docs:tools)", async () => {
  const text = await readFile(FILE, "utf8");
  const head = text.slice(0, text.indexOf(MARK) + MARK.length);
  expect(head.endsWith(MARK)).toBe(true);
  const made = `${head}\n${describeToolsInMarkdown([...systemTools(NO_KNOWLEDGE, NO_DOCUMENTS, NO_ARTIFACTS), ...BUILT_IN_TOOLS, ...PERSONAL_TOOLS, ...createOperatorTools(NO_DESK, NO_OWN_SOURCE, { evaluator: null, shell: null })], POLICY_RULES)}`;
  if (process.env["UPDATE_DOCS"] === "1") await writeFile(FILE, made);
  expect(await readFile(FILE, "utf8")).toBe(made);
});
