import { errorText } from "../core/errors.ts";
import type { PhoneNumberId, RunId } from "../core/ids.ts";
import { afterFailure, CLOSED, isForPerson, type ModelCircuit, passage, probing } from "../core/model/circuit.ts";
import type { PriceOf } from "../core/model/cost-caps.ts";
import { totalTokens } from "../core/model/token-budget.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Logger } from "../core/ports/logger.ts";
import type { Model, ModelFailure, ModelOutcome, ModelUsage } from "../core/ports/model/model.ts";
import type { Charged, ModelCall, ModelLedger, ModelScope, ModelStanding } from "../core/ports/model/model-ledger.ts";
import type { Asked, ModelPurpose, NotAsked, Question } from "../core/ports/model/turn-model.ts";
import type { ClaimedTurn, StepRecord } from "../core/turn/turn.ts";
import type { ModelAccount } from "./model-account.ts";
import type { ModelAlerts } from "./model-alerts.ts";
import type { RuntimeMetrics } from "./runtime-metrics.ts";
import { withinTime, withinTimeOrAborted } from "./within-time.ts";

export interface ModelTimes {
  /**
   * Time for all questions of one turn: within an agent's time to decide and a customer's patience.
   */
  readonly turnMs: number;
  /** Time for one call. */
  readonly callMs: Readonly<Record<ModelPurpose, number>>;
  /** A provider's pause is waited for if it is at most this long; otherwise the question fails. */
  readonly longestPauseMs: number;
  /** No call is made with less time than this for an answer. */
  readonly leastCallMs: number;
}

export const MODEL_TIMES: ModelTimes = {
  turnMs: 45_000,
  callMs: { detector: 12_000, orchestrator: 30_000, writer: 12_000 },
  longestPauseMs: 2_000,
  leastCallMs: 1_000,
};

/** Pause before a second call when the provider names no time. */
const PAUSE_MS = 300;
/** An adapter keeps its own time limit. One that does not is abandoned this much later. */
const ADAPTER_GRACE_MS = 500;
/**
 * The answer waits at most this long for its line in the ledger. The line is written all the same.
 */
const LEDGER_WAIT_MS = 2_000;
const NOTHING: ModelUsage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

export interface CallerDependencies {
  readonly model: Model;
  readonly models: Readonly<Record<ModelPurpose, string>>;
  /** Replaces the model of a purpose that is down. */
  readonly fallbackModel: string | null;
  readonly times: ModelTimes;
  readonly priceOf: PriceOf;
  readonly ledger: Pick<ModelLedger, "record">;
  readonly alerts: ModelAlerts;
  readonly metrics: Pick<RuntimeMetrics, "modelCalled" | "modelNotAsked">;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly newId: () => string;
  readonly pause: (ms: number) => Promise<void>;
}

/** One question that the account has allowed. */
export interface Inquiry {
  readonly question: Question;
  readonly scope: ModelScope;
  readonly runId: RunId | null;
  readonly phoneNumberId: PhoneNumberId | null;
  readonly account: ModelAccount;
  /** Read from the monotonic clock. */
  readonly deadlineMs: number;
  /** The step that keeps an answer. One statement writes it with its line in the ledger. */
  readonly journal?: (answered: Answered) => { readonly turn: ClaimedTurn; readonly step: StepRecord };
  readonly leaseLost?: () => void;
}

/** The result of a question, and everything that it used, failed calls included. */
export interface Answered {
  readonly asked: Asked;
  /** Our name for the model; null when no model was asked. */
  readonly model: string | null;
  readonly usage: ModelUsage;
  readonly microUsd: number;
  /** Tokens of calls without a price. `microUsd` does not include them. */
  readonly unpricedTokens: number;
  readonly calls: number;
  /** The step is in the database already. */
  readonly isJournaled: boolean;
}

export type InquireModel = (inquiry: Inquiry) => Promise<Answered>;

/**
 * Asks the model of a purpose, once more after a momentary failure, and then the fallback model.
 * Each call fits the budget, the caps, the circuit of its model and the deadline, and has a line in
 * the ledger. Circuits belong to this process: it needs three calls to learn what another process
 * knows of a provider, but no statement before each call.
 */
