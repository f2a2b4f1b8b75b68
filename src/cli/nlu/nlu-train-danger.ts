import { type DangerFiles, readDangerFile } from "../../app/read-danger-file.ts";
import { readDangerModel, writeDangerModel } from "../../nlu/danger/danger-model.ts";
import { trainDanger } from "../../nlu/danger/train-danger.ts";
import { printResult } from "../print.ts";
import { textTable } from "../text-table.ts";
import { shareText } from "./share-text.ts";
import { writeWhole } from "./write-whole.ts";

export interface TrainDangerOptions extends DangerFiles {
  readonly out: string;
  readonly json?: true;
}

/** `recado nlu train-danger`. */
export function trainDangerModel({ out, json, ...files }: TrainDangerOptions): void {
  const file = writeDangerModel(trainDanger(readDangerFile(files)));
  writeWhole(out, file);
  const { metrics, bar } = readDangerModel(JSON.parse(file));
  const modelBytes = Buffer.byteLength(file);
  printResult(json, { out, modelBytes, bar, ...metrics }, () =>
    [
      "On texts of hands that were held out in training:",
      ...textTable([
        ["", "texts", "heard as danger"],
        ["calls for help", String(metrics.yes), shareText(metrics.heard)],
        ["near one, and none", String(metrics.near), shareText(metrics.nearMisses)],
        ["other", String(metrics.other), shareText(metrics.falseAlarms)],
      ]),
      `Written to ${out}: ${Math.ceil(modelBytes / 1_000)} kB.`,
    ].join("\n"),
  );
}
