import { createHash, createHmac } from "node:crypto";
import type { AgentRegistry } from "../core/agent/agent.ts";
import { isLocal } from "../core/agent/intent.ts";
import { EVENT_SOURCES, type EventSource } from "../core/inbound/event.ts";
import type { Alerts } from "../core/ports/desk/alerts.ts";
import type { Auditor } from "../core/ports/governance/auditor.ts";
import type {
  ClaimedAudit,
  CopyRound,
  JournaledDecision,
  Learning,
  NewSample,
} from "../core/ports/learning/learning.ts";
import type { Logger } from "../core/ports/logger.ts";
import { mayDo } from "../core/turn/whose-word.ts";
import { judgeAudits, type StopWatch } from "./local-stops.ts";
import { createPulse } from "./worker/pulse.ts";

export interface LearnerDependencies {
  readonly learning: Learning;
  readonly alerts: Alerts;
  readonly agents: AgentRegistry;
  readonly stops: StopWatch;
  /** null when there is no model: audits then wait for a person. */
  readonly auditor: Auditor | null;
  /** Makes spellings of one text alike. */
  readonly fold: (text: string) => string;
  readonly settings: LearnerSettings;
  readonly metrics: { decisionLearnt(decision: { engine: string; isSettled: boolean }): void };
  readonly logger: Logger;
  readonly newId: () => string;
}

export interface LearnerSettings {
  /** The share of messages answered without a model that is audited. */
  readonly auditPercent: number;
  /** On these channels, words that a program sent as the customer teach nothing. */
  readonly areCustomersReal: boolean;
}

/** @internal */
export const LEARNER_DEFAULTS: LearnerSettings = { auditPercent: 3, areCustomersReal: true };

export interface Learner {
  start(): void;
  stop(): Promise<void>;
}

const COPY_MS = 10_000;
const EVENTS_A_ROUND = 500;
const AUDIT_MS = 10_000;
const AUDITS_AT_ONCE = 4;
/** Longer than a model may take to answer. */
const AUDIT_LEASE_MS = 120_000;
const AUDIT_TRIES = 5;
/**
 * Ten minutes, then four times as long each time: more than half a day in all, enough for a new
 * day's budget.
 */
const AUDIT_PAUSE_MS = 10 * 60_000;
const AUDIT_PAUSE_FACTOR = 4;
const JUDGE_MS = 25_000;

/**
 * Learns beside the turns. It copies from finished journals instead of being told by turns, so a
 * turn costs nothing more. A process that dies loses nothing, because nothing is in memory.
 */
export function createLearner(parts: LearnerDependencies): Learner {
  const { stops, auditor, logger } = parts;
  const pulses = [
    createPulse(COPY_MS, logger, async () => ((await copyDecisions(parts, COPY_MS)) ? 0 : null)),
    createPulse(JUDGE_MS, logger, async () => {
      await judgeAudits(parts);
      await stops.refresh();
      return null;
    }),
    ...(auditor === null
      ? []
      : [createPulse(AUDIT_MS, logger, async () => ((await auditSome(parts, auditor)) === AUDITS_AT_ONCE ? 0 : null))]),
  ];
  return {
    start() {
      for (const pulse of pulses) pulse.start();
    },
    async stop() {
      await Promise.all(pulses.map((pulse) => pulse.stop()));
    },
  };
}

/** Sources whose words are no sample of how customers speak. */
function silentSources(areCustomersReal: boolean): EventSource[] {
  return EVENT_SOURCES.filter((source) => !mayDo(source, "teach", areCustomersReal));
}

/** One round in every due workspace. True when one of them has more. */
export async function copyDecisions(
  {
    learning,
    fold,
    settings,
    metrics,
    logger,
  }: Pick<LearnerDependencies, "learning" | "fold" | "settings" | "metrics" | "logger">,
  roundMs: number,
): Promise<boolean> {
  const rounds = await learning.takeRounds(roundMs, EVENTS_A_ROUND, silentSources(settings.areCustomersReal));
  for (const round of rounds) {
    if (round.to.id === round.from.id) continue;
    const samples = round.decisions.map((decision) => sampleOf(decision, round, { fold, settings }));
    if (round.unreadable > 0) {
      logger.warn({ decisions: round.unreadable }, "journaled decisions cannot be read and are not learnt from");
    }
    // If another worker was faster, that worker counts them.
    if (!(await learning.keepRound(round, samples))) continue;
    for (const { info } of round.decisions) {
      metrics.decisionLearnt({ engine: info.engine, isSettled: info.isSettled === true });
    }
  }
  return rounds.some(({ hasMore }) => hasMore);
}

function sampleOf(
  decision: JournaledDecision,
  { workspaceId, salt }: Pick<CopyRound, "workspaceId" | "salt">,
  { fold, settings }: Pick<LearnerDependencies, "fold" | "settings">,
): NewSample {
  const { info, runId, text } = decision;
  return {
    decision,
    textHash: createHmac("sha256", salt).update(fold(text)).digest("hex").slice(0, 32),
    isAudited: isLocal(info) && info.isSettled === true && isDrawn(`${workspaceId}:${runId}`, settings.auditPercent),
  };
}

/**
 * The same result for the same run in every process. The draw uses the run, not the text: otherwise
 * a text would be audited always or never.
 */
export function isDrawn(key: string, percent: number): boolean {
  return createHash("sha256").update(key).digest().readUInt32BE() < (percent / 100) * 2 ** 32;
}

/** How many were copied. */
export async function auditSome(
  { learning, logger }: Pick<LearnerDependencies, "learning" | "logger">,
  auditor: Auditor,
): Promise<number> {
  const audits = await learning.claimAudits(AUDITS_AT_ONCE, AUDIT_LEASE_MS);
  await Promise.all(audits.map((audit) => auditOne(audit, { learning, logger }, auditor)));
  return audits.length;
}

async function auditOne(
  audit: ClaimedAudit,
  { learning, logger }: Pick<LearnerDependencies, "learning" | "logger">,
  auditor: Auditor,
): Promise<void> {
  const answer = await auditor.label(audit);
  if (answer === null) {
    const isLast = audit.tries >= AUDIT_TRIES;
    await learning.postponeAudit(audit, isLast ? null : AUDIT_PAUSE_MS * AUDIT_PAUSE_FACTOR ** (audit.tries - 1));
    if (isLast) logger.warn({ run_id: audit.runId }, "no model could audit an answer: it waits for a person");
    return;
  }
  const { intent, confidence, model } = answer;
  await learning.recordAudit(audit, { label: intent, confidence, by: `model:${model}` });
}
