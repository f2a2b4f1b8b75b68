import * as z from "zod";
import type { Agent, Decision } from "../../core/agent/agent.ts";
import type { DecisionTrail } from "../../core/agent/decision-trail.ts";
import { newSession } from "../../core/agent/new-session.ts";
import type { Session } from "../../core/agent/session.ts";
import {
  armedTimer,
  type ConversationQuestion,
  type ConversationState,
} from "../../core/conversation/conversation-state.ts";
import type { SessionId } from "../../core/ids.ts";
import { spokenText } from "../../core/outbound/outbound-content.ts";
import type { NewOutboxMessage } from "../../core/outbound/outbox.ts";
import { withoutWindow } from "../../core/turn/closed-window.ts";
import { plainDecision } from "../../core/turn/part-decision.ts";
import type { StepRecord } from "../../core/turn/turn.ts";
import { parseDecision } from "../../runtime/decision-schema.ts";
import { QUIET } from "../../runtime/phases/classify.ts";
import { isReadStep } from "../../runtime/reads/read-step.ts";
import type { EndedRun } from "./run-in-memory.ts";
import { type AskedDecision, afterAnswer, type QuestionAnswer } from "./sandbox-question.ts";
import type { ObservedTurn } from "./scenario-player.ts";
import type { SandboxToolResult } from "./turn-how.ts";

interface Watched {
  readonly agent: Agent;
  /** Null when the caller does not ask how the turn came about. */
  readonly trail: { readonly of: DecisionTrail | null } | null;
  /** What tools said in this run, by call. */
  readonly results: ReadonlyMap<string, SandboxToolResult>;
  /** The question that the run waited for, and its answer; null when it never asked. */
  readonly answered: { readonly asked: AskedDecision; readonly answer: QuestionAnswer } | null;
}

/** What one run came to, in the words of scenarios and sandboxes. */
export function observeRun(run: EndedRun, watched: Watched): ObservedTurn {
  const { turn, commit } = run.ending;
  const { agent, trail, answered } = watched;
  const session = sessionOf({ ...run.state, session: turn.session }, agent);
  const isTimer = turn.events.every(({ inputType }) => inputType === "timer");
  const isWindowClosed = commit.outcome === "window_closed";
  const said = commit.outbox.filter(({ content }) => content.type !== "reaction");
  const decided =
    answered === null
      ? journaledDecision(run.steps)
      : afterAnswer(answered.asked, answered.answer, session.mode, agent);
  const whole =
    decided !== null && isWindowClosed
      ? withoutWindow(decided, { session, dueTimer: isTimer ? { level: "" } : null })
      : decided;
  const decision = run.failure === null ? whole : failed(whole, run.failure.message);
  const observed: ObservedTurn = {
    ...{ decision, isTimer, isWindowClosed },
    heard: said.map(({ content }) => spokenText(content)),
    ...(run.failure === null ? {} : { failure: run.failure.message }),
  };
  if (trail === null) return observed;
  const timerContent = turn.events.find(({ content }) => content.type === "timer")?.content;
  return {
    ...observed,
    how: {
      at: turn.now,
      inputClass: commit.inputClass ?? QUIET,
      modeBefore: session.mode,
      dueLevel: isTimer && timerContent?.type === "timer" ? timerContent.level : null,
      trail: trail.of,
      sessionAfter: sessionOf(run.state, agent),
      timerAfter: armedTimer(run.state),
      reads: commit.toolCalls.filter(({ callId }) => isReadStep({ name: callId })),
      toolResults: (decision?.tools ?? []).map(({ callId }) => watched.results.get(callId) ?? null),
      said: said.map(shownMessage),
    },
  };
}

/** The active session, else the last one, else the one that the next turn would begin. */
export function sessionOf({ session, identity }: ConversationState, agent: Agent): Session {
  const id = String(identity.conversationId) as SessionId;
  return session ?? newSession({ id, agentId: agent.id, mode: agent.initialMode });
}

/** The answer that a run goes on with. */
export function answerOf({ status }: ConversationQuestion): QuestionAnswer {
  if (status === "approved") return "approve";
  return status === "denied" ? "deny" : "expired";
}

const plan = z.object({ decision: z.unknown() });

/** What the agent decided, as it is journaled; null when it was not asked. */
function journaledDecision(steps: readonly StepRecord[]): Decision | null {
  const step = steps.find(({ name }) => name === "plan");
  if (step?.status !== "ok") return null;
  const { decision } = plan.parse(step.output);
  return decision === null ? null : parseDecision(decision, "journal");
}

function failed(decision: Decision | null, message: string): Decision {
  const why = `the turn failed, and the customer is told that a person goes on: ${message}`;
  return { ...(decision ?? plainDecision(why)), why: [...(decision?.why ?? []), why] };
}

function shownMessage({ content, block }: NewOutboxMessage) {
  return { content, templateId: block?.templateId ?? null, priority: block?.priority ?? null };
}

/** The runs that one message led to, told as one turn. */
export function joinTurns([first, ...others]: readonly ObservedTurn[]): ObservedTurn {
  if (first === undefined) return { decision: null, isTimer: false, heard: [], isWindowClosed: false };
  return { ...first, heard: [first, ...others].flatMap(({ heard }) => heard) };
}
