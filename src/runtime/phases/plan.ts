import type { Agent, AgentInput, Decision } from "../../core/agent.ts";
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
}

/** An agent that has not decided after this long never will; the lease must not hang on it. */
const DECIDE_TIMEOUT_MS = 60_000;

interface Briefed {
  readonly turn: ClaimedTurn;
  readonly input: Input;
  readonly route: Route;
  readonly context: Context;
}

/** Asks the agent. A decision that a former attempt has journaled stands: what followed from it may have happened. */
export async function plan({ turn, input, route, context }: Briefed, journal: Journal): Promise<Planned> {
  if (route.kind === "record") return { decision: null };
  const former = journal.find("plan");
  if (former?.status === "ok") return readPlanned(former.output);
  const decided = await inTime(context.agent, {
    message: input.message,
    messages: input.messages,
    inputClass: route.inputClass,
    session: context.session,
    history: context.history,
    turnNumber: turn.turnCount + 1,
    contact: { name: turn.contact.name },
    forceIntent: null,
    now: turn.now,
  });
  return { decision: parseDecision(decided, context.agent.id) };
}

function readPlanned(output: unknown): Planned {
  const decision = typeof output === "object" && output !== null && "decision" in output ? output.decision : null;
  return { decision: decision === null ? null : parseDecision(decision, "journal") };
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
