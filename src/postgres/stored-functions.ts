import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Database } from "./database.ts";
import { sql } from "./sql.ts";

/**
 * The files of `functions/`, in the order in which they are applied: a file stands after those whose
 * functions its own SQL-language functions and views name. Each can be applied again to a database
 * that has it: `create or replace`, nothing else that would fail the second time.
 */
export const FUNCTION_FILES = [
  "clock",
  "refusals",
  "members",
  "audit/log",
  "audit/runs",
  "audit/work",
  "audit/access",
  "audit/settings",
  "member-phones",
  "open-workspace",
  "run-transitions",
  "artifacts",
  "contacts",
  "order-changes",
  "consent",
  "timers",
  "confirmations",
  "segments",
  "pauses",
  "stops",
  "crm-changes",
  "memory",
  "knowledge",
  "prompts",
  "evaluation",
  "erasure",
  "forgotten",
  "run-steps",
  "pacing",
  "delivery",
  "unsaid",
  "assignees",
  "read-turns",
  "read-sends",
  "word-parts",
  "statistics",
  "tool-executions",
  "traces",
  "plans",
  "feed",
  "number-moves",
  "secure-tables",
  "secure-schema",
] as const;

export interface FunctionFile {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

export async function readFunctionFiles(): Promise<FunctionFile[]> {
  return Promise.all(
    FUNCTION_FILES.map(async (name) => {
      const text = await readFile(new URL(`./functions/${name}.sql`, import.meta.url), "utf8");
      return { name, text, hash: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

/** The files whose text the database does not have as it is now. */
export async function staleFunctionFiles(
  run: Database["run"],
  files: readonly FunctionFile[],
): Promise<FunctionFile[]> {
  const { rows } = await run(sql`select name, hash from recado_functions`);
  const known = new Map(rows.map((row) => [String(row["name"]), row["hash"]]));
  return files.filter(({ name, hash }) => known.get(name) !== hash);
}

/**
 * Functions that run with other rights, or decide about them, say `set search_path from current`: they
 * get our own schema and nothing else, so that no table or operator of a stranger slips under them.
 */
export async function applyFunctionFiles(run: Database["run"], files: readonly FunctionFile[]): Promise<void> {
  await run(sql`select set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true)`);
  for (const { name, text, hash } of files) {
    await run({ text, values: [], isScript: true });
    await run(sql`
      insert into recado_functions (name, hash) values (${name}, ${hash})
      on conflict (name) do update set hash = excluded.hash, applied_at = now()`);
  }
  await run(sql`delete from recado_functions where not name = any (${[...FUNCTION_FILES]}::text[])`);
}
