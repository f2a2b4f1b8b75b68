import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { buildProgram } from "../../src/cli/program.ts";
import { reportError } from "../../src/cli/report-error.ts";
import { RecadoError } from "../../src/core/errors.ts";

/** Every command, with its words: `recado webhook send`. */
function commandsOf(command: Command, words: string[] = []): { words: string[]; command: Command }[] {
  const own = [...words, command.name()];
  return [{ words: own, command }, ...command.commands.flatMap((child) => commandsOf(child, own))];
}

async function run(...words: string[]): Promise<{ out: string; exitCode: number }> {
  let out = "";
  const program = buildProgram();
  for (const { command } of commandsOf(program)) {
    command.exitOverride().configureOutput({
      writeOut: (text) => {
        out += text;
      },
      writeErr: (text) => {
        out += text;
      },
    });
  }
  try {
    await program.parseAsync(words, { from: "user" });
    return { out, exitCode: 0 };
  } catch (thrown) {
    if (thrown instanceof Error && "exitCode" in thrown) return { out, exitCode: Number(thrown.exitCode) };
    throw thrown;
  }
}

describe("--help", () => {
  const commands = commandsOf(buildProgram()).map(({ words }) => words.slice(1));

  // Their own help is the list of what stands below them.
  const GROUPS =
    "seed webhook agents knowledge nlu prompts simulator workspace member token number contact run artifacts conversation eval events orders templates".split(
      " ",
    );

  test("lists all commands", () => {
    expect(commands.map((words) => words.join(" "))).toEqual([
      "",
      "start",
      "seed",
      "seed remove",
      "serve",
      "worker",
      "migrate",
      "doctor",
      "chat",
      "test",
      "webhook",
      "webhook send",
      "webhook failed",
      "webhook show",
      "webhook replay",
      "webhook resolve",
      "webhook ignore",
      "workspace",
      "workspace create",
      "workspace list",
      "member",
      "member add",
      "member remove",
      "member list",
      "member bind-phone",
      "member unbind-phone",
      "token",
      "token create",
      "token list",
      "token revoke",
      "number",
      "number assign",
      "number move",
      "number list",
      "agents",
      "agents list",
      "agents check",
      "agents show",
      "knowledge",
      "knowledge list",
      "knowledge check",
      "knowledge search",
      "backup",
      "restore",
      "contact",
      "contact export",
      "contact memory",
      "contact erase",
      "run",
      "run cancel",
      "run pause",
      "run resume",
      "artifacts",
      "artifacts export",
      "conversation",
      "conversation force-intent",
      "eval",
      "eval customers",
      "eval dates",
      "eval documents",
      "eval retrieval",
      "eval run",
      "eval harvest",
      "events",
      "events add",
      "events endpoints",
      "events rotate",
      "events remove",
      "events list",
      "events replay",
      "orders",
      "orders list",
      "orders show",
      "orders export",
      "orders set",
      "orders import",
      "mcp",
      "mcp inspect",
      "nlu",
      "nlu train",
      "nlu train-requests",
      "nlu train-answers",
      "nlu train-danger",
      "nlu train-entities",
      "nlu train-quantities",
      "nlu eval",
      "nlu explain",
      "nlu draft",
      "nlu record",
      "nlu status",
      "nlu harvest",
      "nlu review",
      "nlu resume",
      "nlu texts",
      "prompts",
      "prompts list",
      "prompts show",
      "prompts versions",
      "prompts propose",
      "prompts approve",
      "prompts use",
      "retention",
      "retention show",
      "retention set",
      "settings",
      "settings show",
      "settings set",
      "templates",
      "templates sync",
      "simulator",
      "simulator serve",
      "simulator status",
      "simulator faults",
      "simulator clear",
      "simulator rules",
      "simulator ledger",
      "simulator fault",
      "simulator say",
      "simulator hear",
      "simulator send",
    ]);
  });

  test.each(commands.map((words) => [words]))("of %j explains it", async (words) => {
    const { out, exitCode } = await run(...words, "--help");
    expect(exitCode).toBe(0);
    expect(out).toContain(`Usage: recado ${words.join(" ")}`.trim());
    if (!GROUPS.includes(words.join(" "))) expect(out).toMatch(/Example:\n {2}\$ \S/);
  });
});

test("a command that is nearly one is answered with the one", async () => {
  const { out, exitCode } = await run("strat");
  expect(exitCode).toBe(1);
  expect(out).toMatch(/unknown command 'strat'/);
  expect(out).toMatch(/Did you mean start\?/);
});

test("an option that does not exist is an error, not ignored", async () => {
  expect(await run("doctor", "--jsn")).toMatchObject({ exitCode: 1, out: expect.stringMatching(/--json/) });
});

describe("what goes wrong", () => {
  const report = (thrown: unknown): string => {
    let text = "";
    reportError(thrown, (part) => {
      text += part;
    });
    return text;
  };

  test("and has a name is one sentence", () => {
    expect(report(new RecadoError("port_taken", "127.0.0.1:4600 is already in use: set PORT."))).toBe(
      "recado: 127.0.0.1:4600 is already in use: set PORT.\n",
    );
  });

  test("and has none is a bug, with its stack", () => {
    const text = report(new Error("row without an id"));
    expect(text).toMatch(/row without an id[\s\S]+at .*program\.test\.ts/);
    expect(text).toMatch(/This is a bug/);
  });
});
