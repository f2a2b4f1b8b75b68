import { RecadoError } from "../../core/errors.ts";
import { EXAMPLE_KINDS } from "../../lab/evaluation/example.ts";
import { exampleOf } from "../../lab/evaluation/harvest-examples.ts";
import { print } from "../print.ts";
import { withDatabase } from "../with-database.ts";

export interface HarvestOptions {
  readonly workspace: string;
  readonly agent: string;
  readonly kind?: string;
  readonly limit: string;
  readonly keepData?: true;
}

const MOST = 5_000;

/** Prints scored runs as lines of a dataset, the newest first. What it found is said on stderr. */
export async function harvestExamples(options: HarvestOptions): Promise<void> {
  const { workspace, agent: agentId, keepData } = options;
  const kind = EXAMPLE_KINDS.find((one) => one === options.kind);
  if (options.kind !== undefined && kind === undefined) {
    throw new RecadoError("request_invalid", `"${options.kind}" is no kind of an example: ${EXAMPLE_KINDS.join(", ")}`);
  }
  const limit = Number(options.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST) {
    throw new RecadoError(
      "request_invalid",
      `--limit must be a whole number from 1 to ${MOST}, not "${options.limit}"`,
    );
  }
  const runs = await withDatabase(async ({ accessAdmin, store: { reviews } }) => {
    const known = (await accessAdmin.workspaces(null)).find(({ id }) => id === workspace);
    if (known !== undefined) return reviews.scored(known.id, { agentId, kind, limit });
    throw new RecadoError("not_found", `there is no workspace "${workspace}": \`recado workspace list\` lists them`);
  });
  if (runs.length > 0) print(runs.map((run) => JSON.stringify(exampleOf(run, { keepsData: keepData === true }))));
  const counts = EXAMPLE_KINDS.map((one) => `${runs.filter((run) => run.kind === one).length} ${one}`);
  process.stderr.write(
    runs.length === 0
      ? `No run of "${agentId}" has been judged yet: customers do it with a reaction (👍, 👎), people in the Studio.\n`
      : `${runs.length} examples: ${counts.join(", ")}\n`,
  );
}
