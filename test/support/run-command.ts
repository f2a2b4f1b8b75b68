import { vi } from "vitest";
import { buildProgram } from "../../src/cli/program.ts";
import { reportError } from "../../src/cli/report-error.ts";

export interface CommandResult {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `recado <words>` in this process, with `env` on top of ours, and keeps what it prints. */
export async function runCommand(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const printed = { out: "", err: "" };
  const collect = (into: keyof typeof printed) => (part: unknown) => {
    printed[into] += String(part);
    return true;
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  vi.spyOn(process.stdout, "write").mockImplementation(collect("out"));
  vi.spyOn(process.stderr, "write").mockImplementation(collect("err"));
  try {
    await buildProgram().parseAsync([...words], { from: "user" });
    return { exitCode: 0, ...printed };
  } catch (thrown) {
    reportError(thrown, collect("err"));
    return { exitCode: 1, ...printed };
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  }
}
