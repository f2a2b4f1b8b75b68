import type { Asked, Question, TokenBudget, TurnModel } from "../../core/ports/model/turn-model.ts";

/** The model of a turn, and the results of its questions. */
export interface Asking {
  ask(question: Question): Promise<Asked>;
  tryTool: TurnModel["tryTool"];
  toolsFor: TurnModel["toolsFor"];
  /** null when there is no summary. */
  summary(): Promise<string | null>;
  /** The current state: each question moves it. */
  budget(): Promise<TokenBudget["state"]>;
  note(reason: string): void;
  /** All tokens so far, of answers and of paid failures. */
  tokens(): number;
  /** The questions and their results, for the explanation of the turn. */
  why(): readonly string[];
}

export function openAsking(model: TurnModel): Asking {
  let tokens = 0;
  const why: string[] = [];
  let summary: Promise<string | null> | null = null;
  return {
    async ask(question) {
      const asked = await model.ask(question);
      const usage =
        asked.kind === "answered" ? asked.answer.usage : asked.kind === "failed" ? asked.failure.usage : null;
      if (usage !== null) {
        tokens += usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
      }
      why.push(`${question.key}: ${question.prompt.id}@${question.prompt.version}, ${described(asked)}`);
      return asked;
    },
    tryTool: (call) => model.tryTool(call),
    toolsFor: (offers) => model.toolsFor(offers),
    summary: () => {
      summary ??= model.summary();
      return summary;
    },
    budget: async () => (await model.budget()).state,
    note: (reason) => void why.push(reason),
    tokens: () => tokens,
    why: () => why,
  };
}

function described(asked: Asked): string {
  switch (asked.kind) {
    case "answered":
      return `answered by ${asked.answer.model}`;
    case "failed":
      return `no answer (${asked.failure.kind}, ${asked.failure.code})`;
    case "not_asked":
      return `not asked (${asked.reason})`;
  }
}
