import { appendFileSync } from "node:fs";
import { loadAgent } from "../../app/agents/load-agent.ts";
import { recordingModel } from "../../models/cassette.ts";
import { type AskedModels, requireModels } from "../asked-models.ts";
import { type CustomerFiles, playCustomers, readCustomers } from "../eval/eval-customers.ts";
import { print } from "../print.ts";
import { writeNew } from "./write-new.ts";

export interface RecordOptions extends CustomerFiles {
  readonly agent: string;
  readonly out: string;
}

/**
 * `recado nlu record`: plays labelled customers with an agent that asks a model, and keeps each answer. With
 * `recado eval customers --cassette` they play again without a key. `models`: a test's own; else those of the environment.
 */
export async function recordAnswers(
  options: RecordOptions,
  models: Pick<AskedModels, "model" | "models"> = requireModels("have the file recorded by a person who has a key"),
): Promise<void> {
  const lines = readCustomers(options);
  const agent = await loadAgent(options.agent);
  writeNew(options.out, "");
  let kept = 0;
  const model = recordingModel(models.model, (line) => {
    // Each answer is paid for: it is in the file before the next question.
    appendFileSync(options.out, `${JSON.stringify(line)}\n`);
    kept += 1;
  });
  await playCustomers(lines, agent, { ...models, model });
  print(`${options.out}: ${kept} answers. They play with \`recado eval customers --cassette ${options.out}\`.`);
}
