import type { AgentRegistry } from "../../core/agent/agent.ts";
import type { OwnLine } from "../../core/memory/fact.ts";
import { TOLD_FACTS, toldFacts } from "../../core/memory/told-by-model.ts";
import { readTolerantJson } from "../../core/model/tolerant-json.ts";
import type { SessionMemory } from "../../core/ports/learning/session-memory.ts";
import type { Logger } from "../../core/ports/logger.ts";
import type { Question } from "../../core/ports/model/turn-model.ts";
import { ownLines } from "../../core/turn/learn-facts.ts";
import type { ModelGate } from "../model-gate.ts";
import { createPulse } from "../worker/pulse.ts";

export interface SessionReaderDependencies {
  readonly sessions: SessionMemory;
  readonly agents: AgentRegistry;
  readonly modelGate: Pick<ModelGate, "askInBackground">;
  readonly questionFor: (lines: readonly OwnLine[]) => Question;
  readonly logger: Logger;
}

export interface SessionReader {
  start(): void;
  stop(): Promise<void>;
}

const READ_MS = 15_000;
/** Budget, price or provider may be back by then. */
const AGAIN_AFTER_MS = 30 * 60_000;
/** Letters below which a session tells nothing: "hola", "gracias". */
const LEAST_LETTERS = 20;

/**
 * Reads closed sessions of agents that remember: at most one call each, beside the turns. Nothing of an
 * answer waits for it, and what fails here is lost here alone.
 */
export function createSessionReader(parts: SessionReaderDependencies): SessionReader {
  const remembering = parts.agents.ids.filter((id) => parts.agents.get(id)?.memory !== undefined);
  const pulse = createPulse(READ_MS, parts.logger, async () => ((await readSession(remembering, parts)) ? 0 : null));
  return {
    start() {
      if (remembering.length > 0) pulse.start();
    },
    stop: pulse.stop,
  };
}

/** True when there was a session to read. */
export async function readSession(
  remembering: readonly string[],
  { sessions, modelGate, questionFor, logger }: Omit<SessionReaderDependencies, "agents">,
): Promise<boolean> {
  const session = await sessions.claim(remembering);
  if (session === null) return false;
  const { workspaceId, conversationId, sessionId } = session;
  const lines = ownLines(session.events);
  if (lines.reduce((letters, { text }) => letters + text.length, 0) < LEAST_LETTERS) return true;
  const asked = await modelGate.askInBackground({ workspaceId, conversationId, question: questionFor(lines) });
  if (asked.kind === "not_asked") {
    await sessions.postpone(session, AGAIN_AFTER_MS);
    return false;
  }
  const read = asked.kind === "answered" ? readTolerantJson(asked.answer.text, TOLD_FACTS) : null;
  if (read?.kind !== "accepted" || read.isTruncated) {
    logger.warn(
      { session_id: sessionId },
      "a closed session was not learnt from: the model gave no answer that counts",
    );
    return true;
  }
  const facts = toldFacts(read.value, lines);
  if (facts.length > 0) await sessions.queue(session, facts);
  return true;
}
