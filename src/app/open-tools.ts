import type { AgentRegistry } from "../core/agent/agent.ts";
import type { ToolDescription } from "../core/answers/tool.ts";
import { errorText, RecadoError } from "../core/errors.ts";
import type { KnowledgeSource } from "../core/knowledge/knowledge-source.ts";
import type { OperatorDesk } from "../core/ports/desk/operator-desk.ts";
import type { Evaluator } from "../core/ports/lab/evaluator.ts";
import type { OwnSource } from "../core/ports/own-source.ts";
import type { Shell } from "../core/ports/shell.ts";
import type { ToolRates } from "../core/ports/tool-rates.ts";
import type { ArtifactSource } from "../tools/artifact-tools.ts";
import type { ToolRegistry } from "../tools/create-tools.ts";
import type { DocumentSource } from "../tools/document-tools.ts";
import type { PlanSource } from "../tools/plan-tools.ts";
import { POLICY_RULES } from "../tools/policy-rules.ts";
import { createShopTools } from "../tools/shop-tools.ts";
import type { ModuleParts } from "./agents/module-parts.ts";
import type { OpenDatabase } from "./open-database.ts";

/** What the tools of a process read of its database. */
export function sourcesOf({ store, operatorDesk }: Pick<OpenDatabase, "store" | "operatorDesk">) {
  return { documents: store.documents, artifacts: store.artifacts, plans: store.runs, operatorDesk };
}

interface OpenedParts extends Pick<ModuleParts, "tools" | "policy"> {
  readonly knowledge: KnowledgeSource;
  readonly documents: DocumentSource;
  readonly artifacts: ArtifactSource;
  readonly plans: PlanSource;
  readonly operatorDesk: OperatorDesk;
  readonly ownSource: OwnSource;
  readonly evaluator: Evaluator;
  readonly shell: Shell | null;
}

/** The tools of a process. An agent with an undefined tool is a mistake, reported at the start. */
export function openTools(
  agents: AgentRegistry,
  rates: ToolRates,
  { tools, policy, knowledge, documents, artifacts, plans, operatorDesk, ownSource, evaluator, shell }: OpenedParts,
): ToolRegistry {
  const registry = createShopTools({
    tools,
    rules: [...policy, ...POLICY_RULES],
    rates,
    knowledge,
    documents,
    artifacts,
    plans,
    operatorDesk,
    ownSource,
    evaluator,
    shell,
  });
  for (const id of agents.ids) {
    try {
      registry.toolsFor(agents.get(id) ?? {});
    } catch (thrown) {
      throw new RecadoError("agent_invalid", `The tools of the agent "${id}": ${errorText(thrown)}`, thrown);
    }
  }
  return registry;
}

export function describeTools(registry: ToolRegistry): ToolDescription[] {
  return registry.list().map(({ tool, rules }) => {
    const { name, description, module, effect, risk, permissions, reversible, isPaid, timeoutMs } = tool;
    const { inputSchema, staffInputSchema, outputSchema } = tool;
    return {
      ...{ name, modelName: registry.names.toModel(name) ?? name, description, module, effect, risk, permissions },
      ...{ reversible, isPaid, timeoutMs, inputSchema, staffInputSchema, outputSchema },
      rules: rules.map((rule) => ({ name: rule.name, decision: rule.decision, why: rule.why })),
    };
  });
}
