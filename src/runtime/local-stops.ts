import type { AgentRegistry } from "../core/agent/agent.ts";
import { judgeTrust, LOCAL_TRUST, nameLocalModel } from "../core/agent/local-trust.ts";
import type { Alerts } from "../core/ports/desk/alerts.ts";
import type { AuditedModel, Learning } from "../core/ports/learning/learning.ts";
import type { Logger } from "../core/ports/logger.ts";
import type { LocalStops } from "./dependencies.ts";

/**
 * The stops that this process knows. Every process reads them twice a minute, so a stop reaches all
 * within a minute.
 */
export interface StopWatch extends LocalStops {
  refresh(): Promise<void>;
}

const ALERT = "local_answers_stopped";

export function watchStops(learning: Pick<Learning, "stops">): StopWatch {
  let stopped = new Set<string>();
  return {
    isStopped: (workspace, agentId, localModel) => stopped.has(keyOf(workspace, agentId, localModel)),
    async refresh() {
      const stops = await learning.stops();
      stopped = new Set(stops.map((stop) => keyOf(stop.workspaceId, stop.agentId, stop.localModel)));
    },
  };
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

export interface JudgeDependencies {
  readonly learning: Learning;
  readonly alerts: Alerts;
  readonly agents: AgentRegistry;
  readonly logger: Logger;
  readonly newId: () => string;
}

/** Stops an agent's own answers when its audits say that they are wrong too often. */
export async function judgeAudits({ learning, alerts, agents, logger, newId }: JudgeDependencies): Promise<void> {
  for (const model of await learning.countAudits(LOCAL_TRUST.days)) {
    if (model.isStopped || judgeTrust(model) !== "fallen") continue;
    // The alert comes first: a stop without an alert is worse than an alert sent twice.
    await alerts.raise([alertOf(model)], newId);
    if (await learning.stop(model)) {
      const { agentId, localModel, audited, right } = model;
      logger.error(
        { agent: agentId, local_model: localModel, audited, right },
        "audits say that local answers are wrong too often: they are stopped",
      );
    }
  }
  await clearOutlived({ learning, alerts, agents });
}

function alertOf({ agentId, localModel, audited, right }: AuditedModel): Parameters<Alerts["raise"]>[0][number] {
  return {
    kind: ALERT,
    subject: agentId,
    severity: "critical",
    phoneNumberId: null,
    detail: { localModel, audited, right, days: LOCAL_TRUST.days, floor: LOCAL_TRUST.floor },
  };
}

/** A stop for a model that is no longer in use, or that a person has lifted, needs no alert. */
async function clearOutlived({ learning, alerts, agents }: Pick<JudgeDependencies, "learning" | "alerts" | "agents">) {
  const stops = await learning.stops();
  const over = agents.ids.filter((id) => {
    const agent = agents.get(id);
    return agent !== null && !stops.some((one) => one.agentId === id && one.localModel === nameLocalModel(agent));
  });
  if (over.length === 0) return;
  await alerts.clear(over.map((subject) => ({ kinds: [ALERT], subject, phoneNumberId: null })));
}
