import { callTokens, DEFAULT_TOKEN_LIMIT, tokenBudget, totalTokens } from "../../core/model/token-budget.ts";
import type { Model } from "../../core/ports/model/model.ts";
import type { Asked, ModelPurpose, Question } from "../../core/ports/model/turn-model.ts";
import type { Tools } from "../../core/ports/tools.ts";
import { offeredTools } from "../../core/tool-calls/tool-offer.ts";
import { callIds } from "../../runtime/call-ids.ts";
import type { Journal } from "../../runtime/journal.ts";
import type { ModelGate } from "../../runtime/model-gate.ts";
import { modelStepName } from "../../runtime/model-step.ts";
import { tryTool } from "../../runtime/try-tool.ts";
import { turnKey } from "../../runtime/turn-key.ts";

export interface SandboxModelDependencies {
  readonly model: Model;
  /** Model names by purpose; a purpose without one is its own name. */
  readonly models?: Partial<Readonly<Record<ModelPurpose, string>>>;
  /** The most tokens that one session may use. */
  readonly tokenLimit?: number;
  /** Asked in the loop of an orchestrator; absent: every call of it is denied. */
  readonly tools?: Tools;
  /** What sessions have used before. */
  readonly used?: Readonly<Record<string, number>>;
  /** Told of each question, also of one that no model was asked. */
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

/** The model gate of a conversation in memory. */
export interface SandboxModel extends Pick<ModelGate, "forTurn"> {
  /** Tokens by session. */
  used(): Readonly<Record<string, number>>;
}

/** Nothing may hang in a sandbox. */
const CALL_MS = 30_000;

/**
 * A model gate for conversations in memory: the budget of a session as in production, no caps, no
 * circuits, no ledger.
 */
export function createSandboxModel(dependencies: SandboxModelDependencies): SandboxModel {
  const { model, models = {}, tokenLimit = DEFAULT_TOKEN_LIMIT, tools } = dependencies;
  const used = new Map(Object.entries(dependencies.used ?? {}));

  return {
    used: () => Object.fromEntries(used),
    forTurn({ turn, sessionId, tools: scope }, journal) {
      const replayed: string[] = [];
      let ofTurn = 0;
      const usedSoFar = () => used.get(sessionId) ?? 0;
      const nameOf = ({ model: own, purpose }: Question) => own ?? models[purpose] ?? purpose;
      const call = async (question: Question): Promise<Asked> => {
        const { key: _, purpose: __, prompt: ___, ...request } = question;
        return model.complete({ ...request, model: nameOf(question), timeoutMs: CALL_MS });
      };
      const tell = (question: Question, asked: Asked): Asked => {
        const { key, purpose, prompt } = question;
        dependencies.onAsked?.({ key, purpose, prompt, model: nameOf(question), asked });
        return asked;
      };
      return {
        async ask(question) {
          const name = modelStepName(question.key);
          const former = answerIn(journal, name);
          if (former !== null) {
            replayed.push(name);
            ofTurn += tokensOf(former);
            return former;
          }
          if (usedSoFar() + callTokens(question) > tokenLimit) {
            return tell(question, { kind: "not_asked", reason: "budget" });
          }
          const asked = tell(question, await call(question));
          const tokens = tokensOf(asked);
          ofTurn += tokens;
          used.set(sessionId, usedSoFar() + tokens);
          if (asked.kind === "answered") writeAnswer(journal, name, asked, turn.now);
          return asked;
        },
        async tryTool({ callId, tool, input }) {
          if (tools === undefined || scope === null) return { kind: "denied", reason: `no tool is named "${tool}"` };
          const idempotencyKey = `${turnKey(turn)}:${callId}`;
          const scoped = { ...scope, newId: callIds(turnKey(turn), callId) };
          return tryTool({ tool, input, idempotencyKey, scope: scoped }, tools);
        },
        toolsFor: (offers) => offeredTools((name) => tools?.kindOf(name) ?? null, offers),
        budget: async () => tokenBudget(usedSoFar(), tokenLimit),
        summary: async () => null,
        usedTokens: () => ofTurn,
        replayed: () => replayed,
      };
    },
  };
}

type Answered = Extract<Asked, { kind: "answered" }>;

/** Written here alone, in this process or in a snapshot of it. */
function answerIn(journal: Journal, name: string): Answered | null {
  const step = journal.find(name);
  return step?.status === "ok" ? (step.output as Answered) : null;
}

function writeAnswer(journal: Journal, name: string, answered: Answered, startedAt: Date): void {
  journal.record({ phase: "plan", name, status: "ok", startedAt, durationMs: 0, output: answered });
}

function tokensOf(asked: Asked): number {
  if (asked.kind === "answered") return totalTokens(asked.answer.usage);
  return asked.kind === "failed" && asked.failure.usage !== null ? totalTokens(asked.failure.usage) : 0;
}
