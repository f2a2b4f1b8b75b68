import { readRequestTexts } from "../../app/read-request-texts.ts";
import { readRequestModel, writeRequestModel } from "../../nlu/requests/request-model.ts";
import { trainRequests } from "../../nlu/requests/train-requests.ts";
import { printResult } from "../print.ts";
import { textTable } from "../text-table.ts";
import { shareText } from "./share-text.ts";
import { writeWhole } from "./write-whole.ts";

export interface TrainRequestsOptions {
  readonly data: string;
  /** `file=n`: each n-th text is learnt from, and the others are left to measure it. */
  readonly chat: readonly string[];
  readonly out: string;
  readonly json?: true;
}

/** `recado nlu train-requests`. */
export function trainRequestModel(options: TrainRequestsOptions): void {
  const texts = readRequestTexts(options);
  const { requests, chat } = texts;
  const file = writeRequestModel(trainRequests(texts));
  writeWhole(options.out, file);
  const { metrics, bar } = readRequestModel(JSON.parse(file));
  const report = { out: options.out, modelBytes: Buffer.byteLength(file), texts: requests.length, chat: chat.length };
  printResult(options.json, { ...report, bar, metrics }, () =>
    [
      `${requests.length} texts and ${chat.length} of chat. On texts held out in training:`,
      ...textTable([
        ["heard", ""],
        ...Object.entries(metrics.heard).map(([contract, share]) => [contract, shareText(share)]),
        ["near, and none", shareText(metrics.nearMisses)],
        ["chat", shareText(metrics.falseAlarms)],
      ]),
      `Written to ${options.out}: ${Math.ceil(report.modelBytes / 1_000)} kB.`,
    ].join("\n"),
  );
}
