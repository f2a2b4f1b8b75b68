import * as z from "zod";
import { foldLetters } from "../../core/plain-text.ts";
import type { OperatorDesk } from "../../core/ports/operator-desk.ts";
import type { OwnSource } from "../../core/ports/own-source.ts";
import { defineTool, type Tool } from "../define-tool.ts";
import { judged } from "./judged.ts";

const READS = { module: "system", effect: "read", risk: "low", permissions: ["crm.read"], reversible: true } as const;
const AT_ONCE = 6_000;
const MOST_HITS = 10;

/** The category `selfcode`: Recado's own pages, its schema and its settings, without secrets and only to read. */
export function createOwnSourceTools(desk: OperatorDesk, source: OwnSource): readonly Tool[] {
  return [
    defineTool({
      ...READS,
      name: "list_source_files",
      description: "The names of the pages about Recado and of its database schema, and how this installation is set.",
      input: z.strictObject({}),
      output: z.strictObject({ files: z.array(z.string()), config: z.record(z.string(), z.string()) }),
      run: (_, scope) =>
        judged(desk, "dev-review", scope, async () => ({
          kind: "ok",
          output: { files: [...(await source.list())], config: { ...source.config() } },
        })),
    }),
    defineTool({
      ...READS,
      name: "read_source_file",
      description: `Reads one of them, ${AT_ONCE} characters at a time from "from" on.`,
      input: z.strictObject({ name: z.string().max(200), from: z.number().exactOptional() }),
      output: z.strictObject({ text: z.string(), length: z.number() }),
      run: ({ name, from = 0 }, scope) =>
        judged(desk, "dev-review", scope, async () => {
          const text = await source.read(name);
          if (text !== null)
            return {
              kind: "ok",
              output: {
                text: text.slice(Math.max(0, Math.trunc(from)), Math.max(0, Math.trunc(from)) + AT_ONCE),
                length: text.length,
              },
            };
          return {
            ...{ kind: "error", type: "not_found", code: "file_not_found", retryable: false },
            message: `There is no file ${JSON.stringify(name)}: list_source_files lists them.`,
          };
        }),
    }),
    defineTool({
      ...READS,
      name: "search_source_code",
      description: `Lines of them that hold these words, at most ${MOST_HITS}.`,
      input: z.strictObject({ words: z.string().trim().min(2).max(100) }),
      output: z.strictObject({
        lines: z.array(z.strictObject({ name: z.string(), line: z.number(), text: z.string() })),
      }),
      run: ({ words }, scope) =>
        judged(desk, "dev-review", scope, async () => {
          const wanted = foldLetters(words);
          const lines: { name: string; line: number; text: string }[] = [];
          for (const name of await source.list()) {
            const all = (await source.read(name))?.split("\n") ?? [];
            for (const [at, text] of all.entries()) {
              if (lines.length < MOST_HITS && foldLetters(text).includes(wanted)) {
                lines.push({ name, line: at + 1, text: text.slice(0, 300) });
              }
            }
          }
          return { kind: "ok", output: { lines } };
        }),
    }),
  ];
}
