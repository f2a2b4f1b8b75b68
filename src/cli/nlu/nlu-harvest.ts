import { labelsOfAgents } from "../../app/agents/agent-labels.ts";
import { RecadoError } from "../../core/errors.ts";
import { DEFAULT_WORKSPACE } from "../../core/ids.ts";
import type { HarvestedText, HarvestReason } from "../../core/ports/learning/learning-admin.ts";
import { replacePersonalData } from "../../lab/scenarios/replace-personal-data.ts";
import { type KnownLabels, type ReviewRow, writeReviewFile } from "../../nlu/linear/review-file.ts";
import { print } from "../print.ts";
import { withLearningAdmin } from "./learning-admin.ts";
import { writeNew } from "./write-new.ts";

export interface HarvestOptions {
  readonly agent?: string;
  readonly since: string;
  readonly out?: string;
  readonly limit: string;
  readonly keepData?: true;
}

/** `recado nlu harvest`: what a person should label, as a file for them to edit. */
export async function harvest(options: HarvestOptions): Promise<void> {
  const wanted = { agentId: options.agent ?? null, days: readDays(options.since), limit: readLimit(options.limit) };
  const { keepsTexts, found } = await withLearningAdmin(async (admin) => ({
    keepsTexts: (await admin.status(DEFAULT_WORKSPACE, wanted.days)).keepsTexts,
    found: await admin.harvest(DEFAULT_WORKSPACE, wanted),
  }));
  if (!keepsTexts) {
    throw new RecadoError(
      "request_invalid",
      "this workspace does not allow its customers' words to be used for learning, so there is nothing to review: `recado nlu texts on` allows it",
    );
  }
  // Names cannot be told from other words here; numbers, addresses and e-mails can.
  const replace = options.keepData ? (text: string) => text : replacePersonalData({ firstNames: [], surnames: [] });
  const known = await labelsOfAgents();
  const file = writeReviewFile(found.map((one) => rowOf(one, replace, known(one.agentId))));
  if (options.out === undefined) {
    process.stdout.write(file);
    return;
  }
  writeNew(options.out, file);
  const next = found.length === 0 ? "" : `; edit its labels, then \`recado nlu review ${options.out}\``;
  print(`${options.out}: ${found.length} ${found.length === 1 ? "text" : "texts"} to review${next}`);
}

function rowOf(found: HarvestedText, replace: (text: string) => string, known: ReturnType<KnownLabels>): ReviewRow {
  const { seen, agentId, textHash: key, text } = found;
  // A greeting beside a question is cut off before it is classified.
  const proposed = (found.label ?? found.intent).split("+").at(-1) ?? "";
  const isLabel = known === null || (known !== "unknown" && known.includes(proposed));
  return {
    label: isLabel ? proposed : "",
    confidence: found.label === null ? found.confidence : (found.labelConfidence ?? 0),
    seen,
    why: WHY[found.reason](found),
    agentId,
    key,
    text: replace(text),
  };
}

const WHY: Readonly<Record<HarvestReason, (found: HarvestedText) => string>> = {
  disagreed: ({ engine, intent, label }) => `${engine} said ${intent}, an audit ${label}`,
  audit: ({ engine, confidence }) => `audit: ${engine} was sure (${Math.round(confidence)})`,
  unsure: ({ engine, intent, confidence, alternatives }) =>
    `unsure: ${[{ intent, confidence }, ...alternatives.slice(0, 2)]
      .map((one) => `${one.intent} ${Math.round(one.confidence)}`)
      .join(", ")}${engine === "model" ? " (a model was asked)" : ""}`,
};

function readDays(since: string): number {
  const days = /^(\d{1,4})d$/.exec(since)?.[1];
  if (days !== undefined && Number(days) > 0) return Number(days);
  throw new RecadoError("request_invalid", `--since "${since}" is no number of days; write it as 30d`);
}

function readLimit(limit: string): number {
  if (/^[1-9]\d{0,5}$/.test(limit)) return Number(limit);
  throw new RecadoError("request_invalid", `--limit "${limit}" is no number of texts between 1 and 999999`);
}
