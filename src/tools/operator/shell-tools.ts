import * as z from "zod";
import type { OperatorDesk } from "../../core/ports/desk/operator-desk.ts";
import type { Shell } from "../../core/ports/shell.ts";
import { defineTool, type Tool } from "../define-tool.ts";
import { judged } from "./judged.ts";

/** Longer than the shell's own patience, so that its answer is never in doubt. */
const TIMEOUT_MS = 30_000;

/** The category `shell`: empty without a shell. A command ends with its call, so there is no process to manage. */
export function createShellTools(desk: OperatorDesk, shell: Shell | null): readonly Tool[] {
  if (shell === null) return [];
  return [
    defineTool({
      ...{ module: "system", effect: "external", permissions: ["system.admin"], risk: "high", reversible: false },
      name: "run_command",
      description:
        "Runs one command of a POSIX shell on the developer's machine, after a person's yes: at most 20 s, 8,000 characters of what it writes. What it starts ends with it.",
      timeout: TIMEOUT_MS,
      input: z.strictObject({ command: z.string().trim().min(1).max(2_000) }),
      question: ({ command }) => `¿Ejecuto este comando en el equipo de desarrollo?\n\n${command}`,
      output: z.strictObject({ exitCode: z.number().nullable(), output: z.string() }),
      run: ({ command }, scope) =>
        judged(desk, "dev-review", scope, async () => ({ kind: "ok", output: { ...(await shell.run(command)) } })),
    }),
  ];
}
