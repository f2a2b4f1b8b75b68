import * as z from "zod";
import type { ConversationId, SessionId, WorkspaceId } from "../core/ids.ts";
import type { CostCaps, PriceOf } from "../core/model/cost-caps.ts";
import { isSummaryDue } from "../core/model/summary-policy.ts";
import { totalTokens } from "../core/model/token-budget.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Alerts } from "../core/ports/desk/alerts.ts";
import type { Logger } from "../core/ports/logger.ts";
import type { Model, ModelCapabilities } from "../core/ports/model/model.ts";
import type { ModelLedger } from "../core/ports/model/model-ledger.ts";
import type { Asked, ModelPurpose, Question, TurnModel } from "../core/ports/model/turn-model.ts";
import type { Outgrown } from "../core/ports/summaries.ts";
import type { ToolScope, Tools } from "../core/ports/tools.ts";
import { offeredTools } from "../core/tool-calls/tool-offer.ts";
import type { ClaimedTurn, StepRecord } from "../core/turn/turn.ts";
import { actedBy } from "./acted-by.ts";
import { callIds } from "./call-ids.ts";
import { type Answered, createModelCaller, type ModelTimes } from "./call-model.ts";
import { callRecord } from "./call-record.ts";
import { hasActed } from "./has-acted.ts";
import type { Journal } from "./journal.ts";
import { openAccount } from "./model-account.ts";
import { createModelAlerts } from "./model-alerts.ts";
import { modelStepName } from "./model-step.ts";
import type { RuntimeMetrics } from "./runtime-metrics.ts";
import { tryTool } from "./try-tool.ts";
import { turnKey } from "./turn-key.ts";

export interface ModelSettings {
  readonly models: Readonly<Record<ModelPurpose, string>>;
  readonly fallbackModel: string | null;
  /** The account of one session (requirement B8). */
  readonly tokenLimit: number;
  readonly caps: CostCaps;
  readonly times: ModelTimes;
}

/** An answer stands, like the decision that rests on it, as long as nothing here has changed. */
const basis = z.object({ version: z.number(), agentId: z.string(), agentVersion: z.string() });
type Basis = z.infer<typeof basis>;

/** The turn that asks. */
export interface AskingTurn {
  readonly turn: ClaimedTurn;
  readonly agent: { readonly id: string; readonly version: string };
  readonly sessionId: SessionId;
  /** null when the asker calls no tools. */
  readonly tools: Omit<ToolScope, "newId"> | null;
}

export interface DeskModel extends TurnModel {
  /** What its answers used; the same when they come from the journal. */
  usedTokens(): number;
  /** The steps that replaced a call. */
  replayed(): readonly string[];
}

/** Stands between turns or jobs and a language model. */
export interface ModelGate {
  /** The name of the model that answers for this purpose. */
  capabilities(purpose: ModelPurpose): ModelCapabilities;
  forTurn(asking: AskingTurn, journal: Journal): DeskModel;
  /**
   * For background work. The conversation's active session pays; without a conversation no session
   * does.
   */
  askInBackground(of: {
    readonly workspaceId: WorkspaceId;
    readonly conversationId: ConversationId | null;
    readonly question: Question;
  }): Promise<Asked>;
}

export interface ModelGateDependencies {
  readonly model: Model;
  readonly ledger: Pick<ModelLedger, "standing" | "record">;
  readonly alerts: Alerts;
  /** Called for each conversation that has outgrown its summary. */
  readonly outgrown?: (conversation: Outgrown) => void;
  readonly tools: Tools;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Pick<RuntimeMetrics, "modelCalled" | "modelNotAsked" | "modelReplayed">;
  readonly newId: () => string;
  readonly priceOf: PriceOf;
  readonly settings: ModelSettings;
  readonly pause?: (ms: number) => Promise<void>;
}

/**
 * More than the longest conversation of an orchestrator with its tools. A turn that keeps asking
 * ends here.
 */
const MOST_QUESTIONS = 16;