export function createModelCaller(parts: CallerDependencies): InquireModel {
  const { clock, times, alerts, logger, metrics } = parts;
  const circuits = new Map<string, ModelCircuit>();
  const circuitOf = (model: string) => circuits.get(model) ?? CLOSED;

  return async (inquiry) => {
    const { question, account, phoneNumberId } = inquiry;
    const { purpose } = question;
    let so = NOBODY_ASKED;
    for (const model of modelsFor(question)) {
      for (let isAgain = false; ; isAgain = true) {
        const refusal = refusalOf(model, inquiry, await account.standing());
        if (refusal !== null) {
          // A failed call says more than the reason why nothing else was tried.
          if (so.calls === 0) so = { ...so, asked: { kind: "not_asked", reason: refusal } };
          if (refusal !== "circuit") return end(so, purpose);
          break;
        }
        so = await account.hold(question, () => callOnce(model, inquiry, so));
        if (so.asked.kind !== "failed") return end(so, purpose);
        const { failure } = so.asked;
        if (failure.kind !== "retry_later" && !isForPerson(failure)) return end(so, purpose);
        const pauseMs = failure.retryAfterMs ?? PAUSE_MS;
        const isTimeLeft = clock.monotonicMs() + pauseMs + times.leastCallMs < inquiry.deadlineMs;
        if (isAgain || failure.kind !== "retry_later" || pauseMs > times.longestPauseMs || !isTimeLeft) break;
        await parts.pause(pauseMs);
      }
    }
    return end(so, purpose);

    function refusalOf(model: string, { deadlineMs }: Inquiry, standing: ModelStanding): NotAsked | null {
      const verdict = account.judge(standing, question, model);
      if (verdict === "budget") return "budget";
      if (verdict === "unknown_price") {
        alerts.priceUnknown(model, phoneNumberId);
        return "cost";
      }
      if (verdict === "over") {
        alerts.spent(standing, phoneNumberId, true);
        return "cost";
      }
      const nowMs = clock.monotonicMs();
      if (deadlineMs - nowMs < times.leastCallMs) return "deadline";
      const way = passage(circuitOf(model), nowMs);
      if (way === "open") return "circuit";
      if (way === "probe") circuits.set(model, probing(circuitOf(model), nowMs));
      return null;
    }
  };

  function modelsFor({ purpose, model: own }: Question): string[] {
    const { models, fallbackModel } = parts;
    const model = own ?? models[purpose];
    return fallbackModel === null || fallbackModel === model ? [model] : [model, fallbackModel];
  }

  function end(so: Answered, purpose: ModelPurpose): Answered {
    if (so.asked.kind === "not_asked") metrics.modelNotAsked({ purpose, reason: so.asked.reason });
    return so;
  }

  async function callOnce(model: string, inquiry: Inquiry, before: Answered): Promise<Answered> {
    const { question, account, phoneNumberId } = inquiry;
    const { key, purpose, prompt, ...asked } = question;
    const startedMs = clock.monotonicMs();
    const timeoutMs = Math.min(times.callMs[purpose], inquiry.deadlineMs - startedMs);
    const outcome = await complete({ ...asked, model, timeoutMs });
    const endedMs = clock.monotonicMs();
    const usage = usageOf(outcome) ?? NOTHING;
    const cost = parts.priceOf(model, usage);
    const so: Answered = {
      asked: outcome,
      model,
      usage: addUsage(before.usage, usage),
      microUsd: before.microUsd + (cost?.microUsd ?? 0),
      unpricedTokens: before.unpricedTokens + (cost === null ? totalTokens(usage) : 0),
      calls: before.calls + 1,
      isJournaled: false,
    };
    const { scope, runId } = inquiry;
    const call: ModelCall = {
      ...scope,
      id: parts.newId(),
      runId,
      purpose,
      key,
      model,
      prompt,
      outcome: outcome.kind === "answered" ? "answered" : outcome.failure.kind,
      failureCode: outcome.kind === "answered" ? null : outcome.failure.code,
      usage,
      cost,
      latencyMs: endedMs - startedMs,
    };
    metrics.modelCalled(call);
    heed(model, outcome, inquiry);
    const journaled = outcome.kind === "answered" ? (inquiry.journal?.(so) ?? null) : null;
    const charged = await write(call, journaled);
    account.charge(usage, cost?.microUsd ?? 0, charged);
    if (charged !== null) alerts.spent(charged, phoneNumberId);
    if (charged?.isHeld === false) inquiry.leaseLost?.();
    return { ...so, isJournaled: journaled !== null && charged?.isHeld === true };
  }

  async function complete(request: Parameters<Model["complete"]>[0]): Promise<ModelOutcome> {
    try {
      const limitMs = request.timeoutMs + ADAPTER_GRACE_MS;
      const done = await withinTimeOrAborted(limitMs, (signal) => parts.model.complete(request, signal));
      if (done.kind === "done") return done.value;
      return failed({ kind: "retry_later", code: "timeout" });
    } catch (error) {
      logger.error({ model: request.model, error: errorText(error) }, "a model's adapter threw, which it must not");
      return failed({ kind: "broken_output", code: "adapter_threw" });
    }
  }

  function heed(model: string, outcome: ModelOutcome, { question, phoneNumberId, runId }: Inquiry): void {
    if (outcome.kind === "answered") {
      circuits.delete(model);
      alerts.answered(model, phoneNumberId);
      return;
    }
    const { failure } = outcome;
    const next = afterFailure(circuitOf(model), failure, clock.monotonicMs());
    circuits.set(model, next);
    alerts.failed(model, failure, phoneNumberId);
    logger.warn(
      {
        run_id: runId,
        model,
        purpose: question.purpose,
        prompt: question.prompt.id,
        kind: failure.kind,
        code: failure.code,
        http_status: failure.httpStatus,
        circuit: next.openUntilMs === null ? "closed" : "open",
      },
      "a model did not answer",
    );
  }

  /** null while it is not written. The answer is paid for and stands all the same. */
  async function write(
    call: ModelCall,
    journaled: { readonly turn: ClaimedTurn; readonly step: StepRecord } | null,
  ): Promise<Charged | null> {
    const writing = parts.ledger.record(call, journaled).catch((error: unknown) => {
      logger.error(
        { call_id: call.id, model: call.model, run_id: call.runId, error: errorText(error) },
        "a model's call was not written into the ledger",
      );
      return null;
    });
    const written = await withinTime(LEDGER_WAIT_MS, () => writing);
    return written.kind === "done" ? written.value : null;
  }
}

const NOBODY_ASKED: Answered = {
  asked: { kind: "not_asked", reason: "circuit" },
  model: null,
  usage: NOTHING,
  microUsd: 0,
  unpricedTokens: 0,
  calls: 0,
  isJournaled: false,
};

function failed({ kind, code }: Pick<ModelFailure, "kind" | "code">): ModelOutcome {
  return { kind: "failed", failure: { kind, code, httpStatus: null, retryAfterMs: null, usage: null } };
}

function usageOf(outcome: ModelOutcome): ModelUsage | null {
  return outcome.kind === "answered" ? outcome.answer.usage : outcome.failure.usage;
}

function addUsage(one: ModelUsage, other: ModelUsage): ModelUsage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
  };
}
