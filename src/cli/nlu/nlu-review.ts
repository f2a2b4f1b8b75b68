import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { labelsOfAgents } from "../../app/agents/agent-labels.ts";
import { listed } from "../../app/agents/load-agent-module.ts";
import { readLabelledFile } from "../../app/read-labelled-file.ts";
import { errorText, RecadoError } from "../../core/errors.ts";
import { DEFAULT_WORKSPACE } from "../../core/ids.ts";
import { type ReviewRow, readReviewFile } from "../../nlu/linear/review-file.ts";
import { textKey } from "../../nlu/text/text-key.ts";
import { actorName } from "../actor-name.ts";
import { withLearningAdmin } from "./learning-admin.ts";

export interface ReviewOptions {
  readonly append?: string;
  readonly by?: string;
}

/** `recado nlu review`: a person's labels are recorded, and come out as training lines. */
export async function review(path: string, { append, by }: ReviewOptions): Promise<void> {
  const read = readReviewFile(readText(path), await labelsOfAgents());
  if (read.kind === "faulty")
    throw new RecadoError("bad_training_data", `${path} cannot be used:\n${listed(read.faults)}`);
  const { rows, skipped } = read;
  const name = actorName(by);
  // The file first: handed in once more after a failure, it has these lines already.
  if (append !== undefined) appendRows(append, rows);
  const labels = rows.map(({ agentId, key, label }) => ({ agentId, textHash: key, label }));
  const labelled = await withLearningAdmin((admin) => admin.review(DEFAULT_WORKSPACE, labels, name));
  if (append === undefined) process.stdout.write(rows.map(lineOf).join(""));
  process.stderr.write(
    `${rows.length} texts labelled by ${name} (${labelled} messages), ${skipped} left without a label\n`,
  );
}

const lineOf = ({ label, text }: ReviewRow) => `${label}\t${text}\n`;

/** Only what does not stand there yet. What stands there under another label is said: both would be trained. */
function appendRows(path: string, rows: readonly ReviewRow[]): void {
  const known = new Map(existsSync(path) ? readLabelledFile(path).map((row) => [textKey(row.text), row]) : []);
  const fresh: ReviewRow[] = [];
  for (const row of rows) {
    const former = known.get(textKey(row.text));
    if (former === undefined) fresh.push(row);
    else if (former.label !== row.label) {
      process.stderr.write(
        `${former.place} has "${row.text}" as ${former.label}, and the review as ${row.label}: not appended; change that line if the review is right\n`,
      );
    }
  }
  const endsInMidLine = existsSync(path) && !/(^|[\n\r])$/.test(readFileSync(path, "utf8"));
  try {
    appendFileSync(path, `${endsInMidLine ? "\n" : ""}${fresh.map(lineOf).join("")}`);
  } catch (thrown) {
    throw new RecadoError("bad_training_data", `${path} cannot be written: ${errorText(thrown)}`);
  }
  process.stderr.write(`${path}: ${fresh.length} lines appended, ${rows.length - fresh.length} were there already\n`);
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (thrown) {
    throw new RecadoError("bad_training_data", `${path} cannot be read: ${errorText(thrown)}`);
  }
}
