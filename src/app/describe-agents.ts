import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Agent, AgentRegistry } from "../core/agent/agent.ts";
import type { Catalogue } from "../core/agent/catalogue.ts";
import type { AgentDescription, FlowDescription } from "../core/answers/agent.ts";
import { currencyOf } from "../core/answers/currency.ts";
import { isFlowAgent } from "../flow/define-flow-agent.ts";
import type { FlowDefinition } from "../flow/definition/flow-definition.ts";
import { TIMER_LEVELS } from "../flow/definition/timer-definition.ts";
import type { ToolRegistry } from "../tools/create-tools.ts";
import { readLabelledFile } from "./read-labelled-file.ts";

/** The phrases that the classifier of a shipped agent was trained on stand beside it. */
const TRAINING_FILES: Readonly<Record<string, string>> = { somnio: "../agents/somnio/intents/training.tsv" };

/** How many learnt phrases are shown after an intent's own examples. */
const PHRASES_SHOWN = 12;

/** The agents of a process as people see them. `tools`: what each of them may ask for. */
export function describeAgents(registry: AgentRegistry, tools: ToolRegistry): AgentDescription[] {
  return registry.ids.flatMap((id) => {
    const agent = registry.get(id);
    return agent === null ? [] : [describeAgent(agent, registry.versionsOf(id), toolsOf(agent, tools))];
  });
}

/** Tools that the policy denies every agent, apart from those that this one was not given. */
function toolsOf(agent: Agent, registry: ToolRegistry): Pick<AgentDescription, "tools" | "withheld"> {
  const describe = ({ tool: { name, module, description, effect: kind, risk } }: Listed) => ({
    name,
    module,
    description,
    kind,
    risk,
  });
  const granted = registry.list(agent.tools ?? []);
  const names = new Set(granted.map(({ tool }) => tool.name));
  const others = registry.list().filter(({ tool }) => !names.has(tool.name));
  const isOfNobody = ({ rules }: Listed) =>
    rules.some(
      ({ when, decision }) => decision === "deny" && when.tool !== undefined && when.actor?.join() === "agent",
    );
  return {
    tools: granted.map((one) => ({ ...describe(one), rules: rulesFor(one, agent.id) })),
    withheld: others.map((one) => ({ ...describe(one), why: isOfNobody(one) ? "of_nobody" : "not_granted" })),
  };
}

/** A rule that names agents judges no other one. */
function rulesFor({ rules }: Listed, agentId: string): string[] {
  return rules.filter(({ when }) => when.agent?.includes(agentId) ?? true).map(({ name }) => name);
}

type Listed = ReturnType<ToolRegistry["list"]>[number];

function describeAgent(
  agent: Agent,
  versions: readonly string[],
  tools: Pick<AgentDescription, "tools" | "withheld">,
): AgentDescription {
  let flow: FlowDescription | null | undefined;
  return {
    id: agent.id,
    name: agent.name,
    description: agent.description,
    version: agent.version,
    versions,
    initialMode: agent.initialMode,
    locale: agent.locale ?? null,
    currency: agent.locale === undefined ? null : currencyOf(agent.locale),
    understands: agent.understands ?? [],
    localModel: agent.localModel ?? null,
    prompts: { ...agent.prompts },
    catalogue: agent.catalogue === undefined ? null : describeCatalogue(agent.catalogue),
    ...tools,
    // Read when a person looks: thousands of phrases would hold up each start.
    get flow() {
      flow ??= isFlowAgent(agent) ? describeFlow(agent.definition, readPhrases(agent.id)) : null;
      return flow;
    },
  };
}

function describeCatalogue({ packs, extras = [] }: Catalogue): NonNullable<AgentDescription["catalogue"]> {
  return {
    packs: packs.map(({ id, name, price }) => ({ id, name, price })),
    extras: extras.map(({ name, price }) => ({ name, price })),
  };
}

type Phrases = ReadonlyMap<string, readonly string[]>;

function readPhrases(agentId: string): Phrases {
  const file = TRAINING_FILES[agentId];
  const path = file === undefined ? null : fileURLToPath(new URL(file, import.meta.url));
  const phrases = new Map<string, string[]>();
  if (path === null || !existsSync(path)) return phrases;
  for (const { label, text } of readLabelledFile(path)) {
    const those = phrases.get(label);
    if (those === undefined) phrases.set(label, [text]);
    else those.push(text);
  }
  return phrases;
}

function describeFlow(flow: FlowDefinition, phrases: Phrases): FlowDescription {
  const { modes, transitions, gates, intents, templates, fields, fieldSets, packs, timers, bands } = flow;
  return {
    modes: Object.entries(modes).map(([name, { stage }]) => ({
      name,
      stage,
      gates: gates[name] ?? [],
      next: Object.entries(transitions[name] ?? {}).flatMap(([to, isAllowed]) => (isAllowed ? [to] : [])),
    })),
    intents: Object.entries(intents).map(([name, { effect, pack, label, actFrom, examples }]) => {
      const learnt = phrases.get(name) ?? [];
      return {
        name,
        effect,
        pack: pack ?? null,
        label: label ?? null,
        actFrom: actFrom ?? null,
        examples: [...new Set([...examples, ...learnt.slice(0, PHRASES_SHOWN)])],
        trainedOn: learnt.length,
        templates: templates
          .filter(({ intent }) => intent === name)
          .map(({ id, visitType, order, priority, text }) => ({ id, visit: visitType, order, priority, text })),
      };
    }),
    fields: fields.map(({ name, label }) => ({ name, label, isCritical: fieldSets.critical.includes(name) })),
    packs: packs.map(({ id, name, price }) => ({ id, name, price })),
    timers: TIMER_LEVELS.map((level) => ({ level, ...timers[level] })),
    thresholds: { ...bands, lowConfidenceHandoff: flow.lowConfidenceHandoff },
    engine: flow.model.engine,
    hasOrchestrator: flow.model.orchestrator !== null,
  };
}
