import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { assistant } from "../../src/agents/assistant/assistant.ts";
import { operator } from "../../src/agents/operator/operator.ts";
import { INTENTS } from "../../src/agents/somnio/intent-definitions.ts";
import { MODES } from "../../src/agents/somnio/modes.ts";
import { ERROR_CODES } from "../../src/core/errors.ts";
import { ALERT_TEXTS } from "../../src/core/operations/alert-news.ts";
import { FOLLOW_UP_CATEGORIES } from "../../src/core/outbound/scheduled-message.ts";
import { TASK_CODES } from "../../src/core/task-about.ts";
import { PHASES } from "../../src/core/turn/turn.ts";
import { STAGES } from "../../src/flow/definition/flow-definition.ts";
import { BUILT_IN_TOOLS } from "../../src/tools/built-in-tools.ts";
import { POLICY_RULES } from "../../src/tools/policy-rules.ts";
import { english } from "../../studio/src/text/english.ts";
import { laterEnglish } from "../../studio/src/text/later-english.ts";
import { laterSpanish } from "../../studio/src/text/later-spanish.ts";
import { spanish } from "../../studio/src/text/spanish.ts";

/** They end the process before there is a Studio. */
const WITHOUT_A_STUDIO = [
  ...["bad_environment", "agent_invalid", "port_taken", "data_dir_in_use", "data_dir_unusable", "backup_unusable"],
  ...["database_unreachable", "database_too_old", "database_not_migrated", "database_newer_than_code"],
  ...["database_of_development", "database_role_refused", "embedded_database_failed"],
  ...["embedded_database_unsupported", "bad_scenario", "bad_training_data", "bad_model_file"],
];

/** Why a scheduled message waits: `waitUntil` names each in its source. */
const SCHEDULED = readFileSync(new URL("../../src/core/outbound/scheduled-message.ts", import.meta.url), "utf8");
const HELD = [...SCHEDULED.matchAll(/waitUntil\([^;{]*?"([a-z_]+)"/g)].map(([, reason]) => String(reason));
/** Why a person is asked to say it instead. */
const ASKS_PERSON = [...SCHEDULED.matchAll(/end\("failed", "([a-z_]+)", (?:true|message)/g)].map(([, reason]) =>
  String(reason),
);

const CODES = [
  ...Object.keys(ERROR_CODES)
    .filter((code) => !WITHOUT_A_STUDIO.includes(code))
    .map((code) => `error_${code}`),
  ...POLICY_RULES.map(({ name }) => `rule_${name}`),
  ...BUILT_IN_TOOLS.map(({ name }) => `tool_${name}`),
  ...["create_order", "update_order", "cancel_order", "create_task", "log_disambiguation"].map(
    (name) => `tool_${name}`,
  ),
  ...[...(operator.tools ?? []), ...(assistant.tools ?? [])].map((name) => `tool_${name}`),
  ...Object.keys(MODES).map((mode) => `mode_${mode}`),
  ...Object.keys(INTENTS).map((intent) => `intent_${intent}`),
  ...STAGES.map((stage) => `stage_${stage}`),
  ...PHASES.map((phase) => `phase_${phase}`),
  ...FOLLOW_UP_CATEGORIES.map((category) => `follow_up_${category}`),
  ...HELD.map((reason) => `held_${reason}`),
  ...ALERT_TEXTS.map(([beginning]) => `alert_${beginning.replace(/_$/, "")}`),
];

test.each([
  ["Spanish", spanish.codes],
  ["English", english.codes],
] as const)("every code that the core shows to people has words in %s", (_, words) => {
  const silent = CODES.filter((code) => (Reflect.get(words, code) ?? "") === "");
  expect(silent).toEqual([]);
});

test("every tool that has a name in words says in both languages what it does", () => {
  const tools = CODES.filter((code) => code.startsWith("tool_")).map((code) => code.slice("tool_".length));
  for (const texts of [laterSpanish.toolTexts, laterEnglish.toolTexts]) {
    expect(tools.filter((name) => (texts[name] ?? "") === "")).toEqual([]);
  }
  expect(tools.filter((name) => laterSpanish.toolTexts[name] === laterEnglish.toolTexts[name])).toEqual([]);
});

test("the two languages do not share the words of a code", () => {
  const same = CODES.filter((code) => Reflect.get(spanish.codes, code) === Reflect.get(english.codes, code));
  expect(same).toEqual([]);
});

test("every task that Recado leaves to people has words in both languages, and so has why it was left", () => {
  const values = { agent: "Somnio", what: "una factura", count: "120", template: "guia", kind: "reminder" };
  const said = [spanish.tasks, english.tasks].map((words) => TASK_CODES.map((code) => words[code](values)));
  expect(said.flat().filter((words) => words === "" || words.includes("undefined"))).toEqual([]);
  expect(TASK_CODES.filter((_, at) => said[0]?.[at] === said[1]?.[at])).toEqual([]);
  expect([HELD.length, ASKS_PERSON.length]).toEqual([5, 4]);
  const reasons = ["name", "category", "components"].map((field) => `fault_${field}`);
  reasons.push(...[...ASKS_PERSON, "no_template"].map((reason) => `reason_${reason}`));
  for (const words of [spanish.tasks, english.tasks]) {
    expect(reasons.filter((name) => typeof Reflect.get(words, name) !== "string")).toEqual([]);
  }
});

test("no screen shows the server's own sentence, which is English, where a code has words", () => {
  const screens = new URL("../../studio/src/", import.meta.url);
  const files = readdirSync(screens, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const shown = files.filter((name) => /toast\(\w+\.message/.test(readFileSync(new URL(name, screens), "utf8")));
  expect(shown).toEqual([]);
});
