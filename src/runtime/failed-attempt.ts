import { errorText, RecadoError } from "../core/errors.ts";
import type { OutboxId } from "../core/ids.ts";
import { doubtClassOf, type NewOutboxMessage } from "../core/outbound/outbox.ts";
import type { PinnedAgent, TurnFailure } from "../core/ports/mailbox.ts";
import { type NextAttempt, nextAttempt, type RetryPolicy } from "../core/turn/run-retry-policy.ts";
import type { ClaimedTurn } from "../core/turn/turn.ts";
import { doesCustomerWait } from "./checkpoint.ts";
import type { TurnDependencies } from "./dependencies.ts";
import type { Journal } from "./journal.ts";

/** What is written down of an attempt that failed. */
export function failureOf(
  error: unknown,
  turn: ClaimedTurn,
  journal: Journal,
  dependencies: Pick<TurnDependencies, "agents">,
): TurnFailure {
  return {
    agent: pinnedAgent(turn, journal, dependencies),
    code: error instanceof RecadoError ? error.code : "internal",
    message: errorText(error),
    steps: journal.unwritten(),
    toolCalls: journal.callsOfFailure(),
  };
}

/** An error that says that it will never succeed is not tried again. */
export function attemptAfter(
  error: unknown,
  { run }: ClaimedTurn,
  policy: RetryPolicy,
  at: { readonly now: Date; readonly random: number },
): NextAttempt {
  if (error instanceof RecadoError && error.retry === "never") return { kind: "give_up" };
  return nextAttempt(policy, run.failures + 1, at.now, at.random);
}

/** Said when the agent itself is missing. */
const FALLBACK_WITHOUT_AGENT =
  "Disculpe, en este momento no puedo responderle. Una persona de nuestro equipo le escribirá por este mismo chat.";

/**
 * Tells the customer that a person will look at it: once for each run, and only where the bot may
 * speak.
 */
export function fallbackMessage(
  turn: ClaimedTurn,
  { agents, newId }: Pick<TurnDependencies, "agents" | "newId">,
): NewOutboxMessage | null {
  const { workspaceEnabled, botEnabled, stopTagged } = turn.gate;
  const spoke =
    doesCustomerWait(turn) ||
    turn.segment?.origin.customerWaits === true ||
    turn.events.some((event) => event.inputType === "message");
  if (turn.run.fallbackSent || !spoke || !workspaceEnabled || !botEnabled || stopTagged) return null;
  const agent = agents.get(turn.session?.agentId ?? turn.agentId);
  const content = { type: "text", body: agent?.texts.fallback ?? FALLBACK_WITHOUT_AGENT } as const;
  return {
    id: newId() as OutboxId,
    idempotencyKey: `${turn.run.id}:fallback`,
    content,
    onDoubt: doubtClassOf(content),
    replyToMessageId: null,
    block: null,
  };
}

/**
 * The agent that decided; null before a decision, when the next attempt may ask a newer version.
 */
function pinnedAgent(
  turn: ClaimedTurn,
  journal: Journal,
  { agents }: Pick<TurnDependencies, "agents">,
): PinnedAgent | null {
  if (journal.find("plan")?.status !== "ok") return null;
  if (turn.run.agentId !== null && turn.run.agentVersion !== null) {
    return { id: turn.run.agentId, version: turn.run.agentVersion };
  }
  const agent = agents.get(turn.session?.agentId ?? turn.agentId);
  return agent === null ? null : { id: agent.id, version: agent.version };
}
