import * as z from "zod";
import { foldLetters } from "../../core/plain-text.ts";
import type { OperatorDesk } from "../../core/ports/desk/operator-desk.ts";
import type { OwnSource } from "../../core/ports/own-source.ts";
import { defineTool, type Tool } from "../define-tool.ts";
import { judged } from "./judged.ts";

const READS = { module: "system", effect: "read", risk: "low", permissions: ["crm.read"], reversible: true } as const;
const AT_ONCE = 6_000;
const MOST_HITS = 10;
const MOST_OUTLINE = 200;
const MOST_READ_LINES = 120;
/** A heading of a page, or what the schema makes. */
const OUTLINE = /^(#{1,4} |create (table|view|(or replace )?(view|function)) |CREATE (OR REPLACE )?(FUNCTION|VIEW) )/;

const unknownFile = (name: string) =>
  ({
    kind: "error",
    type: "not_found",
    code: "file_not_found",
    retryable: false,
    message: `There is no file ${JSON.stringify(name)}: list_source_files lists them.`,
  }) as const;

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
          return unknownFile(name);
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
    defineTool({
      ...READS,
      name: "get_version_info",
      description: "The version of Recado that answers, and of what it runs on.",
      input: z.strictObject({}),
      output: z.strictObject({ recado: z.string(), node: z.string() }),
      run: (_, scope) =>
        judged(desk, "dev-review", scope, async () => ({ kind: "ok", output: { ...source.version() } })),
    }),
    defineTool({
      ...READS,
      name: "get_skill_details",
      description: "What one of the agents here is for, its version, and the tools that it was given by name.",
      input: z.strictObject({ name: z.string().max(100) }),
      output: z.strictObject({
        ...{ name: z.string(), description: z.string(), version: z.string(), tools: z.array(z.string()) },
      }),
      run: ({ name }, scope) =>
        judged(desk, "dev-review", scope, async () => {
          const found = source.skills().find((skill) => skill.name === name);
          if (found !== undefined) return { kind: "ok", output: { ...found, tools: [...found.tools] } };
          const known = source.skills().map((skill) => skill.name);
          return {
            ...{ kind: "error", type: "not_found", code: "agent_not_found", retryable: false },
            message: `There is no agent ${JSON.stringify(name)}: there are ${known.join(", ")}.`,
          };
        }),
    }),
    defineTool({
      ...READS,
      name: "get_runtime_config",
      description: "How this installation is set, without secrets.",
      input: z.strictObject({}),
      output: z.strictObject({ config: z.record(z.string(), z.string()) }),
      run: (_, scope) =>
        judged(desk, "dev-review", scope, async () => ({ kind: "ok", output: { config: { ...source.config() } } })),
    }),
    defineTool({
      ...READS,
      name: "get_file_outline",
      description:
        "The headings of a page, or the tables, views and functions of the schema, each with its line; at most 200.",
      input: z.strictObject({ name: z.string().max(200) }),
      output: z.strictObject({ lines: z.array(z.strictObject({ line: z.number(), text: z.string() })) }),
      run: ({ name }, scope) =>
        judged(desk, "dev-review", scope, async () => {
          const text = await source.read(name);
          if (text === null) return unknownFile(name);
          const lines = text
            .split("\n")
            .flatMap((one, at) => (OUTLINE.test(one) ? [{ line: at + 1, text: one.slice(0, 200) }] : []));
          return { kind: "ok", output: { lines: lines.slice(0, MOST_OUTLINE) } };
        }),
    }),
    defineTool({
      ...READS,
      name: "read_lines",
      description: `Reads lines of a page or of the schema, from "from" to "to", at most ${MOST_READ_LINES}.`,
      input: z.strictObject({ name: z.string().max(200), from: z.number(), to: z.number() }),
      output: z.strictObject({ text: z.string(), lines: z.number() }),
      run: ({ name, from, to }, scope) =>
        judged(desk, "dev-review", scope, async () => {
          const lines = (await source.read(name))?.split("\n");
          if (lines === undefined) return unknownFile(name);
          const first = Math.max(1, Math.trunc(from)) - 1;
          const text = lines.slice(first, Math.min(Math.trunc(to), first + MOST_READ_LINES)).join("\n");
          return { kind: "ok", output: { text: text.slice(0, AT_ONCE), lines: lines.length } };
        }),
    }),
  ];
}
