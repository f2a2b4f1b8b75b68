import type { StepRecord } from "../core/turn/turn.ts";

const PREFIX = "model.";

/** The step that keeps the answer to a question, by the question's key. */
export function modelStepName(key: string): string {
  return `${PREFIX}${key}`;
}

export function isModelStep({ name }: Pick<StepRecord, "name">): boolean {
  return name.startsWith(PREFIX);
}
