import { loadAgent } from "../../app/agents/load-agent.ts";
import { readQuantityFile } from "../../app/read-quantity-file.ts";
import { RecadoError } from "../../core/errors.ts";
import type { SoldGoods } from "../../core/ports/flow-reader.ts";
import { isFlowAgent } from "../../flow/define-flow-agent.ts";
import { CHANGES, readQuantityModel, writeQuantityModel } from "../../nlu/quantities/quantity-model.ts";
import { trainQuantities } from "../../nlu/quantities/train-quantities.ts";
import { printResult } from "../print.ts";
import { shareText } from "./share-text.ts";
import { writeWhole } from "./write-whole.ts";

export interface TrainQuantitiesOptions {
  readonly data: string;
  readonly agent: string;
  readonly out: string;
  readonly json?: true;
}

/** `recado nlu train-quantities`. */
export async function trainQuantityModel({ data, agent, out, json }: TrainQuantitiesOptions): Promise<void> {
  const file = writeQuantityModel(trainQuantities(readQuantityFile(data), await soldBy(agent)));
  writeWhole(out, file);
  const { metrics, from, texts } = readQuantityModel(JSON.parse(file));
  const modelBytes = Buffer.byteLength(file);
  const thresholds = CHANGES.map((change) => [change, Number.isFinite(from[change]) ? from[change] : null] as const);
  printResult(json, { out, modelBytes, texts, ...metrics, from: Object.fromEntries(thresholds) }, () =>
    [
      `${texts} texts. On texts of hands that were held out in training:`,
      `  right by rules ${shareText(metrics.byRules / texts)}, with the model ${shareText(metrics.withModel / texts)}`,
      `  ${thresholds.map(([change, value]) => `${change} from ${value === null ? "never" : value.toFixed(2)}`).join(", ")}`,
      `Written to ${out}: ${Math.ceil(modelBytes / 1_000)} kB.`,
    ].join("\n"),
  );
}

async function soldBy(name: string): Promise<SoldGoods> {
  const { agent } = await loadAgent(name);
  const sells = isFlowAgent(agent) ? agent.definition.reader.sells : undefined;
  if (sells === undefined)
    throw new RecadoError(
      "request_invalid",
      `The agent "${agent.id}" counts no goods: its reader has no words for them.`,
    );
  return sells;
}
