import { LangEs } from "@nlpjs/lang-es";
import { Nlp } from "@nlpjs/nlp";
import type { Answer } from "../../../src/nlu/linear/evaluate.ts";
import { fitLogistic, probabilityRight } from "../../../src/nlu/linear/fit-logistic.ts";
import type { LabelledText } from "../../../src/nlu/linear/linear-classifier.ts";
import { findThreshold } from "../../../src/nlu/linear/threshold.ts";

const FOLDS = 5;
const TARGET = 0.95;
const OUT_OF_SCOPE_ODDS = 0.15 / 0.85;

interface Guess {
  readonly intent: string;
  readonly evidence: readonly number[];
}

/** nlp.js as it comes, judged like ours: its score and margin calibrated out of fold, the same bound, the same target. */
export async function trainNlpjs(
  rows: readonly LabelledText[],
  outOfScope: readonly string[],
): Promise<(text: string) => Promise<Answer>> {
  const cases: { evidence: readonly number[]; isRight: boolean; weight: number }[] = [];
  const seen = new Map<string, number>();
  const folds = rows.map(({ label }) => {
    const count = seen.get(label) ?? 0;
    seen.set(label, count + 1);
    return count % FOLDS;
  });
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const guess = await learn(rows.filter((_, at) => folds[at] !== fold));
    for (const [at, { text, label }] of rows.entries()) {
      if (folds[at] !== fold) continue;
      const { intent, evidence } = await guess(text);
      cases.push({ evidence, isRight: intent === label, weight: 1 });
    }
    for (const [at, text] of outOfScope.entries()) {
      if (at % FOLDS !== fold) continue;
      const { evidence } = await guess(text);
      cases.push({ evidence, isRight: false, weight: (rows.length * OUT_OF_SCOPE_ODDS) / outOfScope.length });
    }
  }
  const calibrator = fitLogistic(cases);
  const outcomes = cases.map((one) => ({ ...one, probability: probabilityRight(calibrator, one.evidence) }));
  const threshold = findThreshold(outcomes, TARGET);
  const guess = await learn(rows);
  return async (text) => {
    const { intent, evidence } = await guess(text);
    const probability = probabilityRight(calibrator, evidence);
    return { intent, probability, isSure: probability >= threshold };
  };
}

async function learn(rows: readonly LabelledText[]): Promise<(text: string) => Promise<Guess>> {
  const nlp = new Nlp({ autoSave: false, autoLoad: false, nlu: { log: false } });
  nlp.container.use(LangEs);
  nlp.addLanguage("es");
  for (const { text, label } of rows) nlp.addDocument("es", text, label);
  await nlp.train();
  return async (text) => {
    const [best, second] = (await nlp.process("es", text)).classifications;
    const score = best?.score ?? 0;
    const inside = Math.min(1 - 1e-6, Math.max(1e-6, score));
    return {
      intent: best?.intent ?? "None",
      evidence: [Math.log(inside / (1 - inside)), score - (second?.score ?? 0)],
    };
  };
}
