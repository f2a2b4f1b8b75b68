import type { Agent } from "../../core/agent/agent.ts";
import type { DecisionTrail } from "../../core/agent/decision-trail.ts";
import type { RunToClaim } from "../../core/conversation/claim-from.ts";
import type { ConversationState } from "../../core/conversation/conversation-state.ts";
import { isIntentOfTime } from "../../core/inbound/forced-intent.ts";
import { EMPTY_BOOK, type FactBook, knownFacts } from "../../core/memory/keep-facts.ts";
import { recollect, type SpokenLine } from "../../core/memory/recall.ts";
import type { Logger } from "../../core/ports/logger.ts";
import type { ToolCall, Tools } from "../../core/ports/tools.ts";
import { summariseExpenses } from "../../core/turn/expense.ts";
import type { ClaimedTurn } from "../../core/turn/turn.ts";
import { readAcknowledgement } from "../../nlu/clauses/acknowledgement.ts";
import type { TurnDependencies } from "../../runtime/dependencies.ts";
import type { Journal } from "../../runtime/journal.ts";
import { isReadStep } from "../../runtime/reads/read-step.ts";
import { systemClock } from "../../runtime/system-clock.ts";
import { EngineKilled } from "./engine-killed.ts";
import { isLiveQuestion, type LiveQuestion } from "./live-question.ts";
import { MEMORY_CRM, templatesOf } from "./memory-crm.ts";
import type { MemoryDependencies } from "./memory-dependencies.ts";
import { SCENARIO_TOOLS } from "./memory-tools.ts";
import { answeredSteps, type EndedRun, runInMemory } from "./run-in-memory.ts";
import type { SandboxToolResult } from "./turn-how.ts";
import { watchAgent } from "./watched-agent.ts";

/** A run in memory, and what a person who watches sees of it. */
export interface WatchedRun {
  readonly ended: EndedRun;
  /** What tools said, by call. */
  readonly results: ReadonlyMap<string, SandboxToolResult>;
  readonly trail: { readonly of: DecisionTrail | null } | null;
  /** What the shop's own CRM asks about a call; null when it asks nothing. */
  readonly live: LiveQuestion | null;
}

const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** What `runTurn` needs, with stores that hold nothing beyond the conversation itself. */
export function createMemoryRuntime(
  agent: Agent,
  {
    model = null,
    explains = false,
    tools = SCENARIO_TOOLS,
    readYesNo = readAcknowledgement,
    knowledge,
    ...rest
  }: MemoryDependencies,
  newId: () => string,
) {
  const watched = watchAgent(agent, explains);
  let results = new Map<string, SandboxToolResult>();
  let isTimerForced = false;
  let book: FactBook = EMPTY_BOOK;
  let expenses: ConversationState["expenses"] = [];
  let spoken: readonly SpokenLine[] = [];
  const dependencies: TurnDependencies = {
    store: {
      mailbox: { flushSteps: async () => true, tell: async () => false },
      media: { open: async () => [], keepUnderstanding: async (_, understanding) => understanding },
      crm: {
        ...MEMORY_CRM,
        templates: async () => templatesOf(agent),
        facts: async () => knownFacts(book),
        recollect: async (_, __, asked) => recollect(knownFacts(book), spoken, asked),
        askedPermissions: async () => book.asked,
        expenses: async (_, __, since) => summariseExpenses(expenses, since),
      },
    },
    agents: watched.registry,
    tools: listenTo(
      tools,
      (callId, result) => results.set(callId, result),
      () => isTimerForced,
    ),
    readYesNo,
    clock: systemClock,
    logger: SILENT,
    metrics: { phaseFinished() {}, toolCalled() {}, understood() {}, memoryRead() {} },
    newId,
    responseSpeed: 0,
    timerPreset: rest.preset ?? "real",
    modelGate: model,
    ...(knowledge === undefined ? {} : { knowledge }),
  };
  const trail = () => (explains ? { of: watched.trail() } : null);

  function dieIfTold(turn: ClaimedTurn, journal: Journal): void {
    if (rest.isKilledNow?.() !== true) return;
    const called = journal.calls().slice(journal.trials().length);
    throw new EngineKilled(
      { runId: turn.run.id, journal: answeredSteps(journal.steps()) },
      called.filter(({ callId }) => !isReadStep({ name: callId })).map(({ toolName }) => toolName),
    );
  }

  return {
    trail,
    async run(before: ConversationState, run: RunToClaim, at: Date, forced: string | null): Promise<WatchedRun> {
      results = new Map();
      spoken = spokenLines(before);
      book = before.memory;
      expenses = before.expenses;
      watched.force(forced);
      isTimerForced = forced !== null && isIntentOfTime(forced);
      const ended = await runInMemory(before, run, at, dependencies, dieIfTold);
      const live = [...results.values()].find(isLiveQuestion) ?? null;
      return { ended: withoutForcedWords(ended, forced), results, trail: trail(), live };
    },
  };
}

/** What may be remembered of the talk: nothing that was said before all of it was to be forgotten. */
function spokenLines({ lines, memory: { forgottenUntil } }: ConversationState): SpokenLine[] {
  return lines.flatMap(({ role, content, createdAt, isUnsaid }) =>
    role === "system" || content === "" || isUnsaid || (forgottenUntil !== null && createdAt <= forgottenUntil)
      ? []
      : [{ role, content, createdAt }],
  );
}

/** Each answer of a decision's own call; a model's trials are not told. */
function listenTo(
  tools: Tools,
  hear: (callId: string, result: SandboxToolResult) => void,
  isTimerForced: () => boolean,
): Tools {
  const judge = tools.judge?.bind(tools);
  const scopeOf = ({ scope }: ToolCall) => (isTimerForced() ? ({ ...scope, cause: "timer" } as const) : scope);
  return {
    kindOf: (tool) => tools.kindOf(tool),
    ...(judge === undefined ? {} : { judge: (call) => judge({ ...call, scope: scopeOf(call) }) }),
    async execute(call) {
      const scope = scopeOf(call);
      const result = await tools.execute({ ...call, scope });
      if (call.isTrial !== true) hear(call.idempotencyKey.split(":").slice(1).join(":"), result);
      return result;
    },
  };
}

/** An intent that is forced stands for no words of the customer. */
function withoutForcedWords(ended: EndedRun, forced: string | null): EndedRun {
  if (forced === null) return ended;
  const { lines, turnCount } = ended.state;
  const spoken = lines.filter(({ role, content }) => role !== "user" || content !== "");
  const dropped = lines.length - spoken.length;
  return { ...ended, state: { ...ended.state, lines: spoken, turnCount: turnCount - dropped } };
}
