import { describe, expect, test } from "vitest";
import { type ReviewRow, readReviewFile, writeReviewFile } from "../../../src/nlu/linear/review-file.ts";

const row = (overrides: Partial<ReviewRow> = {}): ReviewRow => ({
  label: "precio",
  confidence: 61,
  seen: 3,
  why: "unsure: precio 61, envio 20",
  agentId: "somnio",
  key: "0123456789abcdef0123456789abcdef",
  text: "cuánto vale eso",
  ...overrides,
});
const known = (agentId: string) => {
  if (agentId === "somnio") return ["precio", "envio", "hola", "otro"];
  return agentId === "libre" ? null : "unknown";
};

test("what is written is read again, line breaks and tabs of a text as spaces", () => {
  const file = writeReviewFile([row(), row({ label: "hola+envio", text: "hola\nenvían\ta  Cali?" })]);
  expect(readReviewFile(file, known)).toEqual({
    kind: "read",
    rows: [row(), row({ label: "hola+envio", text: "hola envían a Cali?" })],
    skipped: 0,
  });
});

test("a label that was emptied is nobody's word; a file that went through Windows is the same file", () => {
  const file = writeReviewFile([row({ label: "" }), row()]);
  expect(readReviewFile(`\uFEFF${file.replaceAll("\n", "\r\n")}`, known)).toEqual({
    kind: "read",
    rows: [row()],
    skipped: 1,
  });
});

describe("a file that cannot be used is refused whole, with each line", () => {
  const faultsOf = (...lines: string[]) => {
    const read = readReviewFile(["# head", ...lines].join("\n"), known);
    return read.kind === "faulty" ? read.faults : [];
  };
  const line = (overrides: Partial<ReviewRow>) =>
    writeReviewFile([row(overrides)])
      .split("\n")
      .at(-2) ?? "";

  test("unknown intents with the nearest name, also beside a greeting", () => {
    expect(faultsOf(line({}), line({ label: "preico" }), line({ label: "hola+envios" }))).toEqual([
      'line 3: "preico" is no intent of somnio; the nearest is "precio"',
      'line 4: "envios" is no intent of somnio; the nearest is "envio"',
    ]);
  });

  test("columns that an editor has changed", () => {
    expect(faultsOf("precio cuánto vale", line({ key: "1,23E+30" }), line({ text: "" }))).toEqual([
      "line 2: has 1 columns, and 7 are needed: label, confidence, seen, why, agent, key, text, with a tab between",
      'line 3: has the key "1,23E+30", which is none: leave that column as it was written',
      "line 4: has no text",
    ]);
  });

  test("agents that are not here; one without a list of intents takes any label", () => {
    expect(faultsOf(line({ agentId: "pizzeria" }), line({ agentId: "libre", label: "lo que sea" }))).toEqual([
      'line 2: is about the agent "pizzeria", which is not here: set RECADO_AGENT to its file',
    ]);
  });
});
