import { vi } from "vitest";
import { buildProgram } from "../../src/cli/program.ts";
import { reportError } from "../../src/cli/report-error.ts";

export interface CommandResult {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `recado <words>` in this process, with `env` for variables of Recado, in the folder `cwd`, and keeps what it prints. */
export async function runCommand(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd = process.cwd(),
): Promise<CommandResult> {
  const printed = { out: "", err: "" };
  const collect = (into: keyof typeof printed) => (part: unknown) => {
    printed[into] += String(part);
    return true;
  };
  const before = process.cwd();
  process.chdir(cwd);
  process.exitCode = 0;
  // What this run of tests is told is no variable of the command's.
  const ours = Object.keys(process.env).filter((name) => name.startsWith("RECADO_"));
  for (const name of ours) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  vi.spyOn(process.stdout, "write").mockImplementation(collect("out"));
  vi.spyOn(process.stderr, "write").mockImplementation(collect("err"));
  try {
    await buildProgram().parseAsync([...words], { from: "user" });
    return { exitCode: Number(process.exitCode), ...printed };
  } catch (thrown) {
    reportError(thrown, collect("err"));
    return { exitCode: 1, ...printed };
  } finally {
    // What the command would have ended with is not how these tests end.
    process.exitCode = undefined;
    process.chdir(before);
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  }
}
