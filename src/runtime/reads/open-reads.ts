import type { Agent } from "../../core/agent/agent.ts";
import type { ToolResult, ToolScope } from "../../core/ports/tools.ts";
import {
  failed,
  MOST_READS,
  READS_MS,
  type ReadResult,
  readResult,
  type TurnReads,
  whyNoRead,
} from "../../core/tool-calls/turn-reads.ts";
import type { ClaimedTurn } from "../../core/turn/turn.ts";
import { actedBy } from "../acted-by.ts";
import { callIds } from "../call-ids.ts";
import { callRecord } from "../call-record.ts";
import type { TurnDependencies } from "../dependencies.ts";
import type { Journal } from "../journal.ts";
import { LeaseLost } from "../lease-lost.ts";
import { tryTool } from "../try-tool.ts";
import { turnKey } from "../turn-key.ts";
import { answerIn, readStepName } from "./read-step.ts";

interface ReadingTurn {
  readonly turn: ClaimedTurn;
  readonly agent: Pick<Agent, "id" | "version">;
  readonly scope: Omit<ToolScope, "newId">;
}

/**
 * The reads of one turn. An answer is written into the journal before the agent has it, failures
 * included: after a crash the agent decides on the same answers, and no other system is asked twice.
 */
export function openReads(
  { turn, agent, scope }: ReadingTurn,
  journal: Journal,
  { tools, store, clock, metrics }: Pick<TurnDependencies, "tools" | "store" | "clock" | "metrics">,
): TurnReads {
  const basis = { version: turn.version, agentId: agent.id, agentVersion: agent.version };
  const deadlineMs = clock.monotonicMs() + READS_MS;
  const asked = new Map<string, Promise<ReadResult>>();
  // One statement at a time: each writes what the one before has not.
  let writing: Promise<void> = Promise.resolve();

  const flush = async () => {
    const steps = journal.unwritten();
    if (steps.length === 0) return;
    if (!(await store.mailbox.flushSteps(turn, steps, null))) throw new LeaseLost(turn.run.id);
    for (const { name } of steps) journal.markWritten(name);
  };

  async function ask(tool: string, input: unknown, name: string): Promise<ReadResult> {
    const traits = tools.kindOf(tool);
    const note = (result: ToolResult, times: { startedAt: Date; endedAt: Date }) => {
      const record = callRecord({ callId: name, tool, input }, traits, result, times);
      journal.noteCall({ ...record, ...actedBy(scope, result) }, false);
      return result;
    };
    const former = journal.find(name);
    if (former !== null) {
      const { result, endedAt } = answerIn(former);
      return readResult(tool, note(result, { startedAt: former.startedAt, endedAt }));
    }
    const startedMs = clock.monotonicMs();
    const limitMs = deadlineMs - startedMs;
    if (limitMs <= 0) return failed("timed_out", "deadline", `the reads of this turn have had their ${READS_MS} ms`);
    journal.takePlace(name);
    const startedAt = clock.now();
    const result = await tryTool(
      {
        ...{ tool, input },
        idempotencyKey: `${turnKey(turn)}:${name}`,
        scope: { ...scope, newId: callIds(turnKey(turn), name) },
        limitMs,
      },
      tools,
    );
    const endedAt = clock.now();
    metrics.toolCalled({ tool, outcome: result.kind });
    const status = result.kind === "ok" ? "ok" : "error";
    const durationMs = clock.monotonicMs() - startedMs;
    journal.record({ phase: "plan", name, status, startedAt, durationMs, output: { tool, input, endedAt, result } });
    note(result, { startedAt, endedAt });
    writing = writing.then(flush);
    await writing;
    return readResult(tool, result);
  }

  return {
    read(tool, input) {
      const refusal = whyNoRead(tool, tools.kindOf(tool));
      if (refusal !== null) return Promise.resolve(refusal);
      const name = readStepName(tool, input, basis);
      const known = asked.get(name);
      if (known !== undefined) return known;
      if (asked.size >= MOST_READS) {
        return Promise.resolve(failed("denied", "too_many_reads", `a turn reads at most ${MOST_READS} times`));
      }
      const answer = ask(tool, input, name);
      // An agent that has stopped waiting takes no process down with it. A lost lease or database
      // still fails the read that is awaited.
      answer.catch(() => {});
      asked.set(name, answer);
      return answer;
    },
  };
}
