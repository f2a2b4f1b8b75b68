import type { AgentRegistry } from "../core/agent/agent.ts";
import type { KnowledgeSource } from "../core/knowledge/knowledge-source.ts";
import type { Clock } from "../core/ports/clock.ts";
import type { Evaluator } from "../core/ports/lab/evaluator.ts";
import type { ReplayLab, Sandboxes } from "../core/ports/lab/sandbox.ts";
import type { Store } from "../core/ports/store.ts";
import type { Tools } from "../core/ports/tools.ts";
import { openEvaluator } from "../lab/evaluation/open-evaluator.ts";
import { openLiveCrm } from "../lab/sandbox/live-crm.ts";
import { openReplays } from "../lab/sandbox/open-replays.ts";
import { openSandboxes } from "../lab/sandbox/open-sandboxes.ts";
import { createOpenaiTranscriber } from "../models/openai-transcriber.ts";
import type { Config } from "./config.ts";
import type { OpenDatabase } from "./open-database.ts";
import { type ModelSubstitutes, openModel, priceToday } from "./open-model-gate.ts";

interface LabDependencies {
  readonly agents: AgentRegistry;
  readonly tools: Tools;
  readonly knowledge: KnowledgeSource;
  readonly store: Pick<Store, "agentConfigs" | "confirmations" | "runs" | "crm">;
  readonly database: Pick<OpenDatabase, "savedSandboxes" | "sandboxPlaces" | "recordedConversation">;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Where agents are tried out: sandboxes, and replays of stored conversations. */
export function openLab(
  config: Config,
  { agents, tools, knowledge, store, database, clock, newId }: LabDependencies,
  { model = openModel(config), priceOf = priceToday(config, () => clock.now()) }: ModelSubstitutes,
): { readonly sandboxes: Sandboxes; readonly replays: ReplayLab; readonly evaluator: Evaluator } {
  const { models, tokenLimit } = config.models;
  const parts = { agents, tools, knowledge, model, models, tokenLimit, priceOf, newId };
  const transcriber = config.transcription === null ? null : createOpenaiTranscriber(config.transcription);
  const { agentConfigs } = store;
  const live = openLiveCrm({ store, places: database.sandboxPlaces, newId });
  return {
    evaluator: openEvaluator({ agents, tools, knowledge }),
    sandboxes: openSandboxes({ ...parts, saved: database.savedSandboxes, transcriber, clock, agentConfigs, live }),
    replays: openReplays({
      ...parts,
      agentConfigs,
      timerPreset: config.timerPreset,
      recorded: database.recordedConversation,
    }),
  };
}
