import { loadAgent } from "../../app/agents/load-agent.ts";
import { RecadoError } from "../../core/errors.ts";
import { isFlowAgent } from "../../flow/define-flow-agent.ts";
import { type DraftedLabel, writeDraft } from "../../lab/training/draft-file.ts";
import { draftTexts, labelsOf } from "../../lab/training/draft-texts.ts";
import { type AskedModels, modelsOfEnvironment } from "../asked-models.ts";
import { print } from "../print.ts";
import { writeNew } from "./write-new.ts";

export interface DraftOptions {
  readonly agent: string;
  readonly texts: string;
  readonly out: string;
  readonly hand?: string;
  readonly sheet?: true;
}

/**
 * `recado nlu draft`: training texts for each intent of a shop, proposed by the model of the environment; without one, or with
 * `--sheet`, a sheet to fill by hand. `models`: a test's own.
 */
export async function draftTraining(
  options: DraftOptions,
  models: Pick<AskedModels, "model" | "names"> | null = options.sheet ? null : modelsOfEnvironment(),
): Promise<void> {
  const count = readCount(options.texts);
  const { agent } = await loadAgent(options.agent);
  if (!isFlowAgent(agent)) {
    throw new RecadoError(
      "request_invalid",
      `The agent "${agent.id}" has no intents: it is not made with defineFlowAgent.`,
    );
  }
  const flow = agent.definition;
  const labels: DraftedLabel[] = [];
  const failed: string[] = [];
  for (const wanted of labelsOf(flow)) {
    const drafted =
      models === null
        ? null
        : await draftTexts({ model: models.model, name: models.names.orchestrator }, flow, wanted, count);
    if (drafted?.kind === "failed") failed.push(`${wanted.label} (${drafted.failure.code})`);
    labels.push({ ...wanted, texts: drafted?.kind === "drafted" ? drafted.texts : [] });
  }
  const model = models === null ? null : models.names.orchestrator;
  const hand = options.hand ?? model ?? "";
  writeNew(options.out, writeDraft({ shop: flow.name, count, hand, model, labels }));
  const proposed = labels.reduce((sum, { texts }) => sum + texts.length, 0);
  print([
    model === null
      ? `${options.out}: a sheet of ${labels.length} labels with ${count} lines each, to fill by hand.`
      : `${options.out}: ${proposed} texts proposed by ${model}. Read each of them before you train.`,
    ...(failed.length === 0 ? [] : [`No texts came for ${failed.join(", ")}: their lines are to be filled by hand.`]),
    `Then: recado nlu train --data ${options.out}`,
  ]);
}

function readCount(texts: string): number {
  if (/^[1-9]\d?$|^100$/.test(texts)) return Number(texts);
  throw new RecadoError("request_invalid", `--texts "${texts}" is no number of texts between 1 and 100`);
}
