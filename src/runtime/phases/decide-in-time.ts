import type { Agent, Decision } from "../../core/agent/agent.ts";
import { errorText, RecadoError } from "../../core/errors.ts";
import { LeaseLost } from "../lease-lost.ts";
import { withinTime } from "../within-time.ts";

/**
 * An agent that has not decided after this long never will, and the lease must not depend on it.
 */
const DECIDE_TIMEOUT_MS = 60_000;

/** An agent's decision of a kind; a late or broken agent fails the attempt. */
export async function decideInTime<Made extends Decision | null>(
  agent: Pick<Agent, "id">,
  decide: () => Made | Promise<Made>,
): Promise<Made> {
  const what = `agent "${agent.id}" has not decided`;
  try {
    const decided = await withinTime(DECIDE_TIMEOUT_MS, decide);
    if (decided.kind === "done") return decided.value;
  } catch (error) {
    if (error instanceof RecadoError || error instanceof LeaseLost) throw error;
    throw new Error(`${what}: ${errorText(error)}`, { cause: error });
  }
  throw new RecadoError("step_timeout", `${what} within ${DECIDE_TIMEOUT_MS} ms`);
}
