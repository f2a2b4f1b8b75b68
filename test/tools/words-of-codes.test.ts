import { expect, test } from "vitest";
import { MODES } from "../../src/agents/somnio/modes.ts";
import { ERROR_CODES } from "../../src/core/errors.ts";
import { ALERT_TEXTS } from "../../src/core/operations/alert-news.ts";
import { BUILT_IN_TOOLS } from "../../src/tools/built-in-tools.ts";
import { POLICY_RULES } from "../../src/tools/policy-rules.ts";
import { english } from "../../studio/src/text/english.ts";
import { spanish } from "../../studio/src/text/spanish.ts";

/** They end the process before there is a Studio. */
const WITHOUT_A_STUDIO = [
  ...["bad_environment", "agent_invalid", "port_taken", "data_dir_in_use", "data_dir_unusable", "backup_unusable"],
  ...["database_unreachable", "database_too_old", "database_not_migrated", "database_newer_than_code"],
  ...["database_of_development", "database_role_refused", "embedded_database_failed"],
  ...["embedded_database_unsupported", "bad_scenario", "bad_training_data", "bad_model_file"],
];

const CODES = [
  ...Object.keys(ERROR_CODES)
    .filter((code) => !WITHOUT_A_STUDIO.includes(code))
    .map((code) => `error_${code}`),
  ...POLICY_RULES.map(({ name }) => `rule_${name}`),
  ...BUILT_IN_TOOLS.map(({ name }) => `tool_${name}`),
  ...["create_order", "update_order", "cancel_order", "create_task", "log_disambiguation"].map(
    (name) => `tool_${name}`,
  ),
  ...Object.keys(MODES).map((mode) => `mode_${mode}`),
  ...ALERT_TEXTS.map(([beginning]) => `alert_${beginning.replace(/_$/, "")}`),
];

test.each([
  ["Spanish", spanish.codes],
  ["English", english.codes],
] as const)("every code that the core shows to people has words in %s", (_, words) => {
  const silent = CODES.filter((code) => (Reflect.get(words, code) ?? "") === "");
  expect(silent).toEqual([]);
});

test("the two languages do not share the words of a code", () => {
  const same = CODES.filter((code) => Reflect.get(spanish.codes, code) === Reflect.get(english.codes, code));
  expect(same).toEqual([]);
});
