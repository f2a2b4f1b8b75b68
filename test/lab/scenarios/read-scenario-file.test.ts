import { expect, test } from "vitest";
import { readScenarioFile } from "../../../src/lab/scenarios/read-scenario-file.ts";

/** What is wrong with the steps of a scenario, each with the line of the step that it is in. */
function faultsOfSteps(...steps: readonly string[]): string[] {
  return faultsOf(
    ["scenarios:", "- id: a", "  title: b", "  steps:", ...steps.map((step) => `  - ${step}`)].join("\n"),
  );
}

function faultsOf(text: string): string[] {
  const read = readScenarioFile(text);
  return read.kind === "read" ? [] : read.faults.map(({ line, sentence }) => `${line}: ${sentence}`);
}

test("a misspelt word is named with its place, and the word that was meant", () => {
  expect(faultsOfSteps("says: hola", "says: ok", "wiat: 6m")).toEqual([
    '7: scenario "a", step 3: `wiat` is no action; did you mean `wait`?',
  ]);
  expect(faultsOfSteps("{ says: hola, expect: { textos: [a] } }")).toEqual([
    '5: scenario "a", step 1, expect: `textos` is no expectation; did you mean `texts`?',
  ]);
  expect(faultsOf("startingPoints:\n  talk: { mood: x }\n")).toEqual([
    '2: starting point "talk": `mood` is no part of a starting point; did you mean `mode`?',
  ]);
});

test("a word in the wrong place is told where it belongs", () => {
  expect(faultsOfSteps("{ says: hola, mode: resumen }")).toEqual([
    '5: scenario "a", step 1: `mode` is expected, so it stands below `expect:`',
  ]);
  expect(faultsOfSteps("{ says: hola, expect: { wait: 6m } }")).toEqual([
    '5: scenario "a", step 1, expect: `wait` is an action, so it stands beside `expect:`, not below it',
  ]);
});

test("a step is one thing that happens", () => {
  expect(faultsOfSteps("{ says: hola, wait: 6m }")).toEqual([
    '5: scenario "a", step 1: has says and wait: give each a step of its own',
  ]);
  expect(faultsOfSteps("{ expect: { mode: x } }")[0]).toMatch(
    /step 1: says nothing that happens: give it one of says,/,
  );
  expect(faultsOfSteps("{ cutAfter: 1, wait: 6m }")[0]).toMatch(/cutAfter without says/);
});

test.each([
  ["{ wait: 6 minutos }", '`wait` must be a time such as 90s, 6m, 30h or 2d, not "6 minutos"'],
  ["{ sticker: no }", '`sticker` must be true; leave it out where it does not happen, not "no"'],
  ["{ media: { kind: foto } }", '`media.kind` must be image, audio, video or document, not "foto"'],
  ["{ fault: { kind: dupplicate } }", "`dupplicate` is no fault of the simulator; did you mean `duplicate`?"],
])("%s is refused", (step, sentence) => {
  expect(faultsOfSteps(step)).toEqual([`5: scenario "a", step 1: ${sentence}`]);
});

test.each([
  ["{ mode: 3 }", "`mode` must be a text, not 3"],
  ["{ texts: ['(a'] }", '`texts.0` must be a regular expression; put a backslash before ( [ . * + ? $, not "(a"'],
  ["{ orders: [{ total: mucho }] }", '`orders.0.total` must be a whole number, not "mucho"'],
  ["{ signals: [begin] }", '`signals.0` must be start, reevaluate or cancel, not "begin"'],
  ["{ confidence: 85 }", "`confidence` must be the least and the most, such as [60, 84], not 85"],
])("the expectation %s is refused", (expectation, sentence) => {
  expect(faultsOfSteps(`{ says: hola, expect: ${expectation} }`)).toEqual([
    `5: scenario "a", step 1, expect: ${sentence}`,
  ]);
});

test("what is missing is named", () => {
  expect(faultsOf("scenarios:\n- id: a\n")).toEqual([
    '2: scenario "a", `title` is missing: it must be a text',
    '2: scenario "a", `steps` is missing: it must be a list of steps',
  ]);
  expect(faultsOf("")[0]).toMatch(/must hold `scenarios:`/);
});

test("what is no YAML is said with its line", () => {
  expect(faultsOf("scenarios:\n  - id: a\n   title: b\n")[0]).toMatch(/^3: this is no YAML: /);
  expect(faultsOf("scenarios: []\nscenarios: []\n")[0]).toMatch(/^2: this is no YAML: Map keys must be unique/);
});

test("words stay as they were written, also where YAML sees a number", () => {
  const read = readScenarioFile(
    "scenarios:\n- id: 23\n  title: a\n  from: { data: { telefono: 0573015550142 } }\n  steps:\n  - says: 2\n  - says: [3, true]\n",
  );
  if (read.kind === "faulty") throw new Error(JSON.stringify(read.faults));
  const [scenario] = read.file.scenarios ?? [];
  expect(scenario?.id).toBe("23");
  expect(scenario?.from).toEqual({ data: { telefono: "0573015550142" } });
  expect(scenario?.steps.map(({ says }) => says)).toEqual([["2"], ["3", "true"]]);
});

test("a text that a comment would cut off is refused, in place of being half read", () => {
  const sentence =
    "a text ends where ` #` begins a comment: put the text in quotes, or the comment on a line of its own";
  expect(faultsOfSteps("says: Cll 45 #12-30 Laureles")).toEqual([`5: ${sentence}`]);
  expect(faultsOfSteps('says: "Cll 45 #12-30 Laureles" # the address')).toEqual([]);
  expect(faultsOfSteps("{ says: hola, expect: { bot: on } } # a greeting")).toEqual([]);
});
