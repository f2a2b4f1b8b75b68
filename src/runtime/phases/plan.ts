import * as z from "zod";
import type { Agent, AgentInput, Decision } from "../../core/agent.ts";
import { mediaOf } from "../../core/content.ts";
import { errorText, RecadoError } from "../../core/errors.ts";
import type { ClaimedTurn } from "../../core/turn.ts";
import { parseDecision } from "../decision-schema.ts";
import type { Journal } from "../journal.ts";
import { withinTime } from "../within-time.ts";
import type { Route } from "./classify.ts";
import type { Input } from "./ingest.ts";
import type { Context } from "./load-context.ts";

/** What the agent decided; null when it was not asked. */
export interface Planned {
  readonly decision: Decision | null;
  /** What it was decided on. */
  readonly basis: Basis | null;
}

/** A decision stands as long as nothing of this has changed. */
const basis = z.object({ version: z.number(), agentId: z.string(), agentVersion: z.string() });
type Basis = z.infer<typeof basis>;

/** An agent that has not decided after this long never will; the lease must not hang on it. */
const DECIDE_TIMEOUT_MS = 60_000;

interface Briefed {
  readonly turn: ClaimedTurn;
  readonly input: Input;
  readonly route: Route;
  readonly context: Context;
}

/**
 * Asks the agent. A decision that a former attempt has journaled is not made again: for ever when something was done on it,
 * else while the conversation and the agent are the same.
 */
export async function plan({ turn, input, route, context }: Briefed, journal: Journal): Promise<Planned> {
  if (route.kind === "record") return { decision: null, basis: null };
  const now: Basis = { version: turn.version, agentId: context.agent.id, agentVersion: context.agent.version };
  const former = journal.find("plan");
  if (former?.status === "ok") {
    const planned = readPlanned(former.output);
    if (hasActed(turn) || planned.basis === null || isSame(planned.basis, now)) return planned;
  }
  const decided = await inTime(context.agent, {
    message: input.message,
    messages: input.messages,
    inputClass: route.inputClass,
    media: mediaOf(input.contents),
    session: context.session,
    history: context.history,
    unsaid: turn.unsaid,
    turnNumber: turn.turnCount + 1,
    contact: { name: turn.contact.name },
    forceIntent: null,
    now: turn.now,
  });
  return { decision: parseDecision(decided, context.agent.id), basis: now };
}

const journaled = z.object({ decision: z.unknown(), basis: basis.nullish() });

function readPlanned(output: unknown): Planned {
  const { decision, basis } = journaled.parse(output);
  return { decision: decision === null ? null : parseDecision(decision, "journal"), basis: basis ?? null };
}

/** True when a former attempt has journaled a call: what followed from its decision may have happened. */
function hasActed(turn: ClaimedTurn): boolean {
  return turn.journal.some((step) => step.name !== step.phase);
}

function isSame(one: Basis, other: Basis): boolean {
  return one.version === other.version && one.agentId === other.agentId && one.agentVersion === other.agentVersion;
}

async function inTime(agent: Agent, input: AgentInput): Promise<Decision> {
  const what = `agent "${agent.id}" has not decided`;
  try {
    const decided = await withinTime(DECIDE_TIMEOUT_MS, () => agent.decide(input));
    if (decided.kind === "done") return decided.value;
  } catch (error) {
    if (error instanceof RecadoError) throw error;
    throw new Error(`${what}: ${errorText(error)}`, { cause: error });
  }
  throw new RecadoError("step_timeout", `${what} within ${DECIDE_TIMEOUT_MS} ms`);
}
