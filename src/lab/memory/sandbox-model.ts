import { callTokens, DEFAULT_TOKEN_LIMIT, tokenBudget, totalTokens } from "../../core/model/token-budget.ts";
import type { Model } from "../../core/ports/model.ts";
import type { ToolResult } from "../../core/ports/tools.ts";
import type { Asked, ModelPurpose, Question, TurnModel } from "../../core/ports/turn-model.ts";

export interface SandboxModelParts {
  readonly model: Model;
  /** By purpose; where it does not say, the purpose is the name. */
  readonly models?: Partial<Readonly<Record<ModelPurpose, string>>>;
  /** Of one session. */
  readonly tokenLimit?: number;
  /** What tools say in the loop of an orchestrator; without it all of them are denied. */
  readonly tryTool?: (call: { readonly tool: string; readonly input: unknown }) => ToolResult | Promise<ToolResult>;
  /** What sessions have taken before. */
  readonly used?: Readonly<Record<string, number>>;
  /** Hears of each question, also of one that nobody was asked. */
  readonly onAsked?: (asked: AskedQuestion) => void;
}

export interface AskedQuestion {
  readonly key: string;
  readonly purpose: ModelPurpose;
  readonly prompt: Question["prompt"];
  /** The name under which it was asked; the one that answered may be longer. */
  readonly model: string;
  readonly asked: Asked;
}

/** The model of a turn in memory, and what its answers took. */
export interface SandboxTurnModel extends TurnModel {
  usedTokens(): number;
}

export interface SandboxModel {
  /** `answers` are those of the turn so far: given again, they stand for the journal, and nobody is asked. */
  forTurn(sessionId: string, answers: Map<string, Asked>): SandboxTurnModel;
  /** By session. */
  used(): Readonly<Record<string, number>>;
}

/** Nobody waits in a sandbox, and nothing may hang in it. */
const CALL_MS = 30_000;

/** A model for conversations in memory: the budget of a session as in production, no caps, no circuits, no ledger. */
export function createSandboxModel(parts: SandboxModelParts): SandboxModel {
  const { model, models = {}, tokenLimit = DEFAULT_TOKEN_LIMIT } = parts;
  const used = new Map(Object.entries(parts.used ?? {}));

  return {
    used: () => Object.fromEntries(used),
    forTurn(sessionId, answers) {
      let ofTurn = 0;
      const usedSoFar = () => used.get(sessionId) ?? 0;
      const charge = (asked: Asked, isNew: boolean) => {
        const tokens = tokensOf(asked);
        ofTurn += tokens;
        if (isNew) used.set(sessionId, usedSoFar() + tokens);
      };
      const nameOf = (purpose: ModelPurpose) => models[purpose] ?? purpose;
      const call = async ({ key: _, purpose, prompt: __, ...request }: Question): Promise<Asked> =>
        model.complete({ ...request, model: nameOf(purpose), timeoutMs: CALL_MS });
      const tell = ({ key, purpose, prompt }: Question, asked: Asked): Asked => {
        parts.onAsked?.({ key, purpose, prompt, model: nameOf(purpose), asked });
        return asked;
      };
      return {
        async ask(question) {
          const former = answers.get(question.key);
          if (former !== undefined) {
            charge(former, false);
            return former;
          }
          if (usedSoFar() + callTokens(question) > tokenLimit)
            return tell(question, { kind: "not_asked", reason: "budget" });
          const asked = tell(question, await call(question));
          if (asked.kind === "answered") answers.set(question.key, asked);
          charge(asked, true);
          return asked;
        },
        tryTool: async ({ tool, input }) =>
          parts.tryTool?.({ tool, input }) ?? { kind: "denied", reason: `no tool is named "${tool}"` },
        budget: async () => tokenBudget(usedSoFar(), tokenLimit),
        summary: async () => null,
        usedTokens: () => ofTurn,
      };
    },
  };
}

function tokensOf(asked: Asked): number {
  if (asked.kind === "answered") return totalTokens(asked.answer.usage);
  return asked.kind === "failed" && asked.failure.usage !== null ? totalTokens(asked.failure.usage) : 0;
}
