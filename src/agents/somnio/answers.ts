import { readFileSync } from "node:fs";
import { createAnswerReader } from "../../nlu/questions/answer-model.ts";

/** Hears a wish to buy, the choice of a pack and the yes to the summary. `recado nlu train-answers` writes its model from `intents/answers.tsv`. */
export const somnioAnswers = createAnswerReader({
  model: () => JSON.parse(readFileSync(new URL("./intents/answers.json", import.meta.url), "utf8")),
});