export function createModelGate(parts: ModelGateDependencies): ModelGate {
  const { clock, ledger, settings, priceOf, newId, logger, metrics } = parts;
  const { caps, times } = settings;
  const alerts = createModelAlerts({
    alerts: parts.alerts,
    caps,
    newId,
    logger,
    monotonicMs: () => clock.monotonicMs(),
  });
  const inquire = createModelCaller({ ...parts, ...settings, alerts, pause: parts.pause ?? wait });

  return {
    capabilities: (purpose) => parts.model.capabilities(settings.models[purpose]),

    forTurn({ turn, agent, sessionId, tools: scope }, journal) {
      const now: Basis = { version: turn.version, agentId: agent.id, agentVersion: agent.version };
      const { workspaceId, conversationId } = turn.lease;
      const asker = { workspaceId, conversationId, sessionId };
      const account = openAccount(ledger, asker, settings, priceOf);
      const deadlineMs = clock.monotonicMs() + times.turnMs;
      const keys = new Set<string>();
      const replayed: string[] = [];
      let usedTokens = 0;
      let isLeaseLost = false;

      const standing = async () => {
        const read = await account.standing();
        if (isSummaryDue(read)) parts.outgrown?.({ workspaceId, conversationId });
        return read;
      };

      return {
        async ask(question) {
          const { key, purpose } = question;
          if (keys.has(key)) throw new Error(`run ${turn.run.id} asked two questions named "${key}": a key names one`);
          keys.add(key);
          const former = journaledAnswer(journal, key, now, hasActed(turn));
          if (former !== null) {
            usedTokens += former.tokens;
            replayed.push(former.name);
            metrics.modelReplayed(purpose);
            return former.asked;
          }
          const name = newStepName(journal, key, now);
          const notAsked = (reason: "deadline"): Asked => {
            metrics.modelNotAsked({ purpose, reason });
            return { kind: "not_asked", reason };
          };
          if (isLeaseLost || keys.size > MOST_QUESTIONS) return notAsked("deadline");
          await standing();
          journal.takePlace(name);
          const startedAt = clock.now();
          const startedMs = clock.monotonicMs();
          const step = (answered: Answered) => ({
            phase: "plan" as const,
            name,
            status: STATUS[answered.asked.kind],
            startedAt,
            durationMs: clock.monotonicMs() - startedMs,
            output: journaledOutput(question, answered, now),
          });
          const answered = await inquire({
            question,
            scope: asker,
            runId: turn.run.id,
            phoneNumberId: turn.phoneNumberId,
            account,
            deadlineMs,
            journal(soFar) {
              journal.record(step(soFar));
              return { turn, step: journal.find(name) as StepRecord };
            },
            leaseLost() {
              isLeaseLost = true;
            },
          });
          usedTokens += totalTokens(answered.usage);
          if (answered.isJournaled) journal.markWritten(name);
          else if (answered.asked.kind !== "answered") journal.record(step(answered));
          return answered.asked;
        },
        async tryTool({ callId, tool, input }) {
          if (scope === null) return { kind: "denied", reason: "no tools are called here" };
          const newId = callIds(turnKey(turn), callId);
          const idempotencyKey = `${turnKey(turn)}:${callId}`;
          const startedAt = clock.now();
          const result = await tryTool({ tool, input, idempotencyKey, scope: { ...scope, newId } }, parts.tools);
          const traits = parts.tools.kindOf(tool);
          const times = { startedAt, endedAt: clock.now() };
          const by = actedBy({ ...scope, isDryRun: traits?.kind === "transactional" }, result);
          journal.noteTrial({ ...callRecord({ callId, tool, input }, traits, result, times), ...by });
          return result;
        },
        toolsFor: (offers) => offeredTools((name) => parts.tools.kindOf(name), offers),
        budget: () => account.budget(),
        summary: async () => (await standing()).summary,
        usedTokens: () => usedTokens,
        replayed: () => replayed,
      };
    },

    async askInBackground({ workspaceId, conversationId, question }) {
      const scope = { workspaceId, conversationId, sessionId: null };
      const { asked } = await inquire({
        question,
        scope,
        runId: null,
        phoneNumberId: null,
        account: openAccount(ledger, scope, settings, priceOf),
        deadlineMs: clock.monotonicMs() + times.turnMs,
      });
      return asked;
    },
  };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const STATUS = { answered: "ok", failed: "error", not_asked: "skipped" } as const;

/**
 * What a step keeps of a question: everything except its words, which follow from the conversation.
 */
function journaledOutput({ purpose, prompt }: Question, answered: Answered, now: Basis) {
  const { asked, model, usage, microUsd, unpricedTokens, calls } = answered;
  return {
    basis: now,
    purpose,
    prompt,
    model,
    usage,
    tokens: totalTokens(usage),
    microUsd,
    unpricedTokens,
    calls,
    asked,
  };
}

const journaled = z.object({
  basis,
  tokens: z.number(),
  // Only we write this, from the same type. The whole answer goes back to the asker, who reads it
  // like a new one.
  asked: z.custom<Extract<Asked, { kind: "answered" }>>(
    (value) => typeof value === "object" && value !== null && "kind" in value && value.kind === "answered",
  ),
});

/**
 * Replays the answer of an earlier attempt, so the model is not asked again. The answer stands like
 * the decision that rests on it: as long as the conversation and the agent are the same, and for
 * good once something was done.
 */
function journaledAnswer(journal: Journal, key: string, now: Basis, hasDeeds: boolean) {
  for (const name of [modelStepName(key), nameOn(key, now)]) {
    const step = journal.find(name);
    if (step?.status !== "ok") continue;
    const kept = journaled.parse(step.output);
    const isSame =
      kept.basis.version === now.version &&
      kept.basis.agentId === now.agentId &&
      kept.basis.agentVersion === now.agentVersion;
    if (isSame || hasDeeds) return { name, asked: kept.asked, tokens: kept.tokens };
  }
  return null;
}

/**
 * A completed call is never overwritten. A new question in a changed conversation is another step.
 */
function newStepName(journal: Journal, key: string, now: Basis): string {
  const plain = modelStepName(key);
  return journal.find(plain)?.status === "ok" ? nameOn(key, now) : plain;
}

function nameOn(key: string, { version, agentId, agentVersion }: Basis): string {
  return `${modelStepName(key)}@${version}-${agentId}-${agentVersion}`;
}
