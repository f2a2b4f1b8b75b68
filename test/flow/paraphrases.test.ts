import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import { createSandboxConversation } from "../../src/lab/memory/sandbox-conversation.ts";
import { START } from "./paraphrase-starts.ts";

/**
 * What customers write in their own words, one a line: where the conversation stands (`paraphrase-starts.ts`), what they say
 * (`++` between messages that come together, `\n` for a new line), and what comes of it: mode, pack, what is said, what is
 * captured. A line that changes is a change of behaviour, to be meant.
 */
const LINES = readFileSync(new URL("./paraphrases.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "");

interface Group {
  readonly title: string;
  readonly cases: string[];
}

const GROUPS = LINES.reduce<Group[]>((groups, line) => {
  if (line.startsWith("#")) groups.push({ title: line.slice(2), cases: [] });
  else groups.at(-1)?.cases.push(line);
  return groups;
}, []);

describe.each(GROUPS)("$title", ({ cases }) => {
  test.each(cases)("%s", async (line) => {
    const [, from = "", says = "", outcome] = /^(\w+) \| (.*) → (.*)$/.exec(line) ?? [];
    expect(await comeOf(from, says)).toBe(outcome);
  });
});

async function comeOf(from: string, says: string): Promise<string> {
  const conversation = createSandboxConversation(somnioFlow, START[from]);
  const before = conversation.session();
  const { decision } = await conversation.hear(says.split(" ++ ").map((one) => one.replaceAll("\\n", "\n")));
  const after = conversation.session();
  const names = [...new Set([...Object.keys(before.datosCapturados), ...Object.keys(after.datosCapturados)])].sort();
  const data = names
    .filter((name) => before.datosCapturados[name] !== after.datosCapturados[name])
    .map((name) => `${name}=${after.datosCapturados[name] ?? "∅"}`);
  const mode = `${after.mode}${after.status === "closed" ? "/closed" : ""}`;
  const pack = after.packSeleccionado === before.packSeleccionado ? [] : [after.packSeleccionado ?? "no pack"];
  const said =
    decision?.messages
      .map(({ templateId }) => (templateId?.startsWith("choice:") ? templateId : templateId?.split(".")[1]))
      .join(",") || "—";
  return [[mode, ...pack].join(" "), said, ...(data.length === 0 ? [] : [data.join("; ")])].join(" · ");
}
