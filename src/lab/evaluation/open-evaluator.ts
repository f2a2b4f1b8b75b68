import type { AgentRegistry } from "../../core/agent/agent.ts";
import { inWorkspace, type KnowledgeSource } from "../../core/knowledge/knowledge-source.ts";
import type { Evaluator } from "../../core/ports/lab/evaluator.ts";
import type { Tools } from "../../core/ports/tools.ts";
import { toolsInMemory } from "../memory/memory-tools.ts";
import { playInMemory } from "../memory/play-in-memory.ts";
import { Example } from "./example.ts";
import { exampleOf } from "./harvest-examples.ts";
import { type JudgedExample, judgeExample } from "./judge-example.ts";
import { summariseEvaluation } from "./summarise-evaluation.ts";

interface EvaluatorDependencies {
  readonly agents: AgentRegistry;
  readonly tools: Tools;
  readonly knowledge: KnowledgeSource;
}

/** Plays scored runs as examples with the agent that runs now. Their words are played as they were said, and not kept. */
export function openEvaluator({ agents, tools, knowledge }: EvaluatorDependencies): Evaluator {
  return {
    async evaluate(workspace, agentId, runs) {
      const agent = agents.get(agentId);
      if (agent === null) return null;
      const source = inWorkspace(knowledge, workspace);
      const judged: JudgedExample[] = [];
      for (const run of runs) {
        const example = Example.parse(exampleOf(run, { keepsData: true }));
        const player = playInMemory(agent, example.from, { tools: toolsInMemory(tools), knowledge: source });
        judged.push(await judgeExample(example, player));
      }
      const result = summariseEvaluation(judged, {
        ...{ agent: agent.id, version: agent.version, model: null, leftOut: 0 },
      });
      const { version: agentVersion, examples, passed, byKind, guardrails } = result;
      const failures = result.failures.map(({ id, kind }) => ({ id, kind }));
      return { agentVersion, examples, passed, byKind, guardrails, failures };
    },
  };
}
