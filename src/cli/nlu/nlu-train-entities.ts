import { readEntityFile } from "../../app/read-entity-file.ts";
import { ENTITY_NAMES } from "../../nlu/entities/entities.ts";
import { CHANGES, readEntityModel, writeEntityModel } from "../../nlu/entities/entity-model.ts";
import { trainEntities } from "../../nlu/entities/train-entities.ts";
import { printResult } from "../print.ts";
import { textTable } from "../text-table.ts";
import { shareText } from "./share-text.ts";
import { writeWhole } from "./write-whole.ts";

export interface TrainEntitiesOptions {
  readonly data: string;
  readonly out: string;
  readonly json?: true;
}

/** `recado nlu train-entities`. */
export function trainEntityModel({ data, out, json }: TrainEntitiesOptions): void {
  const file = writeEntityModel(trainEntities(readEntityFile(data)));
  writeWhole(out, file);
  const { metrics, from, texts } = readEntityModel(JSON.parse(file));
  const modelBytes = Buffer.byteLength(file);
  const thresholds = (entity: (typeof ENTITY_NAMES)[number]) =>
    CHANGES.map((change) => [change, Number.isFinite(from[entity][change]) ? from[entity][change] : null] as const);
  const report = ENTITY_NAMES.map((entity) => ({
    entity,
    ...metrics[entity],
    from: Object.fromEntries(thresholds(entity)),
  }));
  printResult(json, { out, modelBytes, texts, entities: report }, () =>
    [
      `${texts} texts. On texts of hands that were held out in training:`,
      ...textTable([
        ["", "right by rules", "with the model", ...CHANGES.map((change) => `${change} from`)],
        ...report.map(({ entity, byRules, withModel }) => [
          entity,
          shareText(byRules / texts),
          shareText(withModel / texts),
          ...thresholds(entity).map(([, value]) => (value === null ? "never" : value.toFixed(2))),
        ]),
      ]),
      `Written to ${out}: ${Math.ceil(modelBytes / 1_000)} kB.`,
    ].join("\n"),
  );
}
